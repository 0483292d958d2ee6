// Operators of transformer, mixture-of-experts and state-space layers with their sharded shapes.
// Source of the byte counts: training specification, section 4.
// SPDX-License-Identifier: MIT
#include "core/workload/layers.h"

#include <algorithm>

namespace trireme {
namespace {

constexpr double bf16_bytes = 2;

double real(std::int64_t count) { return static_cast<double>(count); }

// Operators of one block of a layer; keeps the sums of linear widths that quantisation moves.
struct Block {
  OpList& list;
  OpBlock block;
  double quantised_in = 0, quantised_out = 0;  // elements a token reads forward and backward

  void linear(OpName name, const LinearShape& shape) {
    Op op;
    op.name = name, op.block = block, op.kind = OpKind::Linear, op.linear = shape;
    list.push(op);
    if (shape.sixteen_bit) return;
    quantised_in += shape.in;
    quantised_out += shape.out;
  }
  void attention(const AttentionShape& shape) {
    Op op;
    op.name = OpName::AttentionScores, op.block = block, op.kind = OpKind::Attention, op.attention = shape;
    list.push(op);
  }
  void elementwise(OpName name, double forward_bytes, double backward_bytes) {
    Op op;
    op.name = name, op.block = block, op.kind = OpKind::Elementwise;
    op.forward_bytes = forward_bytes * unit::byte;
    op.backward_bytes = backward_bytes * unit::byte;
    list.push(op);
  }
};

LinearShape adapted(double rows, double in, double out) {
  return {.rows = rows, .in = in, .out = out, .adapted = true};
}

double kv_heads_per_gpu(const Mixer& mixer, double tensor) {
  return std::max(1.0, real(mixer.kv_heads) / tensor);
}

// Norms, residual connections and dropout masks of a block.
double residual_bytes(double hidden, const Shard& shard, const KernelStyle& style) {
  return 5 * bf16_bytes * shard.residual_tokens * hidden +
         (style.dropout ? shard.residual_tokens * hidden : 0);
}

AttentionShape scores(const Mixer& mixer, const Shard& shard) {
  AttentionShape shape;
  shape.sequences = shard.sequences;
  shape.sequence = shard.sequence;
  shape.document = shard.document;
  shape.context = shard.context;
  shape.heads = real(mixer.heads) / shard.tensor;
  shape.chunk = real(mixer.chunk);
  return shape;
}

// Rotary embedding reads and writes queries and keys once in each direction.
void push_attention(Block& block, const Mixer& mixer, double hidden, const Shard& shard,
                    const KernelStyle& style) {
  const MixerWidths w = mixer_widths(mixer, shard.tensor);
  const double gate = mixer.output_gate ? w.output : 0;
  block.linear(OpName::QkvProjection, adapted(shard.tokens, hidden, w.query + gate + w.key + w.value));
  AttentionShape shape = scores(mixer, shard);
  shape.kv_heads = kv_heads_per_gpu(mixer, shard.tensor);
  shape.head_dim = real(mixer.head_dim);
  shape.value_dim = mixer.value_dim > 0 ? real(mixer.value_dim) : shape.head_dim;
  shape.key_value_width = w.key + w.value;
  block.attention(shape);
  block.linear(OpName::AttentionOutput, adapted(shard.tokens, w.output, hidden));
  const double bytes =
      residual_bytes(hidden, shard, style) + 2 * bf16_bytes * shard.tokens * (w.query + w.key);
  block.elementwise(OpName::AttentionElementwise,
                    bytes + style.quantise_bytes * shard.tokens * block.quantised_in,
                    bytes + style.quantise_bytes * shard.tokens * block.quantised_out);
}

// Every rank computes the latent vectors; heads are split.
void push_latent_attention(Block& block, const Mixer& mixer, double hidden, const Shard& shard,
                           const KernelStyle& style) {
  const MixerWidths w = mixer_widths(mixer, shard.tensor);
  const double q_rank = real(mixer.q_rank), kv_rank = real(mixer.kv_rank), rope = real(mixer.rope_dim);
  const double heads = real(mixer.heads) / shard.tensor;
  block.linear(OpName::LatentDown, adapted(shard.tokens, hidden, q_rank + kv_rank + rope));
  block.linear(OpName::QueryUp, adapted(shard.tokens, q_rank > 0 ? q_rank : hidden, w.query));
  block.linear(OpName::KeyValueUp,
               adapted(shard.tokens, kv_rank, heads * (real(mixer.nope_dim) + real(mixer.value_dim))));
  AttentionShape shape = scores(mixer, shard);
  shape.kv_heads = heads;
  shape.head_dim = real(mixer.nope_dim) + rope;
  shape.value_dim = real(mixer.value_dim);
  shape.key_value_width = w.key + w.value;
  shape.latent = true;
  block.attention(shape);
  block.linear(OpName::AttentionOutput, adapted(shard.tokens, w.output, hidden));
  // The latent vectors are normed, and queries and keys are put together from two parts each.
  const double bytes = residual_bytes(hidden, shard, style) +
                       2 * bf16_bytes * shard.tokens * (q_rank + kv_rank + 2 * (w.query + w.key));
  block.elementwise(OpName::AttentionElementwise,
                    bytes + style.quantise_bytes * shard.tokens * block.quantised_in,
                    bytes + style.quantise_bytes * shard.tokens * block.quantised_out);
}

// One vector serves as key and value. A query sees its window and the pooled vectors that the indexer picks,
// or, without an indexer, half of those before it.
void push_compressed_attention(Block& block, const Mixer& mixer, double hidden, const Shard& shard,
                               const KernelStyle& style) {
  const MixerWidths w = mixer_widths(mixer, shard.tensor);
  const double pooled = mixer.compression > 0 ? shard.sequence / real(mixer.compression) : 0;
  block.linear(OpName::LatentDown, adapted(shard.tokens, hidden, real(mixer.q_rank + mixer.head_dim)));
  block.linear(OpName::QueryUp, adapted(shard.tokens, real(mixer.q_rank), w.query));
  AttentionShape shape = scores(mixer, shard);
  shape.kv_heads = 1;
  shape.head_dim = shape.value_dim = real(mixer.head_dim);
  shape.key_value_width = w.key + w.value;
  shape.reach =
      real(mixer.window) + (mixer.index_topk > 0 ? std::min(real(mixer.index_topk), pooled) : pooled / 2);
  block.attention(shape);
  block.linear(OpName::AttentionBottleneck, adapted(shard.tokens, w.output, real(mixer.output_rank)));
  block.linear(OpName::AttentionOutput,
               adapted(shard.tokens, real(mixer.output_groups * mixer.output_rank) / shard.tensor, hidden));
  const double bytes =
      residual_bytes(hidden, shard, style) + 2 * bf16_bytes * shard.tokens * (w.query + w.key);
  block.elementwise(OpName::AttentionElementwise,
                    bytes + style.quantise_bytes * shard.tokens * block.quantised_in,
                    bytes + style.quantise_bytes * shard.tokens * block.quantised_out);
}

// Mamba-2, and linear attention by the same count: the scan passes 14 times over its values and 6 times over
// what writes and reads the state. Assumption for linear attention, of which no run was measured apart.
void push_state_mixer(Block& block, const Mixer& mixer, double hidden, const Shard& shard,
                      const KernelStyle& style) {
  const bool linear = mixer.kind == MixerKind::LinearAttention;
  const double values =
      (linear ? real(mixer.state_heads * mixer.value_dim) : real(mixer.inner)) / shard.tensor;
  const double addresses =
      2 * (linear ? real(mixer.key_heads * mixer.key_dim) : real(mixer.groups * mixer.state)) / shard.tensor;
  const MixerWidths w = mixer_widths(mixer, shard.tensor);
  block.linear(OpName::MixerIn, {.rows = shard.tokens, .in = hidden, .out = w.projection});
  const double scan = style.scan_factor * shard.tokens * bf16_bytes * (14 * values + 6 * addresses);
  block.elementwise(OpName::StateScan, scan, scan * style.scan_backward_factor);
  block.linear(OpName::MixerOut, {.rows = shard.tokens, .in = values, .out = hidden});
  const double bytes = 5 * bf16_bytes * shard.residual_tokens * hidden;
  block.elementwise(OpName::MixerElementwise,
                    bytes + style.quantise_bytes * shard.tokens * block.quantised_in,
                    bytes + style.quantise_bytes * shard.tokens * block.quantised_out);
}

void push_mlp(Block& block, const FeedForward& mlp, double hidden, const Shard& shard,
              const KernelStyle& style) {
  const double width = real(mlp.width) / shard.tensor;
  block.linear(OpName::MlpUp, adapted(shard.tokens, hidden, mlp.gated ? 2 * width : width));
  block.linear(OpName::MlpDown, adapted(shard.tokens, width, hidden));
  const double residual = residual_bytes(hidden, shard, style);
  const double activation = bf16_bytes * shard.tokens * width;
  block.elementwise(
      OpName::MlpElementwise,
      residual + activation * (mlp.gated ? 3 : 2) + style.quantise_bytes * shard.tokens * block.quantised_in,
      residual + activation * (mlp.gated ? 5 : 3) +
          style.quantise_bytes * shard.tokens * block.quantised_out);
}

// Tokens are split over the tensor group, then travel to their experts. Router, shared expert and the
// projections to the experts' width are not quantised apart.
void push_moe(Block& block, const FeedForward& moe, double hidden, const Shard& shard,
              const KernelStyle& style) {
  const double tokens = shard.tokens / shard.tensor;
  const double experts = local_experts(moe, shard);
  const double rows = expert_rows(moe, shard, style.expert_rows_factor);
  const double input = expert_input(moe, hidden);
  const double width = real(moe.expert_width) / shard.expert_tensor;
  const double shared = real(moe.shared_width) / shard.tensor;

  block.linear(OpName::Router, {.rows = tokens, .in = hidden, .out = real(moe.experts), .sixteen_bit = true});
  if (moe.latent > 0) block.linear(OpName::ExpertLatentDown, {.rows = tokens, .in = hidden, .out = input});
  block.linear(
      OpName::ExpertUp,
      {.rows = rows / experts, .in = input, .out = moe.gated ? 2 * width : width, .groups = experts});
  block.linear(OpName::ExpertDown, {.rows = rows / experts, .in = width, .out = input, .groups = experts});
  if (moe.latent > 0) block.linear(OpName::ExpertLatentUp, {.rows = tokens, .in = input, .out = hidden});
  if (shared > 0) {
    block.linear(OpName::SharedUp,
                 {.rows = shard.tokens, .in = hidden, .out = moe.gated ? 2 * shared : shared});
    block.linear(OpName::SharedDown, {.rows = shard.tokens, .in = shared, .out = hidden});
    block.elementwise(OpName::SharedActivation, 3 * bf16_bytes * shard.tokens * shared,
                      5 * bf16_bytes * shard.tokens * shared);
  }

  const double copies = bf16_bytes * rows * input;
  const double sort = experts > 1 ? 4 * copies : 0;
  const double permutation = style.permutes_copies ? 2 * (bf16_bytes * tokens * hidden + copies) + sort
                                                   : 2 * bf16_bytes * tokens * hidden + 3 * copies;
  block.elementwise(OpName::ExpertPermutation, permutation, permutation);

  // Biases and clamps keep a gated activation from being fused.
  const bool unfused = moe.gated && moe.bias && style.glu_passes_forward > 0;
  const double activation = bf16_bytes * rows * width;
  block.elementwise(OpName::ExpertActivation,
                    activation * (unfused     ? style.glu_passes_forward
                                  : moe.gated ? 3
                                              : 2),
                    activation * (unfused     ? style.glu_passes_backward
                                  : moe.gated ? 5
                                              : 3));
  const double norms = 5 * bf16_bytes * tokens * hidden;
  block.elementwise(OpName::MoeElementwise, norms + style.quantise_bytes * rows * (input + width),
                    norms + style.quantise_bytes * rows * (input + 2 * width));
}

}  // namespace

OpList layer_ops(const Layer& layer, double hidden, const Shard& shard, const KernelStyle& style) {
  OpList list;
  Block mixer{list, OpBlock::Mixer};
  switch (layer.mixer.kind) {
    case MixerKind::Attention: push_attention(mixer, layer.mixer, hidden, shard, style); break;
    case MixerKind::LatentAttention: push_latent_attention(mixer, layer.mixer, hidden, shard, style); break;
    case MixerKind::CompressedAttention:
      push_compressed_attention(mixer, layer.mixer, hidden, shard, style);
      break;
    case MixerKind::Mamba2:
    case MixerKind::LinearAttention: push_state_mixer(mixer, layer.mixer, hidden, shard, style); break;
    default: break;
  }
  const FeedForward& feed_forward = layer.feed_forward;
  if (feed_forward.kind == FeedForwardKind::Moe) {
    Block moe{list, OpBlock::Moe};
    push_moe(moe, feed_forward, hidden, shard, style);
  }
  // An MoE layer may have a dense branch beside its experts.
  if (feed_forward.kind != FeedForwardKind::None && feed_forward.width > 0) {
    Block mlp{list, OpBlock::Mlp};
    push_mlp(mlp, feed_forward, hidden, shard, style);
  }
  return list;
}

// The loss moves half of its bytes in each direction. The final norm makes three passes over the residual, as
// does the embedding.
OpList head_ops(const Model& model, double mtp_layers, const Shard& shard, const KernelStyle& style) {
  const double hidden = real(model.hidden);
  const double vocabulary = real(model.vocabulary) / shard.tensor;
  OpList list;
  Block head{list, OpBlock::Head};
  head.linear(OpName::LmHead, {.rows = shard.tokens, .in = hidden, .out = vocabulary, .sixteen_bit = true});
  if (mtp_layers > 0)
    head.linear(
        OpName::MtpHead,
        {.rows = shard.tokens, .in = hidden, .out = vocabulary, .groups = mtp_layers, .sixteen_bit = true});
  const double bytes = (1 + mtp_layers) * style.cross_entropy_bytes / 2 * shard.tokens * vocabulary +
                       3 * bf16_bytes * shard.residual_tokens * hidden;
  head.elementwise(OpName::LossElementwise, bytes, bytes);
  return list;
}

OpList embedding_ops(const Model& model, const Shard& shard) {
  OpList list;
  Block embedding{list, OpBlock::Head};
  embedding.elementwise(OpName::EmbeddingElementwise,
                        3 * bf16_bytes * shard.residual_tokens * real(model.hidden), 0);
  return list;
}

Bytes tensor_parallel_message(double hidden, const Shard& shard) {
  return bf16_bytes * shard.tokens * hidden * unit::byte;
}

double tensor_parallel_blocks(const Layer& layer) {
  const bool mixer = layer.mixer.kind != MixerKind::None;
  const bool mlp = layer.feed_forward.kind != FeedForwardKind::None && layer.feed_forward.width > 0;
  return (mixer ? 1 : 0) + (mlp ? 1 : 0);
}

double expert_rows(const FeedForward& moe, const Shard& shard, double rows_factor) {
  return shard.tokens / shard.tensor * real(moe.top_k) * shard.expert_tensor * rows_factor;
}

double local_experts(const FeedForward& moe, const Shard& shard) {
  return std::max(1.0, real(moe.experts) / shard.expert);
}

double expert_input(const FeedForward& moe, double hidden) {
  return moe.latent > 0 ? real(moe.latent) : hidden;
}

GpuParameters layer_parameters_per_gpu(const Layer& layer, double hidden, const Shard& shard) {
  GpuParameters count;
  for (const Op& op : layer_ops(layer, hidden, shard, {})) {
    if (op.kind != OpKind::Linear) continue;
    const double weights = op.linear.groups * op.linear.in * op.linear.out;
    (op.name == OpName::ExpertUp || op.name == OpName::ExpertDown ? count.experts : count.dense) += weights;
  }
  return count;
}

double vocabulary_parameters_per_gpu(const Model& model, double tensor) {
  return real(model.vocabulary) * real(model.hidden) / tensor;
}

MixerWidths mixer_widths(const Mixer& mixer, double tensor) {
  MixerWidths w;
  const double heads = real(mixer.heads) / tensor, dim = real(mixer.head_dim);
  const double value_dim = mixer.value_dim > 0 ? real(mixer.value_dim) : dim;
  switch (mixer.kind) {
    case MixerKind::Attention: {
      const double kv_heads = kv_heads_per_gpu(mixer, tensor);
      w = {.query = heads * dim,
           .key = kv_heads * dim,
           .value = kv_heads * value_dim,
           .output = heads * value_dim};
      break;
    }
    case MixerKind::LatentAttention: {
      const double query = heads * (real(mixer.nope_dim) + real(mixer.rope_dim));
      w = {.query = query, .key = query, .value = heads * value_dim, .output = heads * value_dim};
      break;
    }
    case MixerKind::CompressedAttention:
      w = {.query = heads * dim, .key = dim, .value = dim, .output = heads * dim};
      break;
    case MixerKind::Mamba2: {
      const double inner = real(mixer.inner) / tensor;
      const double in = 2 * inner + (2 * real(mixer.groups * mixer.state) + real(mixer.state_heads)) / tensor;
      w = {.output = inner, .projection = in};
      break;
    }
    case MixerKind::LinearAttention: {
      // Queries, keys, values, an output gate as wide as the values, and two gates of each head.
      const double values = real(mixer.state_heads * mixer.value_dim) / tensor;
      const double in =
          2 * values + 2 * (real(mixer.key_heads * mixer.key_dim) + real(mixer.state_heads)) / tensor;
      w = {.output = values, .projection = in};
      break;
    }
    default: break;
  }
  return w;
}

}  // namespace trireme
