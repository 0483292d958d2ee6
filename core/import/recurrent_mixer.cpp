// Mixers that keep a state of fixed size.
// SPDX-License-Identifier: MIT
#include "core/import/mixers.h"

#include <algorithm>
#include <string>

namespace trireme::hf {
namespace {

constexpr std::string_view state_key[] = {"ssm_state_size", "state_size", "mamba_d_state", "d_state"};
constexpr std::string_view conv_key[] = {"conv_kernel", "mamba_d_conv", "d_conv", "conv_kernel_size",
                                         "conv_dimension"};
constexpr std::string_view expand_key[] = {"expand", "mamba_expand", "expansion_factor"};
constexpr std::string_view group_key[] = {"n_groups", "mamba_n_groups", "mamba_ngroups", "ngroups"};
constexpr std::string_view head_key[] = {"mamba_num_heads", "mamba_n_heads", "n_mamba_heads", "num_heads"};
constexpr std::string_view head_dim_key[] = {"mamba_head_dim", "mamba_headdim", "mamba_d_head", "headdim"};
constexpr std::string_view rank_key[] = {"time_step_rank", "mamba_dt_rank", "dt_rank"};

bool is_mamba1(const TextConfig& c) {
  if (c.is("mamba") || c.is("falcon_mamba") || c.is("jamba")) return true;
  if (c.is("mamba2") || c.is("nemotron_h") || c.is("zamba2") || c.is("bamba")) return false;
  return c.text.present(head_key).empty() || !c.text.present(rank_key).empty();
}

// The inner width: written down, or a multiple of the hidden size. Where both are there and differ, the width
// counts.
std::int64_t inner_width(const TextConfig& c, const Shape& s) {
  const std::int64_t expanded = std::max<std::int64_t>(c.text.count(expand_key).value_or(2), 1) * s.hidden;
  const bool width_is_inner = c.is("mamba") || c.is("falcon_mamba") || c.is("mamba2");
  if (!width_is_inner || !s.width_given || !c.text.has("intermediate_size"))
    return std::min(expanded, largest_count);
  if (s.width != expanded && !c.text.present(expand_key).empty())
    c.text.warn(c.text.present(expand_key),
                "It gives an inner width of " + std::to_string(expanded) + ", but intermediate_size says " +
                    std::to_string(s.width) + "; the latter counts.",
                IssueCode::Inconsistent);
  return s.width;
}

Mixer mamba(const TextConfig& c, const Shape& s) {
  const ConfigReader& t = c.text;
  Mixer m{.kind = is_mamba1(c) ? MixerKind::Mamba1 : MixerKind::Mamba2};
  m.inner = inner_width(c, s);
  m.conv = t.count(conv_key).value_or(4);
  m.qkv_bias = m.output_bias = t.flag("mamba_proj_bias").value_or(t.flag_or("use_bias", false));
  m.conv_bias = t.flag("use_conv_bias").value_or(t.flag_or("mamba_conv_bias", true));
  if (m.kind == MixerKind::Mamba1) {
    m.state = t.count(state_key).value_or(16);
    const auto* rank = t.find(t.present(rank_key));
    const bool counted = rank != nullptr && !rank->is_string();  // "auto" is a sixteenth of the hidden size
    m.step_rank = counted ? t.count(rank_key).value_or(1) : (s.hidden + 15) / 16;
    return m;
  }
  m.state = c.required(state_key, 128);
  // The configuration of the original code counts one group, that of transformers eight.
  m.groups = t.count(group_key).value_or(t.has("ssm_cfg") ? 1 : 8);
  const std::int64_t plain_dim = c.is("mamba2") ? t.count_or("head_dim", 64) : 64;
  const std::int64_t dim = std::max<std::int64_t>(t.count(head_dim_key).value_or(plain_dim), 1);
  const bool counts_heads = !c.is("zamba2") && !t.present(head_key).empty();
  m.state_heads = counts_heads ? t.count(head_key).value_or(1) : m.inner / dim;
  m.head_dim = dim;
  const std::int64_t by_heads = m.state_heads <= largest_count / dim ? m.state_heads * dim : largest_count;
  // Nemotron-H sets heads and head size, and its `expand` is only nominal.
  if (counts_heads) m.inner = by_heads;
  return m;
}

Mixer gated_delta(const TextConfig& c) {
  constexpr std::string_view key_heads[] = {"linear_num_key_heads"},
                             value_heads[] = {"linear_num_value_heads"};
  constexpr std::string_view key_dim[] = {"linear_key_head_dim"}, value_dim[] = {"linear_value_head_dim"};
  const bool known = c.is("qwen3_next") || c.is("qwen3_5");
  Mixer m{.kind = MixerKind::LinearAttention};
  m.key_heads = c.required(key_heads, known ? 16 : 0);
  m.state_heads = c.required(value_heads, known ? 32 : 0);
  m.key_dim = c.required(key_dim, known ? 128 : 0);
  m.value_dim = c.required(value_dim, known ? 128 : 0);
  m.conv = std::max<std::int64_t>(c.text.count_or("linear_conv_kernel_dim", 4), 1);
  return m;
}

// Kimi delta attention: the gates go through a bottleneck of one head's width.
Mixer kimi_delta(const TextConfig& c, const ConfigReader& linear) {
  Mixer m{.kind = MixerKind::LinearAttention};
  const auto heads = linear.count("num_heads"), dim = linear.count("head_dim");
  if (!heads) c.text.error(IssueCode::Inconsistent, "linear_attn_config", "num_heads is missing in it.");
  if (!dim) c.text.error(IssueCode::Inconsistent, "linear_attn_config", "head_dim is missing in it.");
  m.key_heads = m.state_heads = heads.value_or(1);
  m.key_dim = m.value_dim = m.gate_rank = std::max<std::int64_t>(dim.value_or(1), 1);
  m.conv = std::max<std::int64_t>(linear.count_or("short_conv_kernel_size", 4), 1);
  m.output_gate = linear.flag_or("use_full_rank_gate", false);
  return m;
}

Mixer lightning(const Shape& s) {
  return {.kind = MixerKind::LinearAttention,
          .value_dim = s.head_dim,
          .state_heads = s.heads,
          .key_heads = s.heads,
          .key_dim = s.head_dim};
}

Mixer rwkv(const TextConfig& c, const Shape& s) {
  Mixer m{.kind = MixerKind::Rwkv};
  m.inner = c.text.count("attention_hidden_size").value_or(s.hidden);
  m.head_dim = std::max<std::int64_t>(c.text.count_or("head_size", 64), 1);
  return m;
}

}  // namespace

Mixer recurrent_mixer(const TextConfig& c, const Shape& s, LayerKind kind) {
  if (kind == LayerKind::Convolution) {
    Mixer m{.kind = MixerKind::ShortConvolution, .inner = s.hidden};
    m.conv = c.text.count_or("conv_L_cache", 3);
    m.qkv_bias = m.output_bias = c.text.flag_or("conv_bias", false);
    return m;
  }
  if (kind == LayerKind::StateSpace || kind == LayerKind::SharedBlock) return mamba(c, s);
  if (c.is("rwkv5")) return rwkv(c, s);
  if (const auto linear = c.text.object("linear_attn_config")) return kimi_delta(c, *linear);
  if (c.is("minimax")) return lightning(s);
  return gated_delta(c);
}

}  // namespace trireme::hf
