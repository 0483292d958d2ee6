// SPDX-License-Identifier: MIT
#include "web/charts/growth_plot.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "web/charts/axis.h"

namespace trireme {
namespace {

constexpr double gib = 1073741824.0;

}  // namespace

void draw_growth(const Ui& ui, Box area, const std::vector<GrowthPoint>& points) {
  if (points.size() < 2 || points.back().context <= 0) return;
  const Pen pen = ui.pen();
  const Palette& c = ui.colour();
  const GrowthPoint& last = points.back();
  const bool windows = last.without_windows > last.bytes * 1.001;
  const double most = std::max(last.bytes, last.without_windows) / gib;
  const double step = tick_step(most * 1.1, 5);
  if (!(step > 0)) return;
  const double high = step * std::ceil(most * 1.12 / step);  // room for the label
  float axis = 0;
  for (double tick = 0; tick <= high * 1.001; tick += step)
    axis = std::max(axis, pen.width(pen.ink3(), tick_text(tick, step)));
  const Box plot{area.x0 + axis + 10, area.y0 + 24, area.x1 - 12, area.y1 - 46};
  if (plot.width() < 40) return;
  const auto x = [&](double context) {
    return plot.x0 + plot.width() * static_cast<float>(context / last.context);
  };
  const auto y = [&](double bytes) {
    return plot.y1 - plot.height() * static_cast<float>(bytes / gib / high);
  };
  pen.text(area.x0, area.y0 + 10, pen.ink3(), "GiB");
  for (double tick = 0; tick <= high * 1.001; tick += step) {
    pen.hline(plot.x0, plot.x1, y(tick * gib), c.grid);
    pen.text_right(plot.x0 - 8, y(tick * gib) + 5, pen.ink3(), tick_text(tick, step));
  }
  const double tokens = tick_step(last.context, std::max(1, static_cast<int>(plot.width() / 110)));
  for (double tick = 0; tokens > 0 && tick <= last.context * 1.001; tick += tokens) {
    const std::string text = grouped(tick);
    const float half = pen.width(pen.ink3(), text) / 2;
    pen.vline(x(tick), plot.y1, plot.y1 + 4, c.edge);
    if (x(tick) + half <= area.x1) pen.text_centred(x(tick), plot.y1 + 18, pen.ink3(), text);
  }
  pen.hline(plot.x0, plot.x1, plot.y1, c.edge);
  pen.text_centred(plot.cx(), plot.y1 + 40, pen.ink3(), "Tokens in the sequence");
  for (std::size_t i = 1; i < points.size(); ++i) {
    const GrowthPoint &a = points[i - 1], &b = points[i];
    pen.line(x(a.context), y(a.bytes), x(b.context), y(b.bytes), c.ink, 2);
    if (windows && i % 2 == 0)
      pen.line(x(a.context), y(a.without_windows), x(b.context), y(b.without_windows), c.ink2, 1.5f);
  }
  const auto label = [&](double bytes, TextStyle style, const std::string& words) {
    pen.text_right(plot.x1, y(bytes) - 12, style, words);
  };
  pen.disc(x(last.context), y(last.bytes), 4, c.ink);
  // Above the end of a line that rises from the left there is nothing.
  label(last.bytes, pen.bold(), fixed(last.bytes / gib, 2) + "\u202fGiB");
  if (windows)
    label(last.without_windows, pen.ink2(),
          "every token kept: " + fixed(last.without_windows / gib, 2) + "\u202fGiB");
}

}  // namespace trireme
