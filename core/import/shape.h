// The numbers that all layers of a language model share.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/catalog/model.h"
#include "core/import/text_config.h"

namespace trireme::hf {

struct Shape {
  std::int64_t hidden = 0, layers = 0, vocabulary = 0, context = 0;
  std::int64_t heads = 0, kv_heads = 0, head_dim = 0;
  std::vector<std::int64_t> heads_by_layer, kv_heads_by_layer;  // empty: all alike
  std::int64_t width = 0;                                       // of a dense MLP
  std::vector<std::int64_t> width_by_layer;
  bool width_given = false;
  bool gated = true;
  bool mlp_bias = false;
  bool tied = false;
};

[[nodiscard]] Shape read_shape(const TextConfig& config);

// Biases and small norms of an attention, with heads and sizes of the shape.
[[nodiscard]] Mixer base_attention(const TextConfig& config, const Shape& shape);

}  // namespace trireme::hf
