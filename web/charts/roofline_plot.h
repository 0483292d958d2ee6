// Attainable rate over arithmetic intensity, both logarithmic. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "web/widgets/ui.h"

namespace trireme {

struct RooflineCurve {
  std::string name;
  double flops = 0;  // FLOP/s where it is flat
  double rate = 0;   // bytes/s: its slope
};

// How the curve at this index is drawn: solid, dashed, dotted. Accelerators have no hue: hues are resources.
void curve_swatch(const Pen& pen, std::size_t index, float x0, float x1, float y);

// At most three curves, with their names at their ends and their ridge points in FLOP per byte.
void draw_rooflines(const Ui& ui, Box area, const std::vector<RooflineCurve>& curves);

}  // namespace trireme
