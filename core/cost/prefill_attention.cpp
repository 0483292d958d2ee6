// Prefill attention.
// SPDX-License-Identifier: MIT
#include "core/cost/prefill_attention.h"

#include <algorithm>
#include <cmath>

namespace trireme {
namespace {

Seconds operator_time(const Accelerator& accelerator, const AttentionLaw& law, const PrefillLaw& prefill,
                      const PrefillShape& shape, double flops_per_score, Bytes traffic) {
  const double matrix = flops_per_score / (accelerator.bf16_dense.base() * law.compute_efficiency);
  const double exponential = law.phi / accelerator.exponentials.base();
  const double per_score = std::hypot(matrix, exponential);

  const double tokens = std::max(shape.tokens, prefill.block_tokens);
  const double context = std::max(shape.context, tokens);
  const double window = shape.window > 0 ? shape.window : context;
  const double mean = std::min(context - tokens / 2, window), longest = std::min(context, window);
  const double all = shape.prompts * shape.heads * tokens * (mean + law.s0 / 2) * per_score;
  const double tile = prefill.tile_tokens * (longest + law.s0) * per_score;
  const double p = prefill.norm_exponent;
  return law.t0 + std::pow(std::pow(all, p) + std::pow(tile, p), 1 / p) * unit::second +
         prefill.traffic * traffic / accelerator.hbm_bandwidth;
}

}  // namespace

Seconds prefill_attention_time(const Accelerator& accelerator, const PrefillShape& s) {
  const double elements = s.prompts * s.head_dim;
  const Bytes traffic = elements *
                        (s.tokens * (2 * s.heads + 2 * s.kv_heads) * 2 +
                         2 * s.context * s.kv_heads * s.kv_bytes + 2 * s.tokens * s.heads) *
                        unit::byte;
  return operator_time(accelerator, accelerator.laws.attention, accelerator.laws.prefill, s, 4 * s.head_dim,
                       traffic);
}

Seconds latent_prefill_attention_time(const Accelerator& accelerator, const PrefillShape& s) {
  const Bytes traffic = s.prompts * (s.tokens * s.heads * 2 * 640 + s.context * 2 * 576) * unit::byte;
  return operator_time(accelerator, accelerator.laws.latent_attention, accelerator.laws.latent_prefill, s,
                       2 * (192 + 128), traffic);
}

}  // namespace trireme
