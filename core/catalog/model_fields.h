// The only lists of a model's fields, for reading, writing and showing it.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "core/base/names.h"
#include "core/catalog/model.h"

namespace trireme {

template <>
struct EnumNames<MixerKind> {
  static constexpr std::array<EnumName<MixerKind>, 9> rows{{
      {MixerKind::Attention, "attention", "Attention"},
      {MixerKind::LatentAttention, "latent_attention", "Latent attention (MLA)"},
      {MixerKind::CompressedAttention, "compressed_attention", "Compressed attention"},
      {MixerKind::LinearAttention, "linear_attention", "Linear attention"},
      {MixerKind::Mamba1, "mamba1", "Mamba"},
      {MixerKind::Mamba2, "mamba2", "Mamba-2"},
      {MixerKind::ShortConvolution, "short_convolution", "Short convolution"},
      {MixerKind::Rwkv, "rwkv", "RWKV time mix"},
      {MixerKind::None, "none", "None"},
  }};
};
template <>
struct EnumNames<FeedForwardKind> {
  static constexpr std::array<EnumName<FeedForwardKind>, 3> rows{{
      {FeedForwardKind::Dense, "dense", "Dense MLP"},
      {FeedForwardKind::Moe, "moe", "Mixture of experts"},
      {FeedForwardKind::None, "none", "None"},
  }};
};

// visit(name, member&): counts are std::int64_t, switches bool, kinds enums with EnumNames.
template <class M, class Visit>
void for_each_mixer_field(M& m, Visit&& visit) {
  visit("kind", m.kind);
  visit("input", m.input);
  visit("heads", m.heads);
  visit("kv_heads", m.kv_heads);
  visit("head_dim", m.head_dim);
  visit("value_dim", m.value_dim);
  visit("window", m.window);
  visit("chunk", m.chunk);
  visit("output_gate", m.output_gate);
  visit("shares_kv", m.shares_kv);
  visit("key_is_value", m.key_is_value);
  visit("q_rank", m.q_rank);
  visit("kv_rank", m.kv_rank);
  visit("nope_dim", m.nope_dim);
  visit("rope_dim", m.rope_dim);
  visit("index_heads", m.index_heads);
  visit("index_dim", m.index_dim);
  visit("index_topk", m.index_topk);
  visit("inner", m.inner);
  visit("state", m.state);
  visit("groups", m.groups);
  visit("state_heads", m.state_heads);
  visit("conv", m.conv);
  visit("step_rank", m.step_rank);
  visit("key_heads", m.key_heads);
  visit("key_dim", m.key_dim);
  visit("gate_rank", m.gate_rank);
  visit("compression", m.compression);
  visit("output_groups", m.output_groups);
  visit("output_rank", m.output_rank);
  visit("qkv_bias", m.qkv_bias);
  visit("key_bias", m.key_bias);
  visit("output_bias", m.output_bias);
  visit("conv_bias", m.conv_bias);
  visit("sinks", m.sinks);
  visit("qk_norm", m.qk_norm);
  visit("qk_norm_all_heads", m.qk_norm_all_heads);
}

template <class F, class Visit>
void for_each_feed_forward_field(F& f, Visit&& visit) {
  visit("kind", f.kind);
  visit("gated", f.gated);
  visit("bias", f.bias);
  visit("width", f.width);
  visit("experts", f.experts);
  visit("top_k", f.top_k);
  visit("expert_width", f.expert_width);
  visit("shared_width", f.shared_width);
  visit("latent", f.latent);
  visit("router_bias", f.router_bias);
  visit("shared_gate", f.shared_gate);
}

// Of a layer outside of its mixers and its feed-forward.
template <class L, class Visit>
void for_each_layer_field(L& l, Visit&& visit) {
  visit("norms", l.norms);
  visit("reuses_weights", l.reuses_weights);
  visit("extra_matrix_parameters", l.extra_matrix_parameters);
  visit("extra_vector_parameters", l.extra_vector_parameters);
}

// The only list of a model's numbers, as of all entries: visit(name, label, need, number&, unit).
template <class M, class Visit>
void for_each_number(M& m, Visit&& visit) requires requires {
  m.published_parameters;
}
{
  constexpr std::int64_t one = 1;
  visit("hidden", "Hidden size", Need::Required, m.hidden, one);
  visit("vocabulary", "Vocabulary", Need::Required, m.vocabulary, one);
  visit("max_context_tokens", "Longest context", Need::Optional, m.max_context, one);
  visit("learned_positions", "Learned positions", Need::Optional, m.learned_positions, one);
  visit("embedding_width", "Embedding width", Need::Optional, m.embedding_width, one);
  visit("outer_norms", "Norms outside of the layers", Need::Optional, m.outer_norms, one);
  visit("mtp_layers", "Multi-token-prediction layers", Need::Optional, m.mtp_layers, one);
  visit("extra_embedding_parameters", "Other look-up tables", Need::Optional, m.extra_embedding_parameters,
        one);
  visit("extra_matrix_parameters", "Other matrices", Need::Optional, m.extra_matrix_parameters, one);
  visit("extra_vector_parameters", "Other vectors", Need::Optional, m.extra_vector_parameters, one);
  visit("extra_parameters", "Vision, audio and other towers", Need::Optional, m.extra_parameters, 1.0);
  visit("published_parameters", "Parameters, as published", Need::Optional, m.published_parameters, 1.0);
  visit("published_active_parameters", "Active parameters, as published", Need::Optional,
        m.published_active_parameters, 1.0);
  visit("training_tokens", "Training tokens, as published", Need::Optional, m.training_tokens, 1.0);
}

template <class M, class Visit>
void for_each_model_switch(M& m, Visit&& visit) {
  visit("tied_embeddings", m.tied_embeddings);
  visit("head_bias", m.head_bias);
  visit("norm_bias", m.norm_bias);
}

}  // namespace trireme
