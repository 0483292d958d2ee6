// SPDX-License-Identifier: MIT
#include "web/views/views.h"

#include <array>

namespace trireme {

std::span<const View> views() {
  static constexpr std::string_view where = "Where it goes", basis = "What it builds on";
  static constexpr std::array<View, 7> table{{
      {"breakdown", "Breakdown", where, Needs::Result, draw_breakdown},
      {"memory", "Memory", where, Needs::Result, draw_memory},
      {"roofline", "Roofline", where, Needs::TrainingStep, draw_roofline},
      {"timeline", "Timeline", where, Needs::TrainingStep, draw_timeline},
      {"network", "Network", where, Needs::TrainingStep, draw_network},
      {"model", "Model", basis, Needs::Nothing, draw_model},
      {"catalog", "Catalog", basis, Needs::Nothing, draw_catalog},
  }};
  return table;
}

std::size_t view_index(std::string_view id) {
  for (std::size_t i = 0; i < views().size(); ++i)
    if (views()[i].id == id) return i;
  return 0;
}

bool can_show(const View& view, const Shown& shown) {
  switch (view.needs) {
    case Needs::Nothing: return true;
    case Needs::Result: return shown.report.ok;
    case Needs::TrainingStep: return shown.report.ok && shown.report.regime == Regime::Pretrain;
  }
  return false;
}

}  // namespace trireme
