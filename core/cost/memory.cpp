// Memory of weights, gradients, optimizer states and activations.
// SPDX-License-Identifier: MIT
#include "core/cost/memory.h"

#include <algorithm>

namespace trireme {
namespace {

constexpr double bf16_bytes = 2;
constexpr double adam_bytes = 12;  // FP32 master weight and two moments
// Of a block's activations that its recompute drops: its input and output stay. Assumptions of the training
// specification, section 6.
constexpr double block_share_dropped = 0.9, mlp_share_dropped = 0.8;
constexpr double fsdp_weight_bytes = 4, fsdp_gradient_bytes = 4, fsdp_optimizer_bytes = 8;

}  // namespace

std::string_view id_of(MemoryItem item) {
  switch (item) {
    case MemoryItem::Weights: return "weights";
    case MemoryItem::Gradients: return "gradients";
    case MemoryItem::Optimizer: return "optimizer";
    case MemoryItem::Activations: return "activations";
    case MemoryItem::Logits: return "logits";
    case MemoryItem::Cache: return "cache";
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
    case MemoryItem::Cache: return "Keys and values";
    case MemoryItem::Overhead: return "Buffers and fragmentation";
  }
  return "";
}

StateBytes state_bytes(const RankParameters& p, double ranks, double expert_ranks, Sharding sharding,
                       double gradient_bytes) {
  using unit::byte;
  const double all = p.dense + p.experts;
  if (sharding == Sharding::None)
    return {bf16_bytes * all * byte, gradient_bytes * all * byte, adam_bytes * all * byte};
  const double owned = p.dense / ranks + p.experts / expert_ranks;
  if (sharding == Sharding::Optimizer)
    return {bf16_bytes * all * byte, gradient_bytes * all * byte, adam_bytes * owned * byte};
  // ZeRO-2 keeps a full BF16 copy of the weights from the forward to the backward pass.
  const double resident = bf16_bytes * (p.gathered + (sharding == Sharding::Gradients ? all : 0));
  return {(fsdp_weight_bytes * owned + resident) * byte, fsdp_gradient_bytes * owned * byte,
          fsdp_optimizer_bytes * owned * byte};
}

Bytes frozen_weight_bytes(const RankParameters& p, double ranks, double expert_ranks, Sharding sharding,
                          double layer_weight_bytes) {
  const auto split = [&](double dense_ranks, double experts_ranks) {
    return (layer_weight_bytes * ((p.dense - p.vocabulary) / dense_ranks + p.experts / experts_ranks) +
            bf16_bytes * p.vocabulary / dense_ranks) *
           unit::byte;
  };
  if (sharding != Sharding::Full) return split(1, 1);
  return split(ranks, expert_ranks) + bf16_bytes * p.gathered * unit::byte;
}

LayerActivations& LayerActivations::add(const LayerActivations& other, double count) {
  kept += count * other.kept;
  scores += count * other.scores;
  up_project += count * other.up_project;
  mlp += count * other.mlp;
  moe += count * other.moe;
  expert_activation += count * other.expert_activation;
  norms += count * other.norms;
  operators += count * other.operators;
  return *this;
}

Bytes LayerActivations::dropped(Flags<RecomputeModule> modules) const {
  Bytes bytes;
  const auto drop = [&](RecomputeModule module, Bytes part) {
    if (modules.contains(module)) bytes += part;
  };
  drop(RecomputeModule::CoreAttention, scores);
  drop(RecomputeModule::MlaUpProjection, up_project);
  drop(RecomputeModule::Mlp, mlp);
  drop(RecomputeModule::Moe, moe);
  if (!modules.contains(RecomputeModule::Moe)) drop(RecomputeModule::MoeActivation, expert_activation);
  drop(RecomputeModule::LayerNorm, norms);
  return bytes;
}

LayerActivations layer_activations(const Layer& layer, double hidden, const Shard& shard, Precision precision,
                                   const Stack& stack) {
  // Low-precision recipes keep the quantised linear inputs: a byte with FP8, and with both orientations of
  // FP4.
  const double saved = is_16_bit(precision) ? bf16_bytes : 1;
  const double residual = shard.residual_tokens * hidden;
  const MixerWidths w = mixer_widths(layer.mixer, shard.tensor);
  const FeedForward& ff = layer.feed_forward;
  LayerActivations a;

  switch (layer.mixer.kind) {
    case MixerKind::Attention:
    case MixerKind::LatentAttention:
    case MixerKind::CompressedAttention:
      a.kept += ((bf16_bytes + saved) * residual +
                 bf16_bytes * shard.tokens * (w.query + w.key + w.value + w.output)) *
                unit::byte;
      if (layer.mixer.kind == MixerKind::LatentAttention)
        a.up_project =
            block_share_dropped * bf16_bytes * shard.tokens * (w.query + w.key + w.value) * unit::byte;
      if (!stack.fused_attention)
        a.scores = stack.unfused_score_bytes_kept * shard.tokens * shard.sequence *
                   (static_cast<double>(layer.mixer.heads) / shard.tensor) * unit::byte;
      a.kept += a.scores;
      a.norms += residual * unit::byte;
      a.operators += (bf16_bytes * residual + bf16_bytes * shard.tokens * (w.query + w.value + w.output) +
                      4 * shard.tokens * static_cast<double>(layer.mixer.heads) / shard.tensor) *
                     unit::byte;
      break;
    case MixerKind::Mamba2:
    case MixerKind::LinearAttention:
      a.kept += (4 * residual + bf16_bytes * shard.tokens * (w.projection + 3 * w.output)) * unit::byte;
      a.operators +=
          (bf16_bytes * residual + bf16_bytes * shard.tokens * (w.projection + w.output)) * unit::byte;
      a.norms += residual * unit::byte;
      break;
    default: break;
  }
  if (ff.kind != FeedForwardKind::None && ff.width > 0) {
    const double width = static_cast<double>(ff.width) / shard.tensor;
    const Bytes kept =
        ((bf16_bytes + saved) * residual + shard.tokens * width * ((ff.gated ? 4 : 2) + saved)) * unit::byte;
    a.kept += kept;
    a.mlp = mlp_share_dropped * kept;
    a.operators += (bf16_bytes * residual + bf16_bytes * shard.tokens * width) * unit::byte;
    a.norms += residual * unit::byte;
  }
  if (ff.kind == FeedForwardKind::Moe) {
    const double rows = expert_rows(ff, shard, 1);
    const double width = static_cast<double>(ff.expert_width) / shard.expert_tensor;
    const double shared = static_cast<double>(ff.shared_width) / shard.tensor;
    const double between = ff.gated ? 4 : 2;
    const Bytes kept =
        (4 * shard.tokens / shard.tensor * hidden + rows * expert_input(ff, hidden) * (saved + 2) +
         rows * width * (between + saved) + 6 * shard.tokens * shared) *
        unit::byte;
    a.kept += kept;
    a.moe = block_share_dropped * kept;
    a.operators += bf16_bytes * rows * (expert_input(ff, hidden) + width) * unit::byte;
    a.expert_activation = between * rows * width * unit::byte;
    a.norms += residual * unit::byte;
  }
  return a;
}

Bytes kept_activation_bytes(const StageActivations& stage, const Plan& plan, const Stack& stack) {
  const double copies = stage.layers * stage.in_flight;
  const Bytes layer = stage.layer.kept;
  switch (plan.recompute) {
    case Recompute::None: return stack.activation_factor * copies * layer;
    case Recompute::Selective:
      return stack.activation_factor * copies * (layer - stage.layer.dropped(plan.recompute_modules));
    case Recompute::Operators:
      return stack.activation_factor_recompute * (copies * stage.layer.operators + layer);
    case Recompute::Full: return stack.activation_factor_recompute * (copies * stage.residual + layer);
  }
  return {};
}

}  // namespace trireme
