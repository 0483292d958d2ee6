// Signs with words below a chart, in rows as wide as it.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "web/widgets/ui.h"

namespace trireme {

class Legend {
 public:
  Legend(const Ui& ui, Box area) : pen_(ui.pen()), area_(area), x_(area.x0), y_(area.y0) {}
  // Writes the words and returns where their sign goes, on the next row if this one is full.
  Box item(std::string_view words, float sign = 12);
  [[nodiscard]] float end() const { return y_ + 18; }

 private:
  Pen pen_;
  Box area_;
  float x_, y_;  // of the next sign's left end, of its middle
};

}  // namespace trireme
