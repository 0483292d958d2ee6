// SPDX-License-Identifier: MIT
#include "web/views/views.h"

#include <array>

namespace trireme {

std::span<const View> views() {
  static constexpr std::array<View, 2> table{{
      {"breakdown", "Breakdown", draw_breakdown},
      {"memory", "Memory", draw_memory},
  }};
  return table;
}

}  // namespace trireme
