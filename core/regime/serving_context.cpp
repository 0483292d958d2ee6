// Layout and formats of a serving engine.
// SPDX-License-Identifier: MIT
#include "core/regime/serving_context.h"

#include <algorithm>
#include <cmath>

#include "core/cost/compute.h"
#include "core/workload/count.h"

namespace trireme {
namespace {

constexpr double scaled_4_bit = 0.5625;  // with a scale byte per 16 elements
constexpr double mx_4_bit = 0.53;        // with a scale byte per 32

// BF16 kernels where the accelerator has no others.
WeightKernel kernel_or_unpacked(const Accelerator& accelerator, MatrixFormat format, double stored) {
  if (runs(accelerator, format)) return {format, stored, false};
  return {MatrixFormat::Bf16, stored, stored < 1};
}

struct Kernels {
  WeightKernel attention, mlp, experts;
};

// Checkpoints as they are published. Source: inference specification, section 1.
Kernels kernels_of(const Accelerator& accelerator, const Serving& serving, bool latent, bool experts) {
  const WeightKernel bf16;
  Kernels k;
  switch (serving.weights) {
    case CheckpointFormat::Bf16: return {};
    case CheckpointFormat::Fp8:
      k.attention = k.mlp = k.experts = kernel_or_unpacked(accelerator, MatrixFormat::Fp8, 1);
      break;
    case CheckpointFormat::Fp8Block:
      k.attention = k.mlp = k.experts = kernel_or_unpacked(accelerator, MatrixFormat::Fp8Block, 1);
      break;
    case CheckpointFormat::Nvfp4:
      k.mlp = k.experts = kernel_or_unpacked(accelerator, MatrixFormat::Fp4, scaled_4_bit);
      k.attention = experts ? bf16 : k.mlp;
      break;
    case CheckpointFormat::Mxfp4:
      k.experts = kernel_or_unpacked(accelerator, MatrixFormat::Fp4, mx_4_bit);
      k.mlp = bf16;
      k.attention = bf16;
      break;
    case CheckpointFormat::Int4:
      k.experts = {MatrixFormat::Bf16, scaled_4_bit, true};
      k.attention = k.mlp = latent ? bf16 : WeightKernel{MatrixFormat::Bf16, mx_4_bit, false};
      break;
    case CheckpointFormat::Int8: k.attention = k.mlp = k.experts = {MatrixFormat::Bf16, 1, false}; break;
  }
  if (serving.attention_weights == AttentionWeights::Bf16) k.attention = bf16;
  if (serving.attention_weights == AttentionWeights::AsWeights) k.attention = k.mlp;
  return k;
}

// Engines keep the cache in FP8 when the checkpoint carries its scales, and on parts with FP4 units whenever
// the weights are narrow.
double cache_bytes_of(const Problem& p) {
  const Serving& s = p.serving;
  if (s.cache == CacheChoice::Bf16) return 2;
  if (s.cache == CacheChoice::Fp8) return 1;
  const bool float8_or_4 = s.weights == CheckpointFormat::Fp8 || s.weights == CheckpointFormat::Fp8Block ||
                           s.weights == CheckpointFormat::Nvfp4 || s.weights == CheckpointFormat::Mxfp4;
  if (s.weights == CheckpointFormat::Fp8) return 1;
  if (p.engine.fused_cache_kernel && s.weights != CheckpointFormat::Bf16) return 1;
  return p.accelerator.fp4_dense > FlopsPerSecond{} && float8_or_4 ? 1 : 2;
}

// On parts without FP8 units the cache saves memory only.
CacheFormat cache_kernel_of(const Problem& p, double bytes) {
  if (bytes == 2 || p.accelerator.fp8_dense == FlopsPerSecond{}) return CacheFormat::Bf16;
  return p.engine.fused_cache_kernel ? CacheFormat::Fp8Fused : CacheFormat::Fp8;
}

ServingContext context_of(const Problem& p, double tensor, double attention_ranks, double pipeline,
                          double expert) {
  const Serving& s = p.serving;
  ServingContext c{.problem = p};
  c.tensor = tensor;
  c.pipeline = pipeline;
  c.attention_ranks = attention_ranks;
  c.micro_batches = s.load == Load::Batch && p.engine.whole_static_batches ? 1 : pipeline;
  c.expert = expert;
  c.expert_tensor = std::max(1.0, tensor * attention_ranks / expert);
  c.max_batch = s.max_batch > 0 ? number(s.max_batch) : p.engine.max_batch;
  bool latent = false;
  for (const LayerKind& kind : p.layers) {
    latent = latent || kind.layer.mixer.kind == MixerKind::LatentAttention;
    c.has_experts = c.has_experts || kind.layer.feed_forward.kind == FeedForwardKind::Moe;
  }
  const Kernels kernels = kernels_of(p.accelerator, s, latent, c.has_experts);
  c.attention = kernels.attention;
  c.mlp = kernels.mlp;
  c.experts = kernels.experts;
  c.cache_bytes = cache_bytes_of(p);
  c.cache_kernel = cache_kernel_of(p, c.cache_bytes);
  c.queries = 1 + number(s.draft_tokens);
  c.accepted = s.accepted > 0 ? s.accepted : accepted_tokens(number(s.draft_tokens));
  c.fabric = {.accelerator = &p.accelerator,
              .scale_up = &p.scale_up,
              .scale_out = &p.scale_out,
              .scale_up_domain = p.instance.scale_up_domain,
              .scale_out_per_gpu = p.instance.scale_out_per_accelerator()};
  return c;
}

}  // namespace

double accepted_tokens(double draft_tokens) { return 1 + 2.05 * (1 - std::exp(-draft_tokens / 1.6)); }

ServingContext serving_context(const Problem& p) {
  const Serving& s = p.serving;
  ServingContext c =
      context_of(p, number(s.tensor), number(s.attention_data), number(s.pipeline), number(s.expert));
  c.replicas = number(p.accelerators() - s.prefill_gpus()) / c.gpus_per_engine();
  return c;
}

ServingContext prefill_context(const Problem& p) {
  const Serving& s = p.serving;
  const double gpus = number(s.prefill_tensor * s.prefill_attention_data);
  ServingContext c = context_of(p, number(s.prefill_tensor), number(s.prefill_attention_data), 1, gpus);
  c.replicas = number(s.prefill_engines);
  return c;
}

}  // namespace trireme
