// Memory of each kind of pipeline rank, and the fullest of them.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/cost/memory.h"
#include "core/regime/pretrain.h"
#include "core/scenario/problem.h"

namespace trireme {

// What one rank's memory is made of, before and after sharding: the numbers behind the map.
struct RankMemory {
  std::int64_t stage = 0;  // pipeline stage, 0 = first
  std::int64_t layers = 0;
  double in_flight = 0;  // micro-batches
  RankParameters parameters;
  double state_ranks = 1, expert_state_ranks = 1;  // that share optimizer states
  double vocabulary_matrices = 0;
  LayerActivations layer_activations;  // average layer of the rank, one micro-batch, before recompute
  MemoryMap map;
};

[[nodiscard]] RankMemory rank_memory(const Problem& problem, const StepTimes& step, std::int64_t stage);
[[nodiscard]] RankMemory fullest_rank(const Problem& problem, const StepTimes& step);

}  // namespace trireme
