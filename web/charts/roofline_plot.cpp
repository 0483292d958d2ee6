// SPDX-License-Identifier: MIT
#include "web/charts/roofline_plot.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/number_text.h"
#include "web/charts/log_plot.h"

namespace trireme {
namespace {

constexpr double lowest_intensity = 1, highest_intensity = 10000;  // FLOP per byte

struct Stroke {
  float thickness, on, off;  // 0 on: solid
};
constexpr std::array<Stroke, 3> strokes{{{2, 0, 0}, {2, 8, 5}, {2, 2, 4}}};

void stroke(const Pen& pen, std::size_t index, float x0, float y0, float x1, float y1) {
  const Stroke& s = strokes[std::min(index, strokes.size() - 1)];
  const ImU32 colour = index == 0 ? pen.colour().ink : pen.colour().ink2;
  if (s.on <= 0) pen.line(x0, y0, x1, y1, colour, s.thickness);
  else pen.dashed_line(x0, y0, x1, y1, colour, s.thickness, s.on, s.off);
}

struct Plot : LogPlot {
  const Ui& ui;
  float names;  // room at the right
};

void draw_curve(const Plot& plot, const RooflineCurve& curve, std::size_t index) {
  const Pen pen = plot.ui.pen();
  const double ridge = curve.flops / curve.rate;
  const double start = std::max(lowest_intensity, plot.low / curve.rate);
  const float rx = plot.x(ridge), ry = plot.y(curve.flops);
  stroke(pen, index, plot.x(start), plot.y(start * curve.rate), rx, ry);
  stroke(pen, index, rx, ry, plot.box.x1, ry);
}

// Ridge numbers below their dots, as far as they do not lie on each other.
void draw_ridges(const Plot& plot, const std::vector<RooflineCurve>& curves) {
  const Pen pen = plot.ui.pen();
  std::vector<Box> taken;
  for (const RooflineCurve& curve : curves) {
    const double ridge = curve.flops / curve.rate;
    const float x = plot.x(ridge), y = plot.y(curve.flops);
    pen.disc(x, y, 6, plot.ui.colour().base);
    pen.disc(x, y, 4.5f, plot.ui.colour().ink);
    const std::string text = grouped(std::round(ridge));
    const float width = pen.width(pen.bold(), text);
    for (const Box& place :
         {Box{x + 6, y + 6, x + 8 + width, y + 24}, Box{x - width - 8, y - 24, x - 6, y - 6},
          Box{x + 6, y + 24, x + 8 + width, y + 42}}) {
      if (place.x1 > plot.box.x1 || place.x0 < plot.box.x0) continue;
      if (std::any_of(taken.begin(), taken.end(), [&](const Box& b) { return touches(b, place); })) continue;
      taken.push_back(place);
      pen.rect(place, plot.ui.colour().base);
      pen.text(place.x0 + 1, place.y1 - 4, pen.bold(), text);
      break;
    }
  }
}

// At the ends of the roofs, moved apart where they are close.
void draw_names(const Plot& plot, const std::vector<RooflineCurve>& curves) {
  const Pen pen = plot.ui.pen();
  struct Name {
    float y, roof;
    std::size_t index;
  };
  std::vector<Name> names;
  for (std::size_t i = 0; i < curves.size(); ++i)
    names.push_back({plot.y(curves[i].flops), plot.y(curves[i].flops), i});
  std::stable_sort(names.begin(), names.end(), [](const Name& a, const Name& b) { return a.roof < b.roof; });
  for (std::size_t i = 1; i < names.size(); ++i) names[i].y = std::max(names[i].y, names[i - 1].y + 20);
  for (const Name& name : names) {
    pen.line(plot.box.x1 + 2, name.roof, plot.box.x1 + 10, name.y, plot.ui.colour().edge, 1);
    pen.text_elided(plot.box.x1 + 14, name.y + 5, plot.names + 1, pen.ink(), curves[name.index].name);
  }
}

}  // namespace

void curve_swatch(const Pen& pen, std::size_t index, float x0, float x1, float y) {
  stroke(pen, index, x0, y, x1, y);
}

void draw_rooflines(const Ui& ui, Box area, const std::vector<RooflineCurve>& curves) {
  if (curves.empty()) return;
  const Pen pen = ui.pen();
  double most = 0, least = 1e30;
  float names = 0;
  for (const RooflineCurve& curve : curves) {
    most = std::max(most, curve.flops);
    least = std::min(least, curve.rate * lowest_intensity);
    names = std::max(names, pen.width(pen.ink(), curve.name));
  }
  names = std::min(names, (area.x1 - area.x0) * 0.32f);
  const Plot plot{{{area.x0 + 46, area.y0 + 28, area.x1 - names - 16, area.y1 - 48},
                   lowest_intensity,
                   highest_intensity,
                   std::pow(10, std::floor(std::log10(least))),
                   2 * most},
                  ui,
                  names};
  if (plot.box.width() < 40) return;
  draw_log_axes(ui, plot);
  for (std::size_t i = curves.size(); i-- > 0;) draw_curve(plot, curves[i], i);
  draw_ridges(plot, curves);
  draw_names(plot, curves);
}

}  // namespace trireme
