// A problem from a scenario and the parts that it names, without checks.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/scenario/problem.h"

namespace trireme {

// Links may be missing, and the stack or the engine where the regime does not need it.
struct Parts {
  const Model* model = nullptr;
  const Accelerator* accelerator = nullptr;
  const Instance* instance = nullptr;
  const Link* scale_up = nullptr;
  const Link* scale_out = nullptr;
  const Stack* stack = nullptr;    // of training
  const Engine* engine = nullptr;  // of serving
};

// resolve() checks first; measured runs, which did happen, come here directly.
[[nodiscard]] Problem assemble(const Scenario& scenario, const Parts& parts);

// Equal layers anywhere in the stack as one kind with a count.
[[nodiscard]] std::vector<LayerKind> merged_layers(const std::vector<LayerRun>& runs);

}  // namespace trireme
