// Changes of the layout that make a scenario fit, cheapest first.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/scenario/scenario.h"

namespace trireme {

struct MemoryFix {
  std::string change;       // "FSDP (ZeRO-3)", "TP 16"
  Scenario scenario;        // with the change
  double step_seconds = 0;  // or of an output token
  double memory_bytes = 0;  // of the fullest GPU
};

// Single changes (recompute, sharding, another degree doubled, a smaller micro-batch) that resolve and fit,
// and where none does, pairs with full recompute; of serving a narrower checkpoint or cache, or a degree
// doubled. At most `count`, by the time of a step or an output token.
[[nodiscard]] std::vector<MemoryFix> memory_fixes(const Scenario& scenario, const Catalog& catalog,
                                                  std::size_t count);

}  // namespace trireme
