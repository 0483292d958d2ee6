// Memory of a serving GPU.
// SPDX-License-Identifier: MIT
#include "core/regime/serving_memory.h"

#include <algorithm>

#include "core/workload/count.h"
#include "core/workload/kv_cache.h"
#include "core/workload/layers.h"

namespace trireme {
namespace {

constexpr double embedding_bytes = 2, state_element_bytes = 4, convolution_bytes = 2;

}  // namespace

WeightBytes serving_weights(const ServingContext& c) {
  const Model& model = c.problem.model;
  Shard shard;
  shard.sequences = shard.sequence = shard.tokens = 1;
  shard.tensor = c.tensor, shard.expert = c.expert, shard.expert_tensor = c.expert_tensor;
  WeightBytes weights;
  for (const LayerKind& kind : c.problem.layers)
    for (const Op& op : layer_ops(kind.layer, number(model.hidden), shard, {})) {
      if (op.kind != OpKind::Linear) continue;
      const double count = number(kind.count) * op.linear.groups * op.linear.in * op.linear.out / c.pipeline;
      const double sixteen_bit = op.linear.sixteen_bit ? 2 : 0;
      const auto add = [&](const WeightKernel& kernel, Bytes& sum) {
        sum += count * (sixteen_bit > 0 ? sixteen_bit : kernel.stored_bytes) * unit::byte;
      };
      if (op.block == OpBlock::Mixer) add(c.attention, weights.attention);
      else if (op.name == OpName::ExpertUp || op.name == OpName::ExpertDown) add(c.experts, weights.experts);
      else add(c.mlp, weights.mlp);
    }
  const double matrices = model.tied_embeddings && c.pipeline == 1 ? 1 : 2;
  weights.vocabulary = matrices * embedding_bytes * number(model.vocabulary * model.hidden) /
                       (c.tensor * std::min(c.pipeline, 2.0)) * unit::byte;
  return weights;
}

Bytes sequence_cache(const ServingContext& c, double tokens) {
  Bytes sum;
  for (const LayerKind& kind : c.problem.layers) {
    const Mixer& m = kind.layer.mixer;
    // Key-value heads that do not divide are copied; latent vectors are on every rank.
    const double share =
        m.kind == MixerKind::Attention && m.kv_heads > 0 ? std::max(1 / c.tensor, 1 / number(m.kv_heads)) : 1;
    sum += number(kind.count) * (share * mixer_kv_bytes(m, tokens, c.cache_bytes) +
                                 mixer_state_bytes(m, state_element_bytes, convolution_bytes) / c.tensor);
  }
  return sum / c.pipeline;
}

ServingMemory serving_memory(const ServingContext& c, double prompt, double output) {
  const Engine& engine = c.problem.engine;
  ServingMemory memory;
  memory.usable = c.problem.accelerator.memory_visible;
  memory.weight_bytes = serving_weights(c);
  memory.weights = memory.weight_bytes.total();
  const double hidden = number(c.problem.model.hidden);
  double& width = memory.workspace_width;
  for (const LayerKind& kind : c.problem.layers) {
    const FeedForward& f = kind.layer.feed_forward;
    width = std::max({width, number(f.width) / c.tensor, number(f.expert_width * f.top_k) / c.expert});
  }
  memory.workspace = engine.workspace + engine.chunk * (16 * hidden + 4 * width) * unit::byte;
  // TensorRT-LLM shares what is free once weights are there, vLLM the whole GPU.
  const Bytes taken = memory.weights + memory.workspace;
  const Bytes left = engine.shares_whole_gpu ? engine.cache_share * memory.usable - taken
                                             : engine.cache_share * (memory.usable - taken);
  memory.cache = max(left, Bytes{});
  // Sequences of a static batch are longest at the same time.
  const double occupancy = c.problem.serving.load == Load::Batch ? 1 : engine.cache_occupancy;
  memory.cache_per_sequence = sequence_cache(c, prompt + occupancy * output);
  const double by_memory = memory.cache / memory.cache_per_sequence;
  memory.max_batch = c.attention_ranks * std::min(by_memory, c.max_batch);
  return memory;
}

}  // namespace trireme
