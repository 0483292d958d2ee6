// Operators: the common currency between models and cost laws. Shapes are those of one GPU.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include "core/base/names.h"
#include "core/base/units.h"

namespace trireme {

enum class OpName {
  QkvProjection,
  LatentDown,  // MLA and compressed attention: hidden to the latent vectors
  QueryUp,     // latent to queries
  KeyValueUp,  // latent to keys and values
  AttentionScores,
  AttentionBottleneck,  // compressed attention: first half of its output projection
  AttentionOutput,
  AttentionElementwise,
  MixerIn,  // state space and linear attention
  StateScan,
  MixerOut,
  MixerElementwise,
  MlpUp,
  MlpDown,
  MlpElementwise,
  Router,
  ExpertLatentDown,  // hidden to the width that the experts work on
  ExpertLatentUp,
  ExpertUp,
  ExpertDown,
  SharedUp,
  SharedDown,
  ExpertPermutation,
  ExpertActivation,
  SharedActivation,
  MoeElementwise,
  LmHead,
  MtpHead,
  LossElementwise,
  EmbeddingElementwise
};
template <>
struct EnumNames<OpName> {
  static constexpr std::array<EnumName<OpName>, 30> rows{{
      {OpName::QkvProjection, "qkv_projection", "QKV projection"},
      {OpName::LatentDown, "latent_down", "Latent down-projection"},
      {OpName::QueryUp, "query_up", "Query up-projection"},
      {OpName::KeyValueUp, "key_value_up", "Key and value up-projection"},
      {OpName::AttentionScores, "attention", "Attention"},
      {OpName::AttentionBottleneck, "attention_bottleneck", "Attention output, grouped half"},
      {OpName::AttentionOutput, "attention_output", "Attention output projection"},
      {OpName::AttentionElementwise, "attention_elementwise", "Norm, rotary embedding, residual"},
      {OpName::MixerIn, "mixer_in", "Mixer input projection"},
      {OpName::StateScan, "state_scan", "State scan"},
      {OpName::MixerOut, "mixer_out", "Mixer output projection"},
      {OpName::MixerElementwise, "mixer_elementwise", "Norm, gate, residual"},
      {OpName::MlpUp, "mlp_up", "MLP up projection"},
      {OpName::MlpDown, "mlp_down", "MLP down projection"},
      {OpName::MlpElementwise, "mlp_elementwise", "Norm, activation, residual"},
      {OpName::Router, "router", "Router"},
      {OpName::ExpertLatentDown, "expert_latent_down", "Projection to the experts' width"},
      {OpName::ExpertLatentUp, "expert_latent_up", "Projection from the experts' width"},
      {OpName::ExpertUp, "expert_up", "Experts, up projection"},
      {OpName::ExpertDown, "expert_down", "Experts, down projection"},
      {OpName::SharedUp, "shared_up", "Shared expert, up projection"},
      {OpName::SharedDown, "shared_down", "Shared expert, down projection"},
      {OpName::ExpertPermutation, "expert_permutation", "Permutation of tokens by expert"},
      {OpName::ExpertActivation, "expert_activation", "Expert activation"},
      {OpName::SharedActivation, "shared_activation", "Shared expert, activation"},
      {OpName::MoeElementwise, "moe_elementwise", "Norm, router scores, residual"},
      {OpName::LmHead, "lm_head", "Output head"},
      {OpName::MtpHead, "mtp_head", "MTP heads"},
      {OpName::LossElementwise, "loss", "Softmax and cross entropy"},
      {OpName::EmbeddingElementwise, "embedding", "Embedding"},
  }};
};

// What a module-wise recompute names.
enum class OpBlock { Mixer, Mlp, Moe, Head };

enum class OpKind { Linear, Attention, Elementwise };

// y = x W with x of rows x in and W of in x out. Training runs three GEMMs: forward, data gradient, weight
// gradient. `groups` of them run as one grouped GEMM, each with its own W and `rows` rows.
struct LinearShape {
  double rows = 0, in = 0, out = 0;
  double groups = 1;
  bool sixteen_bit = false;  // stays in BF16 whatever the precision (head, router)
  bool adapted = false;      // carries a low-rank adapter under LoRA
};

// Causal softmax attention over `sequences` of length `sequence`, the tokens split over `context` ranks.
// Keys are `head_dim` wide and values `value_dim`; `key_value_width` values of both travel in ring attention.
struct AttentionShape {
  double sequences = 0, sequence = 0, heads = 0, kv_heads = 0, head_dim = 0, context = 1;
  double value_dim = 0;
  double key_value_width = 0;  // of a token on this rank
  double document = 0;         // mean length of packed documents; 0 = the sequence
  double chunk = 0;            // attention inside chunks of so many tokens; 0 = not chunked
  double reach = 0;            // keys that a query sees in sparse attention; 0 = all before it
  bool latent = false;         // MLA kernels
};

struct Op {
  OpName name = OpName::QkvProjection;
  OpBlock block = OpBlock::Mixer;
  OpKind kind = OpKind::Linear;
  LinearShape linear;                   // OpKind::Linear
  AttentionShape attention;             // OpKind::Attention
  Bytes forward_bytes, backward_bytes;  // OpKind::Elementwise: HBM traffic
};

// A short list without allocation.
struct OpList {
  static constexpr std::size_t capacity = 24;
  std::array<Op, capacity> ops{};
  std::size_t count = 0;

  void push(const Op& op) {
    if (count < capacity) ops[count++] = op;
  }
  [[nodiscard]] const Op* begin() const { return ops.data(); }
  [[nodiscard]] const Op* end() const { return ops.data() + count; }
};

}  // namespace trireme
