// The fully resolved input of the cost models: no names, only values.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/scenario/scenario.h"

namespace trireme {

// Layers of one kind anywhere in the stack.
struct LayerKind {
  Layer layer;
  std::int64_t count = 0;
  friend bool operator==(const LayerKind&, const LayerKind&) = default;
};

// Consecutive layers of a kind: how many of Problem::layers[kind].
struct LayerStretch {
  std::size_t kind = 0;
  std::int64_t count = 0;
  friend bool operator==(const LayerStretch&, const LayerStretch&) = default;
};

struct Problem {
  Regime regime = Regime::Pretrain;
  Model model;
  Accelerator accelerator;
  Instance instance;
  Link scale_up;
  Link scale_out;
  Stack stack;
  Engine engine;
  Training training;
  Plan plan;
  Serving serving;
  std::int64_t instances = 1;
  Run run;                          // with the price filled in
  Price price;                      // the catalog's, or the user's
  std::vector<LayerKind> layers;    // the model's and trained MTP layers, equal ones merged
  std::vector<LayerStretch> order;  // of the same layers, first to last
  std::int64_t layer_count = 0;     // of all kinds
  std::int64_t mtp_layers = 0;      // trained
  double attention_factor = 1;      // the stack's attention kernels on this architecture and in this format
  double parameters_total = 0;
  double parameters_active = 0;
  double model_flops_per_token = 0;  // forward and backward, causal attention counted half

  [[nodiscard]] std::int64_t accelerators() const { return instances * instance.accelerators; }
  [[nodiscard]] std::int64_t data_parallel() const {
    return accelerators() / (plan.tensor * plan.context * plan.pipeline);
  }
};

[[nodiscard]] inline bool has_experts(const Problem& problem) {
  for (const LayerKind& kind : problem.layers)
    if (kind.layer.feed_forward.kind == FeedForwardKind::Moe) return true;
  return false;
}

}  // namespace trireme
