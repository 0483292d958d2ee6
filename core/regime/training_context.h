// What every part of a training step needs to know: shapes, groups, switches.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/cost/collectives.h"
#include "core/cost/token_dispatch.h"
#include "core/scenario/problem.h"
#include "core/workload/layers.h"

namespace trireme {

// Ranks that hold the same weights: those that split them among themselves, and under HSDP copies of such a
// group that must agree on gradients.
struct WeightGroup {
  Group shards, copies;
};
struct WeightGroups {
  WeightGroup dense, experts;
};
[[nodiscard]] WeightGroups weight_groups(const Problem& problem);

struct TrainingContext {
  const Problem& problem;
  std::int64_t micro_batches = 1;
  Shard shard;
  MatrixFormat format = MatrixFormat::Bf16;
  KernelStyle style;
  Fabric fabric;
  Group tensor;
  Group data;         // data-parallel and context ranks together
  Group expert_data;  // ranks that hold the same experts
  bool overlap_tensor = false, overlap_data = false, overlap_expert = false;

  [[nodiscard]] double hidden() const { return static_cast<double>(problem.model.hidden); }
};

// The micro-batch is real where the global batch does not divide.
[[nodiscard]] TrainingContext training_context(const Problem& problem);

// Bytes of a gradient element on the wire and in memory, as the user or the stack wants them.
struct GradientBytes {
  double wire = 0, kept = 0;
};
[[nodiscard]] GradientBytes gradient_bytes(const Problem& problem);

// FSDP gathers weights for every micro-batch.
[[nodiscard]] inline bool gathers_weights(const Plan& plan) {
  return plan.sharding == Sharding::Full || plan.sharding == Sharding::Gradients;
}

[[nodiscard]] inline bool is_lora(const Training& training) {
  return training.method != TrainingMethod::Full;
}

}  // namespace trireme
