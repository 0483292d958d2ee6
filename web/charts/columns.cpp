// SPDX-License-Identifier: MIT
#include "web/charts/columns.h"

#include <algorithm>

namespace trireme {

Columns columns_for(Box area, float label, float first, bool touch) {
  constexpr float group_width = 78, expander = 14, percent_width = 56;
  Columns c;
  c.x0 = c.group_x = area.x0;
  c.x1 = area.x1;
  c.groups = area.width() >= 560;
  c.second = area.width() >= 440 && !touch;
  c.row = touch ? 44 : 26;
  c.second_x = area.x1;
  c.first_x = c.second ? area.x1 - percent_width : area.x1;
  c.label_x = area.x0 + (c.groups ? group_width : 0) + (touch ? 0 : expander);
  const float most = area.width() * (c.groups ? 0.36f : 0.42f);
  c.label_end = c.label_x + std::min(label, most);
  c.chart_x0 = c.label_end + 16;
  c.chart_x1 = std::max(c.chart_x0 + 24, c.first_x - first - (touch ? 18 : 24));
  return c;
}

}  // namespace trireme
