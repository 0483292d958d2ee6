// Bytes on one GPU of a training run, by item and pipeline stage.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/base/units.h"
#include "core/catalog/datatype.h"
#include "core/catalog/model.h"
#include "core/catalog/stack.h"
#include "core/parallel/pipeline.h"
#include "core/parallel/plan.h"
#include "core/workload/layers.h"

namespace trireme {

// Bytes on one GPU.
enum class MemoryItem { Weights, Gradients, Optimizer, Activations, Logits, Overhead };
inline constexpr int memory_item_count = 6;

struct MemoryMap {
  StageKind stage = StageKind::Only;  // the fullest rank's
  std::array<Bytes, memory_item_count> items{};
  Bytes total;
  Bytes usable;  // of the accelerator
  [[nodiscard]] bool fits() const { return total <= usable; }
};

[[nodiscard]] std::string_view id_of(MemoryItem item);
[[nodiscard]] std::string_view label_of(MemoryItem item);

// Weights, gradients and optimizer states of `parameters` a GPU holds, of which it shares the work with
// `ranks` data-parallel and context ranks. `gathered` are the parameters that FSDP holds unsharded at a time
// (two layers and the vocabulary). Mixed-precision Adam: 2 + gradient bytes resident and 12 (FP32 master, two
// moments) owned under a distributed optimizer or DDP; FP32 weights, gradients and moments, 16 in all, under
// FSDP. Source: training specification, section 6.
struct StateBytes {
  Bytes weights, gradients, optimizer;
};
[[nodiscard]] StateBytes state_bytes(double parameters, double gathered, double ranks, Sharding sharding,
                                     double gradient_bytes);

// Activations that one layer keeps for its backward pass, for one micro-batch, before recompute:
// attention: (2 + z) residual + 2 tokens (q + k + v + out), with the stack's bytes a score when not fused;
// MLP: (2 + z) residual + tokens width (4 + z), or (2 + z) without a gate. z is the byte width of a saved
// linear input. Source: training specification, section 6.
[[nodiscard]] Bytes layer_activation_bytes(const Layer& layer, double hidden, const Shard& shard,
                                           Precision precision, const Stack& stack);

// The part of it that only attention without fusion keeps: its scores.
[[nodiscard]] Bytes kept_score_bytes(const Layer& layer, const Shard& shard, const Stack& stack);

// What recompute leaves of it, for `layers` layers and `in_flight` micro-batches of a stage.
struct StageActivations {
  double layers = 0;
  double in_flight = 0;
  Bytes layer;             // average layer, as above
  Bytes attention_scores;  // the part of it that core-attention recompute drops, average layer
  Bytes residual;          // one layer's input, BF16
};
[[nodiscard]] Bytes kept_activation_bytes(const StageActivations& stage, Recompute recompute,
                                          const Stack& stack);

}  // namespace trireme
