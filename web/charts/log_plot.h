// The plane of a roofline: FLOP/s over FLOP per byte, both logarithmic.
// SPDX-License-Identifier: MIT
#pragma once

#include "web/widgets/ui.h"

namespace trireme {

struct LogPlot {
  Box box;                        // of the plotted area
  double left, right, low, high;  // FLOP per byte, FLOP/s

  [[nodiscard]] float x(double intensity) const;
  [[nodiscard]] float y(double flops) const;
};

// Grid, ticks at powers of ten and what they count.
void draw_log_axes(const Ui& ui, const LogPlot& plot);

}  // namespace trireme
