// Time of attention of the newest tokens of many sequences over their caches.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/units.h"
#include "core/catalog/accelerator.h"

namespace trireme {

// One layer on one GPU. Heads may be fractions when they do not divide over the tensor group.
struct DecodeShape {
  double sequences = 1, context = 0;
  double queries = 1;  // tokens of a sequence in this step: 1, or 1 + draft tokens
  double heads = 0, kv_heads = 0, head_dim = 0;
  double latent = 0, rope = 0;  // MLA, in place of kv_heads and head_dim: widths of the cached vector's parts
  CacheFormat cache = CacheFormat::Bf16;
};

struct DecodeTime {
  Seconds total;
  Seconds compute, memory;  // tc, tm of the law
};

// t = t0 + (tm^3 + tc^3)^(1/3) + per_doubling log2(1 + context/128), with context' = max(context, shortest):
//   GQA  tm: 2 context' kv_heads head_dim cache bytes + 4 queries heads head_dim of HBM traffic a sequence,
//        tc: 4 queries max(heads, 8 kv_heads) head_dim context' FLOP (query heads share a tile);
//   MLA  tm: context' (latent + rope) cache bytes + 2 queries heads (2 latent + rope),
//        tc: 2 queries max(heads, 16) context' (2 latent + rope), at the FP8 peak for an FP8 cache on parts
//        with FP4 units.
// Falls back to the BF16 law when there is none for the cache's format. Source: kernel fits, section c.
[[nodiscard]] DecodeTime decode_attention_time(const Accelerator& accelerator, const DecodeShape& shape);

}  // namespace trireme
