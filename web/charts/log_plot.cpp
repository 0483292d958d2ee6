// SPDX-License-Identifier: MIT
#include "web/charts/log_plot.h"

#include <cmath>

#include "core/base/number_text.h"

namespace trireme {
namespace {

constexpr double tera = 1e12;

double decade_from(double value) { return std::pow(10, std::ceil(std::log10(value) - 1e-9)); }

}  // namespace

float LogPlot::x(double intensity) const {
  return box.x0 + box.width() * static_cast<float>(std::log(intensity / left) / std::log(right / left));
}

float LogPlot::y(double flops) const {
  return box.y1 - box.height() * static_cast<float>(std::log(flops / low) / std::log(high / low));
}

void draw_log_axes(const Ui& ui, const LogPlot& plot) {
  const Pen pen = ui.pen();
  const Palette& c = ui.colour();
  const Box& box = plot.box;
  for (double flops = decade_from(plot.low); flops <= plot.high; flops *= 10) {
    pen.hline(box.x0, box.x1, plot.y(flops), c.grid);
    pen.text_right(box.x0 - 8, plot.y(flops) + 5, pen.ink3(), significant(flops / tera, 1));
  }
  // Where decades are narrow only every other one is named.
  const float decade = plot.x(10 * plot.left) - box.x0;
  bool named = true;
  for (double intensity = decade_from(plot.left); intensity <= plot.right * 1.001; intensity *= 10) {
    const float x = plot.x(intensity);
    pen.vline(x, box.y0, box.y1, c.grid);
    const std::string text = significant(intensity, 1);
    if (named && x + pen.width(pen.ink3(), text) / 2 < box.x1 + 12)
      pen.text_centred(x, box.y1 + 18, pen.ink3(), text);
    named = !named || decade > 64;
  }
  pen.hline(box.x0, box.x1, box.y1, c.edge);
  pen.text(box.x0 - 46, box.y0 - 16, pen.ink3(), "TFLOP/s per GPU");
  pen.text_centred(box.cx(), box.y1 + 40, pen.ink3(), "FLOP per byte of HBM");
}

}  // namespace trireme
