// Pieces of explain(); internal.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/regime/pretrain.h"
#include "core/regime/pretrain_memory.h"
#include "core/result/result.h"
#include "core/result/term.h"
#include "core/scenario/problem.h"

namespace trireme {

[[nodiscard]] std::vector<Term> explain_serving(const Problem& problem);
[[nodiscard]] std::vector<Term> explain_headline(const Problem& problem, const StepTimes& step,
                                                 const Result& result);
[[nodiscard]] std::vector<Term> explain_breakdown(const Problem& problem, const StepTimes& step,
                                                  const Result& result);
[[nodiscard]] std::vector<Term> explain_memory(const Problem& problem, const StepTimes& step,
                                               const RankMemory& rank);
[[nodiscard]] std::vector<Term> explain_operators(const Problem& problem, const StepTimes& step);

}  // namespace trireme
