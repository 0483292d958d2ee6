// Decode attention.
// SPDX-License-Identifier: MIT
#include "core/cost/decode_attention.h"

#include <algorithm>
#include <cmath>

namespace trireme {
namespace {

double cache_bytes(CacheFormat format) { return format == CacheFormat::Bf16 ? 2 : 1; }

}  // namespace

DecodeTime decode_attention_time(const Accelerator& accelerator, const DecodeShape& s) {
  const bool mla = s.latent > 0;
  const auto& laws = mla ? accelerator.laws.latent_decode : accelerator.laws.decode;
  const auto* law = &laws[static_cast<std::size_t>(s.cache)];
  if (!law->present() && s.cache == CacheFormat::Fp8Fused)
    law = &laws[static_cast<std::size_t>(CacheFormat::Fp8)];
  if (!law->present()) law = laws.data();

  const double context = std::max(s.context, law->min_context);
  const double kv = cache_bytes(s.cache);
  Bytes traffic;
  Flops work;
  FlopsPerSecond peak = accelerator.bf16_dense;
  if (mla) {
    const double width = 2 * s.latent + s.rope;
    traffic =
        s.sequences * (context * (s.latent + s.rope) * kv + 2 * s.queries * s.heads * width) * unit::byte;
    work = 2 * s.sequences * s.queries * std::max(s.heads, 16.0) * context * width * unit::flop;
    if (kv < 2 && accelerator.fp4_dense > FlopsPerSecond{}) peak = accelerator.fp8_dense;
  } else {
    traffic =
        s.sequences * s.head_dim * (2 * context * s.kv_heads * kv + 4 * s.queries * s.heads) * unit::byte;
    work =
        4 * s.sequences * s.queries * std::max(s.heads, 8 * s.kv_heads) * s.head_dim * context * unit::flop;
  }
  DecodeTime time;
  time.memory =
      traffic / (accelerator.hbm_bandwidth * law->memory_efficiency * accelerator.laws.serving.bandwidth);
  time.compute = work / (peak * law->compute_efficiency);
  time.total = law->t0 +
               std::cbrt(std::pow(time.memory.base(), 3) + std::pow(time.compute.base(), 3)) * unit::second +
               std::log2(1 + s.context / 128) * law->per_doubling;
  return time;
}

}  // namespace trireme
