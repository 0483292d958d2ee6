// Attention of one layer.
// SPDX-License-Identifier: MIT
#include "core/import/mixers.h"

#include <algorithm>
#include <string>

namespace trireme::hf {
namespace {

std::int64_t at(const std::vector<std::int64_t>& list, std::size_t index, std::int64_t otherwise) {
  return index < list.size() ? list[index] : otherwise;
}

constexpr std::string_view kv_rank_key[] = {"kv_lora_rank"};
constexpr std::string_view nope_key[] = {"qk_nope_head_dim"};
constexpr std::string_view rope_key[] = {"qk_rope_head_dim"};
constexpr std::string_view q_rank_key[] = {"q_lora_rank"};

// MLA. `head_dim` is ignored: it means different things in different files.
Mixer latent_mixer(const TextConfig& c, const Shape& s) {
  const ConfigReader& t = c.text;
  Mixer m = base_attention(c, s);
  m.kind = MixerKind::LatentAttention;
  m.kv_heads = m.head_dim = 0;
  m.qk_norm = m.qk_norm_all_heads = false;
  m.q_rank = t.count_or("q_lora_rank", 0);
  m.kv_rank = c.required(kv_rank_key, 512);
  m.nope_dim = c.required(nope_key, 128);
  m.rope_dim = t.count_or("qk_rope_head_dim", 64);
  if (const auto value = t.count("v_head_dim"); value && *value > 0) {
    m.value_dim = *value;
  } else {
    // MiniCPM3 leaves it out and means hidden / heads; the DeepSeek classes default to 128.
    m.value_dim =
        c.family.type.rfind("deepseek", 0) == 0 ? 128 : std::max<std::int64_t>(s.hidden / s.heads, 1);
    t.warn("v_head_dim", "It is missing; " + std::to_string(m.value_dim) + " is used.");
  }
  m.index_heads = t.count_or("index_n_heads", 0);
  m.index_dim = t.count_or("index_head_dim", 0);
  m.index_topk = t.count_or("index_topk", 0);
  m.output_gate = t.flag_or("mla_use_output_gate", false);
  return m;
}

Mixer pooled_mixer(const TextConfig& c, const Shape& s, const LayerPattern& pattern, std::size_t index) {
  const ConfigReader& t = c.text;
  const LayerKind kind = pattern.kinds[index];
  Mixer m{.kind = MixerKind::CompressedAttention,
          .heads = s.heads,
          .head_dim = s.head_dim,
          .window = pattern.window};
  m.q_rank = c.required(q_rank_key, 1024);
  m.rope_dim = t.count_or("qk_rope_head_dim", 64);
  m.output_groups = t.count_or("o_groups", 8);
  m.output_rank = t.count_or("o_lora_rank", 1024);
  m.sinks = true;
  const std::int64_t given = at(t.counts("compress_ratios"), index, 0);
  if (kind == LayerKind::PooledSparse) {
    m.compression = given > 0 ? given : 4;
    m.index_heads = t.count_or("index_n_heads", 64);
    m.index_dim = t.count_or("index_head_dim", 128);
    m.index_topk = t.count_or("index_topk", 512);
  } else if (kind == LayerKind::PooledHeavy) {
    m.compression = given > 0 ? given : 128;
  }
  return m;
}

// Gemma 4: global layers have heads of their own width, fewer KV heads, and one projection for keys and
// values.
void apply_global_overrides(const TextConfig& c, Mixer& m) {
  if (const auto dim = c.text.count("global_head_dim"); dim && *dim > 0) m.head_dim = *dim;
  const bool shared = c.text.flag_or("attention_k_eq_v", false);
  if (const auto heads = c.text.count("num_global_key_value_heads"); heads && *heads > 0) m.kv_heads = *heads;
  m.key_is_value = shared;
}

// MiMo-V2, Step: windowed layers have numbers of their own.
void apply_window_overrides(const TextConfig& c, Mixer& m) {
  const ConfigReader& t = c.text;
  if (const auto n = t.count("swa_num_attention_heads"); n && *n > 0) m.heads = *n;
  if (const auto n = t.count("swa_num_key_value_heads"); n && *n > 0) m.kv_heads = *n;
  if (const auto n = t.count("swa_head_dim"); n && *n > 0) m.head_dim = *n;
  if (const auto n = t.count("swa_v_head_dim"); n && *n > 0) m.value_dim = *n;
  if (const auto other = t.object("attention_other_setting")) {
    if (const auto n = other->count("num_attention_heads"); n && *n > 0) m.heads = *n;
    if (const auto n = other->count("num_attention_groups"); n && *n > 0) m.kv_heads = *n;
    if (const auto n = other->count("head_dim"); n && *n > 0) m.head_dim = *n;
  }
}

}  // namespace

Mixer attention_mixer(const TextConfig& c, const Shape& s, const LayerPattern& pattern, std::size_t index) {
  const LayerKind kind = pattern.kinds[index];
  if (c.is("deepseek_v4")) return pooled_mixer(c, s, pattern, index);
  if (c.text.has("kv_lora_rank")) {
    Mixer m = latent_mixer(c, s);
    if (kind == LayerKind::Window) m.window = pattern.window;
    return m;
  }
  Mixer m = base_attention(c, s);
  m.heads = at(s.heads_by_layer, index, m.heads);
  m.kv_heads = at(s.kv_heads_by_layer, index, m.kv_heads);
  if (c.is("mimo_v2")) m.value_dim = c.text.count_or("v_head_dim", 0);
  if (kind == LayerKind::Window) {
    m.window = pattern.window;
    apply_window_overrides(c, m);
    if (c.text.flag_or("add_swa_attention_sink_bias", false)) m.sinks = true;
  } else {
    if (kind == LayerKind::Chunk) m.chunk = pattern.chunk;
    apply_global_overrides(c, m);
    if (c.text.flag_or("add_full_attention_sink_bias", false)) m.sinks = true;
  }
  return m;
}

}  // namespace trireme::hf
