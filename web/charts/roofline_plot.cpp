// SPDX-License-Identifier: MIT
#include "web/charts/roofline_plot.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/number_text.h"

namespace trireme {
namespace {

constexpr double lowest_intensity = 1, highest_intensity = 10000;  // FLOP per byte
constexpr double tera = 1e12;

struct Stroke {
  float thickness, on, off;  // 0 on: solid
};
constexpr std::array<Stroke, 3> strokes{{{2, 0, 0}, {2, 8, 5}, {2, 2, 4}}};

void stroke(const Pen& pen, std::size_t index, float x0, float y0, float x1, float y1) {
  const Stroke& s = strokes[std::min(index, strokes.size() - 1)];
  const ImU32 colour = index == 0 ? pen.colour().ink : pen.colour().ink2;
  const float length = std::hypot(x1 - x0, y1 - y0);
  if (s.on <= 0) return pen.line(x0, y0, x1, y1, colour, s.thickness);
  for (float at = 0; at < length; at += s.on + s.off) {
    const float a = at / length, b = std::min(at + s.on, length) / length;
    pen.line(x0 + (x1 - x0) * a, y0 + (y1 - y0) * a, x0 + (x1 - x0) * b, y0 + (y1 - y0) * b, colour,
             s.thickness);
  }
}

struct Plot {
  const Ui& ui;
  Box box;           // of the plotted area
  double low, high;  // FLOP/s

  float names;  // room at the right

  [[nodiscard]] float x(double intensity) const {
    return box.x0 + box.width() * static_cast<float>(std::log10(intensity / lowest_intensity) /
                                                     std::log10(highest_intensity / lowest_intensity));
  }
  [[nodiscard]] float y(double flops) const {
    return box.y1 - box.height() * static_cast<float>(std::log10(flops / low) / std::log10(high / low));
  }
};

void draw_axes(const Plot& plot) {
  const Pen pen = plot.ui.pen();
  const Palette& c = plot.ui.colour();
  for (double flops = plot.low; flops <= plot.high; flops *= 10) {
    const float y = plot.y(flops);
    pen.hline(plot.box.x0, plot.box.x1, y, c.grid);
    pen.text_right(plot.box.x0 - 8, y + 5, pen.ink3(), grouped(std::round(flops / tera * 10) / 10));
  }
  // Where decades are narrow only every other one is named.
  const float decade = plot.x(10 * lowest_intensity) - plot.x(lowest_intensity);
  bool named = true;
  for (double intensity = lowest_intensity; intensity <= highest_intensity * 1.001; intensity *= 10) {
    const float x = plot.x(intensity);
    pen.vline(x, plot.box.y0, plot.box.y1, c.grid);
    if (named) pen.text_centred(x, plot.box.y1 + 18, pen.ink3(), grouped(intensity));
    named = !named || decade > 64;
  }
  pen.hline(plot.box.x0, plot.box.x1, plot.box.y1, c.edge);
  pen.text(plot.box.x0 - 44, plot.box.y0 - 12, pen.ink3(), "TFLOP/s");
  pen.text_centred(plot.box.cx(), plot.box.y1 + 40, pen.ink3(), "FLOP per byte of HBM");
}

void draw_curve(const Plot& plot, const RooflineCurve& curve, std::size_t index) {
  const Pen pen = plot.ui.pen();
  const double ridge = curve.flops / curve.rate;
  const double start = std::max(lowest_intensity, plot.low / curve.rate);
  const float rx = plot.x(ridge), ry = plot.y(curve.flops);
  stroke(pen, index, plot.x(start), plot.y(start * curve.rate), rx, ry);
  stroke(pen, index, rx, ry, plot.box.x1, ry);
}

bool touches(const Box& a, const Box& b) { return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1; }

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
  const Plot plot{ui,
                  {area.x0 + 46, area.y0 + 28, area.x1 - names - 16, area.y1 - 48},
                  std::pow(10, std::floor(std::log10(least))),
                  2 * most,
                  names};
  if (plot.box.width() < 40) return;
  draw_axes(plot);
  for (std::size_t i = curves.size(); i-- > 0;) draw_curve(plot, curves[i], i);
  draw_ridges(plot, curves);
  draw_names(plot, curves);
}

}  // namespace trireme
