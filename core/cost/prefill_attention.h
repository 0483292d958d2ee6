// Time of the attention operator in the prefill of inference: rotation, cache write, fused attention.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/units.h"
#include "core/catalog/accelerator.h"

namespace trireme {

// Prompts of `tokens` new tokens each, that end at a context of `context`; causal. A query sees no more than
// `window` keys; 0 = all before it.
struct PrefillShape {
  double prompts = 1, tokens = 0, context = 0, window = 0;
  double heads = 0, kv_heads = 0, head_dim = 0;
  double kv_bytes = 2;  // of an element of the cache
};

// t = t0 + (tc^p + tile^p)^(1/p) + traffic, with u seconds a score of the whole chip as in
// core/cost/compute.h:
//   tc = prompts heads tokens (min(context - tokens/2, window) + s0/2) u, all scores;
//   tile = tile tokens (min(context, window) + s0) u, the longest row of tiles on one SM;
//   traffic of queries, keys, values, cache and output. Assumes 16-bit attention.
// Source: kernel fits, section b.
[[nodiscard]] Seconds prefill_attention_time(const Accelerator& accelerator, const PrefillShape& shape);

// Latent attention (MLA) with 192-wide queries and keys, 128-wide values and a 576-wide cache; `kv_heads` and
// `head_dim` are not used.
[[nodiscard]] Seconds latent_prefill_attention_time(const Accelerator& accelerator,
                                                    const PrefillShape& shape);

}  // namespace trireme
