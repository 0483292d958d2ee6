// Where the columns of a chart with rows stand: names, bars on one axis, numbers at the right.
// SPDX-License-Identifier: MIT
#pragma once

#include "web/theme/pen.h"

namespace trireme {

struct Columns {
  float x0 = 0, x1 = 0;  // of the whole row
  float group_x = 0;     // name of the group; equal to x0
  float label_x = 0;     // left end of the labels
  float label_end = 0;   // where they must end
  float chart_x0 = 0, chart_x1 = 0;
  float first_x = 0;   // right end of the first column of numbers
  float second_x = 0;  // of the second; equal to first_x where there is none
  float row = 26;      // height
  bool groups = true;  // there is a column of group names
  bool second = true;  // and a second column of numbers

  // Where a share of the axis lies.
  [[nodiscard]] float at(double share) const {
    return chart_x0 + (chart_x1 - chart_x0) * static_cast<float>(share);
  }
};

// `label` is the width that the longest label wants, `first` that of the first numbers.
[[nodiscard]] Columns columns_for(Box area, float label, float first, bool touch);

}  // namespace trireme
