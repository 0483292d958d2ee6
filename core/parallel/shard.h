// What one GPU holds of a micro-batch under a layout.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/parallel/plan.h"
#include "core/workload/layers.h"

namespace trireme {

// `sequences` per data-parallel rank and micro-batch, of `sequence` tokens each.
[[nodiscard]] inline Shard shard_of(double sequences, double sequence, const Plan& plan) {
  Shard shard;
  shard.sequences = sequences;
  shard.sequence = sequence;
  shard.tensor = static_cast<double>(plan.tensor);
  shard.context = static_cast<double>(plan.context);
  shard.expert = static_cast<double>(plan.expert);
  shard.expert_tensor = static_cast<double>(plan.expert_tensor);
  shard.tokens = sequences * sequence / shard.context;
  shard.residual_tokens = plan.sequence_parallel ? shard.tokens / shard.tensor : shard.tokens;
  return shard;
}

}  // namespace trireme
