// Which kind of layer stands where: sliding windows, linear attention, state space, MLP-only and MoE-only
// layers. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/import/shape.h"
#include "core/import/text_config.h"

namespace trireme::hf {

enum class LayerKind {
  Full,
  Window,
  Chunk,
  Linear,
  StateSpace,
  Convolution,
  PooledSparse,  // DeepSeek-V4: pools of few tokens, picked by an indexer
  PooledHeavy,   // DeepSeek-V4: pools of many tokens
  SharedBlock,   // Zamba2: a state-space layer with a shared attention block before it
  Mlp,           // only a feed-forward
  Experts,       // only a mixture of experts
};

struct LayerPattern {
  std::vector<LayerKind> kinds;
  bool one_block = false;  // a layer is either a mixer or a feed-forward, not both
  std::int64_t window = 0;
  std::int64_t chunk = 0;
};

[[nodiscard]] LayerPattern read_layer_pattern(const TextConfig& config, const Shape& shape);

}  // namespace trireme::hf
