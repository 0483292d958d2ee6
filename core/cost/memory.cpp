// Memory of weights, gradients, optimizer states and activations.
// SPDX-License-Identifier: MIT
#include "core/cost/memory.h"

#include <algorithm>

namespace trireme {
namespace {

constexpr double bf16_bytes = 2;
constexpr double adam_bytes = 12;  // FP32 master weight and two moments
constexpr double fsdp_weight_bytes = 4, fsdp_gradient_bytes = 4, fsdp_optimizer_bytes = 8;

}  // namespace

std::string_view id_of(MemoryItem item) {
  switch (item) {
    case MemoryItem::Weights: return "weights";
    case MemoryItem::Gradients: return "gradients";
    case MemoryItem::Optimizer: return "optimizer";
    case MemoryItem::Activations: return "activations";
    case MemoryItem::Logits: return "logits";
    case MemoryItem::Overhead: return "overhead";
  }
  return "";
}

std::string_view label_of(MemoryItem item) {
  switch (item) {
    case MemoryItem::Weights: return "Weights";
    case MemoryItem::Gradients: return "Gradients";
    case MemoryItem::Optimizer: return "Optimizer states";
    case MemoryItem::Activations: return "Activations";
    case MemoryItem::Logits: return "Logits and loss";
    case MemoryItem::Overhead: return "Buffers and fragmentation";
  }
  return "";
}

StateBytes state_bytes(double parameters, double gathered, double ranks, Sharding sharding,
                       double gradient_bytes) {
  using unit::byte;
  const double owned = parameters / (sharding == Sharding::None ? 1 : ranks);
  if (sharding == Sharding::None || sharding == Sharding::Optimizer)
    return {bf16_bytes * parameters * byte, gradient_bytes * parameters * byte, adam_bytes * owned * byte};
  // ZeRO-2 keeps a full BF16 copy of the weights from the forward to the backward pass.
  const double resident = bf16_bytes * (gathered + (sharding == Sharding::Gradients ? parameters : 0));
  return {(fsdp_weight_bytes * owned + resident) * byte, fsdp_gradient_bytes * owned * byte,
          fsdp_optimizer_bytes * owned * byte};
}

Bytes kept_score_bytes(const Layer& layer, const Shard& shard, const Stack& stack) {
  if (layer.mixer.kind != MixerKind::Attention || stack.fused_attention) return {};
  const double heads = static_cast<double>(layer.mixer.heads) / shard.tensor;
  return stack.unfused_score_bytes_kept * shard.tokens * heads * shard.sequence * unit::byte;
}

Bytes layer_activation_bytes(const Layer& layer, double hidden, const Shard& shard, Precision precision,
                             const Stack& stack) {
  // Low-precision recipes keep the quantised linear inputs: a byte with FP8, and with both orientations of
  // FP4.
  const double saved = is_16_bit(precision) ? bf16_bytes : 1;
  double bytes = 0;
  if (layer.mixer.kind == MixerKind::Attention) {
    const Mixer& m = layer.mixer;
    const double query = static_cast<double>(m.heads) / shard.tensor * static_cast<double>(m.head_dim);
    const double key =
        std::max(1.0, static_cast<double>(m.kv_heads) / shard.tensor) * static_cast<double>(m.head_dim);
    bytes += (bf16_bytes + saved) * shard.residual_tokens * hidden +
             bf16_bytes * shard.tokens * (2 * query + 2 * key);
  }
  if (layer.feed_forward.kind == FeedForwardKind::Dense) {
    const double width = static_cast<double>(layer.feed_forward.width) / shard.tensor;
    bytes += (bf16_bytes + saved) * shard.residual_tokens * hidden +
             shard.tokens * width * ((layer.feed_forward.gated ? 4 : 2) + saved);
  }
  return bytes * unit::byte + kept_score_bytes(layer, shard, stack);
}

Bytes kept_activation_bytes(const StageActivations& stage, Recompute recompute, const Stack& stack) {
  const double copies = stage.layers * stage.in_flight;
  switch (recompute) {
    case Recompute::None: return stack.activation_factor * copies * stage.layer;
    case Recompute::Selective:
      return stack.activation_factor * copies * (stage.layer - stage.attention_scores);
    case Recompute::Operators:
      return stack.activation_factor_recompute * stack.operator_recompute_kept_share * copies * stage.layer;
    case Recompute::Full: return stack.activation_factor_recompute * (copies * stage.residual + stage.layer);
  }
  return {};
}

}  // namespace trireme
