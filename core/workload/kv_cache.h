// What a sequence keeps in memory between tokens: keys and values, and states of fixed size.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/base/units.h"
#include "core/catalog/model.h"

namespace trireme {

// Bytes of one element of the cache: 2 for 16 bit, 1 for FP8.
using ElementBytes = double;

// Cache of one layer for a sequence of `context` tokens: never more than the window or the chunk, where there
// is one. MLA keeps its compressed vector and the rotary part once for all heads, keys of an
// indexer stand apart.
[[nodiscard]] Bytes mixer_kv_bytes(const Mixer& mixer, double context, ElementBytes element);

// Growth with each token, beyond every window.
[[nodiscard]] Bytes mixer_kv_bytes_per_token(const Mixer& mixer, ElementBytes element);

// The same over all decoder layers. Layers that reuse another's keys and values count nothing; MTP layers
// neither.
[[nodiscard]] Bytes kv_bytes(const Model& model, std::int64_t context, ElementBytes element);
[[nodiscard]] Bytes kv_bytes_per_token(const Model& model, ElementBytes element);

// An engine without window support keeps every token in every attention layer.
[[nodiscard]] Bytes kv_bytes_per_token_without_windows(const Model& model, ElementBytes element);

// Keys of sparse attention's indexer (DeepSeek-V3.2 and later), which engines keep in FP8 beside the cache.
[[nodiscard]] Bytes index_cache_bytes(const Model& model, std::int64_t context);

// Keys and values of the encoder's output (or of an image) for the cross-attention layers.
[[nodiscard]] Bytes cross_kv_bytes(const Model& model, std::int64_t encoder_tokens, ElementBytes element);

// States of linear attention, state-space and convolution layers for one sequence, whatever its length; of
// one layer, and of all of them. `state` is the element size of recurrent states (4: most engines keep them
// in 32 bit), `element` that of convolution windows.
[[nodiscard]] Bytes mixer_state_bytes(const Mixer& mixer, ElementBytes state, ElementBytes element);
[[nodiscard]] Bytes state_bytes(const Model& model, ElementBytes state, ElementBytes element);

}  // namespace trireme
