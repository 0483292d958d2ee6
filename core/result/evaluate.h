// Problem to result: the only place where costs meet. Does not allocate.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/regime/pretrain.h"
#include "core/result/result.h"
#include "core/scenario/problem.h"

namespace trireme {

[[nodiscard]] Result evaluate(const Problem& problem);

// Seconds of a step by cause; they sum to step.total.
[[nodiscard]] std::array<BreakdownItem, cause_count> breakdown_of(const Problem& problem,
                                                                  const StepTimes& step);

}  // namespace trireme
