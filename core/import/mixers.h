// The token mixer of each layer.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/catalog/model.h"
#include "core/import/layer_pattern.h"
#include "core/import/shape.h"
#include "core/import/text_config.h"

namespace trireme::hf {

// Attention of layer `index`, with the departures that some types have for their global or windowed layers.
[[nodiscard]] Mixer attention_mixer(const TextConfig& config, const Shape& shape, const LayerPattern& pattern,
                                    std::size_t index);

// Linear attention, state space, short convolution, RWKV: whatever keeps a state of fixed size.
[[nodiscard]] Mixer recurrent_mixer(const TextConfig& config, const Shape& shape, LayerKind kind);

}  // namespace trireme::hf
