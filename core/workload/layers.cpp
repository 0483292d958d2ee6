// Operators of dense transformer layers with their sharded shapes.
// SPDX-License-Identifier: MIT
#include "core/workload/layers.h"

#include <algorithm>

namespace trireme {
namespace {

constexpr double bf16_bytes = 2;

Op linear(OpName name, double rows, double in, double out, bool sixteen_bit = false) {
  Op op;
  op.name = name;
  op.kind = OpKind::Linear;
  op.linear = {rows, in, out, sixteen_bit};
  return op;
}

Op elementwise(OpName name, double forward_bytes, double backward_bytes) {
  Op op;
  op.name = name;
  op.kind = OpKind::Elementwise;
  op.forward_bytes = forward_bytes * unit::byte;
  op.backward_bytes = backward_bytes * unit::byte;
  return op;
}

double kv_heads_per_gpu(const Mixer& mixer, double tensor) {
  return std::max(1.0, static_cast<double>(mixer.kv_heads) / tensor);
}

// Residual stream, norms and rotary embedding: five passes over the residual, four over queries and keys.
// Quantisation reads and writes the inputs of each linear forward and the gradients of its outputs backward.
// Source: training specification, section 4.
void push_attention(OpList& list, const Mixer& mixer, double hidden, const Shard& shard,
                    const KernelStyle& style) {
  const double heads = static_cast<double>(mixer.heads) / shard.tensor;
  const double kv_heads = kv_heads_per_gpu(mixer, shard.tensor);
  const double dim = static_cast<double>(mixer.head_dim);
  const double query = heads * dim, key = kv_heads * dim;
  const double fused = query + 2 * key;

  list.push(linear(OpName::QkvProjection, shard.tokens, hidden, fused));
  Op scores;
  scores.name = OpName::AttentionScores;
  scores.kind = OpKind::Attention;
  scores.attention = {shard.sequences, shard.sequence, heads, kv_heads, dim, shard.context};
  list.push(scores);
  list.push(linear(OpName::AttentionOutput, shard.tokens, query, hidden));

  const double residual = bf16_bytes * shard.residual_tokens * hidden;
  const double passes = 5 * residual + 2 * bf16_bytes * shard.tokens * (query + key) +
                        (style.dropout ? shard.residual_tokens * hidden : 0);
  list.push(elementwise(OpName::AttentionElementwise,
                        passes + style.quantise_bytes * shard.tokens * (hidden + query),
                        passes + style.quantise_bytes * shard.tokens * (fused + hidden)));
}

void push_mlp(OpList& list, const FeedForward& mlp, double hidden, const Shard& shard,
              const KernelStyle& style) {
  const double width = static_cast<double>(mlp.width) / shard.tensor;
  const double up = mlp.gated ? 2 * width : width;
  list.push(linear(OpName::MlpUp, shard.tokens, hidden, up));
  list.push(linear(OpName::MlpDown, shard.tokens, width, hidden));

  const double residual =
      5 * bf16_bytes * shard.residual_tokens * hidden + (style.dropout ? shard.residual_tokens * hidden : 0);
  const double activation = bf16_bytes * shard.tokens * width;
  list.push(elementwise(
      OpName::MlpElementwise,
      residual + activation * (mlp.gated ? 3 : 2) + style.quantise_bytes * shard.tokens * (hidden + width),
      residual + activation * (mlp.gated ? 5 : 3) + style.quantise_bytes * shard.tokens * (up + hidden)));
}

}  // namespace

std::string_view id_of(OpName name) {
  switch (name) {
    case OpName::QkvProjection: return "qkv_projection";
    case OpName::AttentionScores: return "attention";
    case OpName::AttentionOutput: return "attention_output";
    case OpName::AttentionElementwise: return "attention_elementwise";
    case OpName::MlpUp: return "mlp_up";
    case OpName::MlpDown: return "mlp_down";
    case OpName::MlpElementwise: return "mlp_elementwise";
    case OpName::LmHead: return "lm_head";
    case OpName::LossElementwise: return "loss";
    case OpName::EmbeddingElementwise: return "embedding";
  }
  return "";
}

std::string_view label_of(OpName name) {
  switch (name) {
    case OpName::QkvProjection: return "QKV projection";
    case OpName::AttentionScores: return "Attention";
    case OpName::AttentionOutput: return "Attention output projection";
    case OpName::AttentionElementwise: return "Norm, rotary embedding, residual";
    case OpName::MlpUp: return "MLP up projection";
    case OpName::MlpDown: return "MLP down projection";
    case OpName::MlpElementwise: return "Norm, activation, residual";
    case OpName::LmHead: return "Output head";
    case OpName::LossElementwise: return "Softmax and cross entropy";
    case OpName::EmbeddingElementwise: return "Embedding";
  }
  return "";
}

OpList layer_ops(const Layer& layer, double hidden, const Shard& shard, const KernelStyle& style) {
  OpList list;
  if (layer.mixer.kind == MixerKind::Attention) push_attention(list, layer.mixer, hidden, shard, style);
  if (layer.feed_forward.kind == FeedForwardKind::Dense)
    push_mlp(list, layer.feed_forward, hidden, shard, style);
  return list;
}

// The loss moves half of its bytes in each direction. The final norm makes three passes over the residual, as
// does the embedding. Source: training specification, section 4.
OpList head_ops(const Model& model, const Shard& shard, const KernelStyle& style) {
  const double hidden = static_cast<double>(model.hidden);
  const double vocabulary = static_cast<double>(model.vocabulary) / shard.tensor;
  OpList list;
  list.push(linear(OpName::LmHead, shard.tokens, hidden, vocabulary, true));
  const double bytes = style.cross_entropy_bytes / 2 * shard.tokens * vocabulary +
                       3 * bf16_bytes * shard.residual_tokens * hidden;
  list.push(elementwise(OpName::LossElementwise, bytes, bytes));
  return list;
}

OpList embedding_ops(const Model& model, const Shard& shard) {
  OpList list;
  list.push(elementwise(OpName::EmbeddingElementwise,
                        3 * bf16_bytes * shard.residual_tokens * static_cast<double>(model.hidden), 0));
  return list;
}

Bytes tensor_parallel_message(double hidden, const Shard& shard) {
  return bf16_bytes * shard.tokens * hidden * unit::byte;
}

double layer_parameters_per_gpu(const Layer& layer, double hidden, double tensor) {
  double count = 0;
  if (layer.mixer.kind == MixerKind::Attention) {
    const double dim = static_cast<double>(layer.mixer.head_dim);
    const double query = static_cast<double>(layer.mixer.heads) / tensor * dim;
    const double key = kv_heads_per_gpu(layer.mixer, tensor) * dim;
    count += hidden * (query + 2 * key) + query * hidden;
  }
  if (layer.feed_forward.kind == FeedForwardKind::Dense)
    count +=
        (layer.feed_forward.gated ? 3 : 2) * hidden * static_cast<double>(layer.feed_forward.width) / tensor;
  return count;
}

double vocabulary_parameters_per_gpu(const Model& model, double tensor) {
  return static_cast<double>(model.vocabulary) * static_cast<double>(model.hidden) / tensor;
}

}  // namespace trireme
