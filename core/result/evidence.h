// What measurements say about a scenario: the nearest runs, and how far runs of its class were off.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/scenario/problem.h"

namespace trireme {

// 10th and 90th percentile of measured over predicted step time in the runs of a class, predicted with
// constants that were fitted without any run of the same model on the same GPU family.
struct ErrorBand {
  double low = 0, high = 0;  // 0 without enough runs: unvalidated
  std::size_t runs = 0;
  std::string of;  // "MoE runs of Megatron-Core on Blackwell"
};

// The narrowest class with at least ten runs: same stack, dense or MoE, and GPU architecture; else without
// the architecture. Fewer runs of a stack than that are no band.
[[nodiscard]] ErrorBand error_band(const Problem& problem, const Catalog& catalog);

// The `count` runs that are most alike, nearest first: stack, dense or MoE, GPU, model size, number of GPUs,
// precision, sequence and layout count, in this order of weight.
[[nodiscard]] std::vector<const MeasuredRun*> nearest_runs(const Problem& problem, const Catalog& catalog,
                                                           std::size_t count);

}  // namespace trireme
