// The feed-forward of each layer: dense or a mixture of experts, under all the spellings of the latter.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/catalog/model.h"
#include "core/import/layer_pattern.h"
#include "core/import/shape.h"
#include "core/import/text_config.h"

namespace trireme::hf {

struct FeedForwards {
  FeedForward dense, moe;
  std::vector<bool> is_moe;                  // by layer
  std::vector<std::int64_t> width_by_layer;  // of dense layers; empty: all alike
  std::vector<std::int64_t> top_k_by_layer, shared_width_by_layer;
};

[[nodiscard]] FeedForwards read_feed_forwards(const TextConfig& config, const Shape& shape);

[[nodiscard]] FeedForward feed_forward_of(const FeedForwards& all, std::size_t layer);

}  // namespace trireme::hf
