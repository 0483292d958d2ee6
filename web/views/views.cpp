// SPDX-License-Identifier: MIT
#include "web/views/views.h"

#include <array>

namespace trireme {

std::span<const View> views() {
  static constexpr std::string_view where = "Where it goes", basis = "What it builds on";
  static constexpr std::array<View, 7> table{{
      {"breakdown", "Breakdown", where, true, draw_breakdown},
      {"memory", "Memory", where, true, draw_memory},
      {"roofline", "Roofline", where, true, draw_roofline},
      {"timeline", "Timeline", where, true, draw_timeline},
      {"network", "Network", where, true, draw_network},
      {"model", "Model", basis, false, draw_model},
      {"catalog", "Catalog", basis, false, draw_catalog},
  }};
  return table;
}

std::size_t view_index(std::string_view id) {
  for (std::size_t i = 0; i < views().size(); ++i)
    if (views()[i].id == id) return i;
  return 0;
}

bool can_show(const View& view, const Shown& shown) { return shown.report.ok || !view.needs_result; }

}  // namespace trireme
