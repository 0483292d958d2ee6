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
enum class MemoryItem { Weights, Gradients, Optimizer, Activations, Logits, Cache, Overhead };
inline constexpr int memory_item_count = 7;

struct MemoryMap {
  StageKind stage = StageKind::Only;  // the fullest rank's
  std::array<Bytes, memory_item_count> items{};
  Bytes total;
  Bytes usable;  // of the accelerator
  [[nodiscard]] bool fits() const { return total <= usable; }
};

[[nodiscard]] std::string_view id_of(MemoryItem item);
[[nodiscard]] std::string_view label_of(MemoryItem item);

// Parameters of a rank by who shares them.
struct RankParameters {
  double dense = 0;       // layers' and vocabulary matrices
  double vocabulary = 0;  // of them, in vocabulary matrices
  double experts = 0;
  double gathered = 0;  // held unsharded at a time under FSDP: two layers, experts too, and the vocabulary
};

// Weights, gradients and optimizer states of a rank. `ranks` share the dense ones, `expert_ranks` the
// experts. Mixed-precision Adam: 2 + gradient bytes resident and 12 (FP32 master, two moments) owned under a
// distributed optimizer or DDP; FP32 weights, gradients and moments, 16 in all, under FSDP.
// Source: training specification, section 6.
struct StateBytes {
  Bytes weights, gradients, optimizer;
};
[[nodiscard]] StateBytes state_bytes(const RankParameters& parameters, double ranks, double expert_ranks,
                                     Sharding sharding, double gradient_bytes);

// Frozen weights under LoRA, split among ranks only by FSDP; the adapters' states are left out as too small.
[[nodiscard]] Bytes frozen_weight_bytes(const RankParameters& parameters, double ranks, double expert_ranks,
                                        Sharding sharding, double layer_weight_bytes);

// Activations that one layer keeps for its backward pass, for one micro-batch, and which part of them each
// recompute module drops. z is the byte width of a saved linear input: 1 in low-precision recipes.
//   attention: (2 + z) residual + 2 tokens (q + k + v + out), with the stack's bytes a score when not fused;
//   MLP: (2 + z) residual + tokens width (4 + z), or (2 + z) without a gate;
//   MoE: 4 tokens hidden / TP + rows (z + 2) input + rows width (4 + z) + 6 tokens shared width;
//   state space: 4 residual + 2 tokens (projection + 3 inner).
// Source: training specification, section 6.
struct LayerActivations {
  Bytes kept;
  Bytes scores;      // of unfused attention: core_attn
  Bytes up_project;  // mla_up_proj
  Bytes mlp, moe, expert_activation, norms;
  // What operator-level recompute (torchtitan) keeps instead: the layer's input, every other linear's output,
  // and attention's with its log-sum-exp.
  Bytes operators;

  LayerActivations& add(const LayerActivations& other, double count);
  [[nodiscard]] Bytes dropped(Flags<RecomputeModule> modules) const;
};
[[nodiscard]] LayerActivations layer_activations(const Layer& layer, double hidden, const Shard& shard,
                                                 Precision precision, const Stack& stack);

// What recompute leaves of it, for `layers` layers and `in_flight` micro-batches of a stage.
struct StageActivations {
  double layers = 0;
  double in_flight = 0;
  LayerActivations layer;  // average layer
  Bytes residual;          // one layer's input, BF16
};
[[nodiscard]] Bytes kept_activation_bytes(const StageActivations& stage, const Plan& plan,
                                          const Stack& stack);

}  // namespace trireme
