// The rules that a serving scenario must keep. Internal to resolve().
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/base/issue.h"
#include "core/catalog/catalog.h"
#include "core/scenario/scenario.h"

namespace trireme {

// Adds every fault of checkpoint, layout and load. `gpus` are all of them.
void check_serving(const Scenario& scenario, const Model& model, const Accelerator& accelerator,
                   std::int64_t gpus, Issues& issues);

}  // namespace trireme
