// The numbers that all layers of a language model share.
// SPDX-License-Identifier: MIT
#include "core/import/shape.h"

#include "core/import/config_keys.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

namespace trireme::hf {
namespace {

bool is_state_space(const TextConfig& c) {
  return c.is("mamba") || c.is("falcon_mamba") || c.is("mamba2") || c.is("rwkv5");
}

// The longest of the lists with one entry a layer tells the number of layers when no key does.
std::int64_t layers_from_lists(const TextConfig& c) {
  constexpr std::string_view lists[] = {"layers_block_type", "layer_types", "block_configs",
                                        "hybrid_layer_pattern", "attn_type_list"};
  for (std::string_view name : lists) {
    const auto* list = c.text.find(name);
    if (list == nullptr || !list->is_array() || list->empty()) continue;
    c.text.note("num_hidden_layers", "It is missing; " + std::string(name) + " has one entry a layer.");
    return static_cast<std::int64_t>(list->size());
  }
  return static_cast<std::int64_t>(c.text.text("hybrid_override_pattern").size());
}

std::int64_t read_layers(const TextConfig& c) {
  const std::int64_t from_lists = c.text.present(key::layers).empty() ? layers_from_lists(c) : 0;
  const std::int64_t layers = from_lists > 0 ? from_lists : c.required(key::layers, c.defaults.layers);
  if (layers <= most_layers) return layers;
  c.text.error(IssueCode::OutOfRange, c.text.present(key::layers),
               "More than 10,000 layers are not taken for real.");
  return 1;
}

std::int64_t read_vocabulary(const TextConfig& c) {
  // Where both are given, the embedding has the padded size.
  if (const auto padded = c.text.count("padded_vocab_size"); padded && *padded > 0) return *padded;
  const std::int64_t vocabulary = c.required(key::vocabulary, c.defaults.vocabulary);
  const std::int64_t multiple = c.text.count_or("pad_vocab_size_multiple", 1);
  return multiple > 1 ? (vocabulary + multiple - 1) / multiple * multiple : vocabulary;
}

// A context that no number can be meant by ("model_max_length": 1e30) is as good as none.
std::int64_t read_context(const TextConfig& c) {
  for (std::string_view name : key::context) {
    const auto* value = c.text.find(name);
    if (value == nullptr || !value->is_number()) continue;
    const double tokens = value->get<double>();
    if (tokens >= 1 && tokens <= static_cast<double>(largest_count)) return static_cast<std::int64_t>(tokens);
  }
  return 0;
}

// One count, or the largest of a list with one a layer.
std::int64_t of_list(const std::vector<std::int64_t>& list) {
  return *std::max_element(list.begin(), list.end());
}

void read_heads(const TextConfig& c, Shape& s) {
  s.heads_by_layer = c.text.counts("num_attention_heads_per_layer");
  if (s.heads_by_layer.empty()) s.heads_by_layer = c.text.counts(key::heads);
  const auto* given = c.text.find(c.text.present(key::heads));
  const bool is_list = given != nullptr && given->is_array();
  s.heads = is_list && !s.heads_by_layer.empty() ? of_list(s.heads_by_layer)
                                                 : c.required(key::heads, c.defaults.heads);
  if (s.heads_by_layer.size() <= 1) s.heads_by_layer.clear();
}

void read_kv_heads(const TextConfig& c, Shape& s) {
  constexpr std::string_view by_layer = "num_key_value_heads_per_layer";
  s.kv_heads_by_layer = c.text.has(by_layer) ? c.text.counts(by_layer) : c.text.counts(key::kv_heads);
  const std::string_view name = c.text.present(key::kv_heads);
  const bool multi_query = c.text.flag_or("multi_query", c.family.multi_query);
  const bool new_falcon = c.is("falcon") && c.text.flag_or("new_decoder_architecture", false);
  const bool grouped_chatglm = !c.is("chatglm") || c.text.flag_or("multi_query_attention", true);
  if (multi_query && !new_falcon) {
    s.kv_heads_by_layer.clear();
    s.kv_heads = 1;
  } else if (!s.kv_heads_by_layer.empty() && grouped_chatglm) {
    s.kv_heads = of_list(s.kv_heads_by_layer);
    if (s.kv_heads == 0) {
      c.text.error(IssueCode::OutOfRange, name, "It must be greater than 0.");
      s.kv_heads = 1;
    }
  } else if (c.defaults.kv_heads > 0 && name.empty()) {
    s.kv_heads = c.required(key::kv_heads, c.defaults.kv_heads);
  } else {
    s.kv_heads = s.heads;
    const bool said = std::any_of(std::begin(key::kv_heads), std::end(key::kv_heads),
                                  [&](std::string_view n) { return c.text.mentions(n); });
    if (!c.family.multi_head && !c.text.has("kv_lora_rank") && !said)
      c.text.warn(key::kv_heads[0], "It is missing; as in transformers, each of the " +
                                        std::to_string(s.heads) + " heads has keys and values of its own.");
  }
  if (s.kv_heads_by_layer.size() <= 1) s.kv_heads_by_layer.clear();
}

void read_head_dim(const TextConfig& c, Shape& s) {
  const auto given = c.text.count(key::head_dim);
  if (c.is("zamba2")) {  // attention reads the concatenation of two vectors
    s.head_dim = c.text.count_or("attention_head_dim", 2 * s.hidden / s.heads);
  } else if (given && *given > 0) {
    s.head_dim = *given;
  } else if (c.family.head_dim > 0) {
    s.head_dim = c.family.head_dim;
    if (s.head_dim * s.heads != s.hidden)
      c.text.warn("head_dim", "It is missing; the default of " + std::string(c.family.type) +
                                  " in transformers is used: " + std::to_string(s.head_dim) + ".");
  } else {
    s.head_dim = s.hidden / s.heads;
    if (s.head_dim * s.heads != s.hidden && !c.text.has("kv_lora_rank"))
      c.text.warn(
          "head_dim",
          "It is missing, and the heads do not divide the hidden size; the quotient is rounded down to " +
              std::to_string(s.head_dim) + ".",
          IssueCode::NotDivisible);
  }
}

// OpenELM gives a factor for each layer, and rounds the width to a multiple.
std::vector<std::int64_t> openelm_widths(const TextConfig& c, std::int64_t hidden) {
  std::vector<std::int64_t> widths;
  const auto* factors = c.text.find("ffn_multipliers");
  if (factors == nullptr || !factors->is_array()) return widths;
  const auto multiple = std::max<std::int64_t>(c.text.count_or("ffn_dim_divisor", 256), 1);
  for (const auto& factor : *factors) {
    const double wanted = (factor.is_number() ? std::clamp(factor.get<double>(), 0.0, 1000.0) : 0.0) *
                          static_cast<double>(hidden);
    std::int64_t width = (static_cast<std::int64_t>(wanted) + multiple / 2) / multiple * multiple;
    if (static_cast<double>(width) < 0.9 * wanted) width += multiple;
    widths.push_back(std::max(width, multiple));
  }
  return widths;
}

void read_width(const TextConfig& c, Shape& s) {
  s.width_by_layer = c.text.counts(key::width);
  const std::string_view name = c.text.present(key::width);
  if (!s.width_by_layer.empty()) {
    s.width = of_list(s.width_by_layer);
    s.width_given = true;
  } else if (const auto ratio = name.empty() ? c.text.number("expansion_ratio") : std::nullopt) {
    s.width = static_cast<std::int64_t>(std::clamp(*ratio, 0.0, 1000.0) * static_cast<double>(s.hidden));
    s.width_given = true;
  } else if (c.is("openelm") && c.text.has("ffn_multipliers")) {
    s.width_by_layer = openelm_widths(c, s.hidden);
    s.width = s.width_by_layer.empty() ? 0 : of_list(s.width_by_layer);
    s.width_given = s.width > 0;
  } else if (c.is("rwkv5")) {
    s.width = 7 * s.hidden / 64 * 32;
    s.width_given = true;
    c.text.note("intermediate_size",
                "It is missing; as in RWKV-5, it is 3.5 times the hidden size, rounded down to 32.");
  } else if (c.family.plain || c.family.multi_query) {
    s.width = 4 * s.hidden;
    s.width_given = true;
    c.text.note("intermediate_size",
                "It is missing; as in transformers, the MLP is 4 times the hidden size.");
  } else if (c.defaults.width > 0) {
    s.width = c.required(key::width, c.defaults.width);
    s.width_given = true;
  }
  if (s.width_by_layer.size() <= 1) s.width_by_layer.clear();
  if (c.family.width_halved) {
    s.width /= 2;
    if (!c.text.has("ffn_hidden_size") || c.is("qwen"))
      c.text.note(name,
                  "In " + std::string(c.family.type) + " it holds the gate and the up projection together.");
  }
}

// An MLP of two or of three matrices, from the keys that say so and else from the family.
bool read_gated(const TextConfig& c) {
  if (const auto gated = c.text.flag("gated_linear_unit")) return *gated;
  if (const auto gated = c.text.flag("is_gated_act")) return *gated;
  if (c.text.text("feed_forward_proj").rfind("gated", 0) == 0) return true;
  if (c.is("starcoder2")) return c.text.text("mlp_type") == "gated";
  if (c.family_known) return !c.family.plain;
  const std::string activation = c.text.text(c.text.present(key::activation));
  const bool plain = activation.rfind("gelu", 0) == 0 || activation.rfind("relu", 0) == 0;
  if (plain)
    c.text.warn(c.text.present(key::activation),
                "With '" + activation +
                    "' in an unknown type, the MLP is taken to have two matrices, without a gate.");
  return !plain;
}

bool read_tied(const TextConfig& c) {
  constexpr std::string_view names[] = {"tie_word_embeddings",       "weight_tying",  "tie_emb_prj_weight",
                                        "share_input_output_layers", "tie_embedding", "tie_embeddings"};
  for (std::string_view name : names)
    if (const auto tied = c.text.flag(name)) return *tied;
  c.text.warn(names[0], "It is missing; " + std::string(c.family_known ? c.family.type : "an unknown type") +
                            (c.family.tied ? " ties the output head to the embedding"
                                           : " has an output head of its own") +
                            " by default.");
  return c.family.tied;
}

}  // namespace

Shape read_shape(const TextConfig& c) {
  Shape s;
  s.hidden = c.required(key::hidden, c.defaults.hidden);
  s.layers = read_layers(c);
  s.vocabulary = read_vocabulary(c);
  s.context = read_context(c);
  if (!is_state_space(c)) {
    read_heads(c, s);
    read_kv_heads(c, s);
    read_head_dim(c, s);
  }
  read_width(c, s);
  s.gated = read_gated(c);
  s.tied = read_tied(c);
  s.mlp_bias = c.text.flag_or("mlp_bias", c.family.mlp_bias);
  if (const auto all = c.text.flag("add_bias_linear"); all && !c.is("zamba2")) s.mlp_bias = *all;
  if (c.is("falcon")) s.mlp_bias = c.text.flag_or("bias", false);
  if (c.is("starcoder2")) s.mlp_bias = c.text.flag_or("use_bias", true);
  return s;
}

Mixer base_attention(const TextConfig& c, const Shape& s) {
  const ConfigReader& t = c.text;
  Mixer m{.heads = s.heads, .kv_heads = s.kv_heads, .head_dim = s.head_dim};
  m.qkv_bias = c.family.qkv_bias;
  m.output_bias = c.family.output_bias;
  if (const auto bias = t.flag("attention_bias")) {
    m.qkv_bias = *bias;
    if (!c.family.attention_bias_is_qkv) m.output_bias = *bias;
  }
  for (std::string_view name : {"qkv_bias", "use_qkv_bias", "add_qkv_bias"})
    if (const auto bias = t.flag(name)) m.qkv_bias = *bias;
  if (const auto bias = t.flag("attention_out_bias")) m.output_bias = *bias;
  if (c.family.bias_is_attention || c.is("falcon"))
    if (const auto bias = t.flag("bias")) m.qkv_bias = m.output_bias = *bias;
  if (c.is("starcoder2") || c.is("bailing_moe") || c.is("ernie4_5") || c.is("ernie4_5_moe"))
    if (const auto bias = t.flag("use_bias")) {
      m.output_bias = *bias;
      if (!c.is("bailing_moe")) m.qkv_bias = *bias;
    }
  for (std::string_view name : {"use_qk_norm", "qk_layernorm", "use_qk_layernorm", "qk_norm", "qk_ln",
                                "normalize_qk_projections", "attention_layer_norm"})
    if (const auto norm = t.flag(name); norm && !c.family.ignores_qk_norm_key) m.qk_norm = *norm;
  if (!m.qk_norm) m.qk_norm = c.family.qk_norm && !t.has("use_qk_norm");
  m.qk_norm_all_heads = m.qk_norm && (c.family.qk_norm_all_heads || t.text("qk_norm_type") == "per_layer") &&
                        t.text("qk_norm_type") != "per_head";
  m.sinks = c.family.sinks;
  m.output_gate =
      t.flag_or("attn_output_gate", c.family.output_gate) || t.flag_or("attention_output_gate", false);
  return m;
}

}  // namespace trireme::hf
