// Which kind of layer stands where.
// SPDX-License-Identifier: MIT
#include "core/import/layer_pattern.h"

#include "core/import/config_keys.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

namespace trireme::hf {
namespace {

using Kinds = std::vector<LayerKind>;

struct KindName {
  std::string_view name;
  LayerKind kind;
};
constexpr KindName kind_names[] = {
    {"full_attention", LayerKind::Full},
    {"attention", LayerKind::Full},
    {"global_attention", LayerKind::Full},
    {"global", LayerKind::Full},
    {"full", LayerKind::Full},
    {"deepseek_sparse_attention", LayerKind::Full},
    {"sliding_attention", LayerKind::Window},
    {"local_attention", LayerKind::Window},
    {"sliding", LayerKind::Window},
    {"local", LayerKind::Window},
    {"swa", LayerKind::Window},
    {"chunked_attention", LayerKind::Chunk},
    {"linear_attention", LayerKind::Linear},
    {"gated_deltanet", LayerKind::Linear},
    {"kda", LayerKind::Linear},
    {"lightning_attention", LayerKind::Linear},
    {"mamba", LayerKind::StateSpace},
    {"mamba2", LayerKind::StateSpace},
    {"conv", LayerKind::Convolution},
    {"short_conv", LayerKind::Convolution},
    {"compressed_sparse_attention", LayerKind::PooledSparse},
    {"heavily_compressed_attention", LayerKind::PooledHeavy},
    {"hybrid", LayerKind::SharedBlock},
    {"mlp", LayerKind::Mlp},
    {"moe", LayerKind::Experts},
};

constexpr KindName kind_letters[] = {
    {"M", LayerKind::StateSpace}, {"*", LayerKind::Full},   {"-", LayerKind::Mlp},  {"E", LayerKind::Experts},
    {"D", LayerKind::Linear},     {"L", LayerKind::Window}, {"G", LayerKind::Full},
};

template <std::size_t N>
std::optional<LayerKind> kind_of(const KindName (&names)[N], std::string_view name) {
  const auto* found =
      std::find_if(std::begin(names), std::end(names), [&](const KindName& n) { return n.name == name; });
  return found == std::end(names) ? std::nullopt : std::optional(found->kind);
}

// A list with more entries than layers describes MTP layers as well; one with fewer is a fault.
std::optional<Kinds> fitted(const TextConfig& c, std::string_view name, Kinds kinds, std::int64_t layers) {
  const auto wanted = static_cast<std::size_t>(layers);
  if (kinds.size() < wanted) {
    c.text.error(
        IssueCode::Inconsistent, name,
        "It describes " + std::to_string(kinds.size()) + " layers of " + std::to_string(layers) + ".");
    kinds.resize(wanted, LayerKind::Full);
  }
  if (kinds.size() > wanted)
    c.text.note(name, "It describes " + std::to_string(kinds.size()) + " layers; the first " +
                          std::to_string(layers) +
                          " are the model's, the others are taken for multi-token prediction.");
  kinds.resize(wanted);
  return kinds;
}

std::optional<Kinds> from_names(const TextConfig& c, std::string_view name, std::int64_t layers) {
  const auto* list = c.text.find(name);
  if (list == nullptr || !list->is_array() || list->empty()) return std::nullopt;
  Kinds kinds;
  for (const std::string& entry : c.text.texts(name)) {
    const auto kind = kind_of(kind_names, entry);
    if (!kind) {
      c.text.error(IssueCode::UnknownName, name, "'" + entry + "' is not a kind of layer that is known.");
      return Kinds(static_cast<std::size_t>(layers), LayerKind::Full);
    }
    kinds.push_back(*kind);
  }
  return fitted(c, name, std::move(kinds), layers);
}

// "MEM*-": one letter a layer.
std::optional<Kinds> from_letters(const TextConfig& c, std::string_view name, std::int64_t layers) {
  const std::string letters = c.text.text(name);
  if (letters.empty()) return std::nullopt;
  Kinds kinds;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const auto kind = kind_of(kind_letters, std::string_view(letters).substr(i, 1));
    if (!kind) {
      c.text.error(IssueCode::UnknownName, name,
                   "'" + letters.substr(i, 1) + "' is not a kind of layer; M, *, -, E, D are.");
      return Kinds(static_cast<std::size_t>(layers), LayerKind::Full);
    }
    kinds.push_back(*kind);
  }
  return fitted(c, name, std::move(kinds), layers);
}

// A list of numbers with a meaning for zero and one for all others.
std::optional<Kinds> from_numbers(const TextConfig& c, std::string_view name, std::int64_t layers,
                                  LayerKind zero, LayerKind other) {
  const auto* list = c.text.find(name);
  if (list == nullptr || !list->is_array()) return std::nullopt;
  Kinds kinds;
  for (std::int64_t n : c.text.counts(name)) kinds.push_back(n == 0 ? zero : other);
  if (kinds.empty()) return std::nullopt;
  return fitted(c, name, std::move(kinds), layers);
}

// Lists of layer numbers in linear_attn_config, counted from 1 unless the file says otherwise.
std::optional<Kinds> from_linear_attention_lists(const TextConfig& c, std::int64_t layers) {
  const auto linear = c.text.object("linear_attn_config");
  if (!linear || !linear->has("full_attn_layers")) return std::nullopt;
  Kinds kinds(static_cast<std::size_t>(layers), LayerKind::Linear);
  const std::int64_t base = linear->count_or("kda_layer_index_base", 1);
  for (std::int64_t layer : linear->counts("full_attn_layers")) {
    const std::int64_t at = layer - base;
    if (at < 0 || at >= layers) {
      linear->error(IssueCode::OutOfRange, "full_attn_layers",
                    "Layer " + std::to_string(layer) + " does not exist.");
      break;
    }
    kinds[static_cast<std::size_t>(at)] = LayerKind::Full;
  }
  return kinds;
}

// Every n-th layer differs, counted so that layer `offset` is the first of them.
Kinds periodic(std::int64_t layers, std::int64_t period, std::int64_t offset, LayerKind rare,
               LayerKind common) {
  Kinds kinds(static_cast<std::size_t>(layers), common);
  if (period > 0)
    for (std::int64_t i = offset % period; i < layers; i += period) kinds[static_cast<std::size_t>(i)] = rare;
  return kinds;
}

Kinds at_indices(const TextConfig& c, std::string_view name, std::int64_t layers, LayerKind rare,
                 LayerKind common) {
  Kinds kinds(static_cast<std::size_t>(layers), common);
  for (std::int64_t i : c.text.counts(name))
    if (i < layers) kinds[static_cast<std::size_t>(i)] = rare;
  return kinds;
}

// DeepSeek-V4: 0, or the tokens that are pooled into one.
std::optional<Kinds> from_compression(const TextConfig& c, std::int64_t layers) {
  if (!c.is("deepseek_v4")) return std::nullopt;
  constexpr std::string_view name = "compress_ratios";
  if (!c.text.has(name)) {
    c.text.warn(name,
                "It is missing; the default of transformers is used: 128 twice, then 128 and 4 in turn.");
    Kinds kinds(static_cast<std::size_t>(layers), LayerKind::PooledHeavy);
    for (std::size_t i = 3; i < kinds.size(); i += 2) kinds[i] = LayerKind::PooledSparse;
    return kinds;
  }
  Kinds kinds;
  for (std::int64_t ratio : c.text.counts(name))
    kinds.push_back(ratio == 0    ? LayerKind::Window
                    : ratio <= 16 ? LayerKind::PooledSparse
                                  : LayerKind::PooledHeavy);
  return fitted(c, name, std::move(kinds), layers);
}

// GPT-Neo: [[["global", "local"], 12]].
std::optional<Kinds> from_attention_types(const TextConfig& c, std::int64_t layers) {
  const auto* list = c.text.find("attention_types");
  if (list == nullptr || !list->is_array()) return std::nullopt;
  Kinds kinds;
  for (const auto& group : *list) {
    if (!group.is_array() || group.size() != 2 || !group[0].is_array() || !group[1].is_number_unsigned())
      continue;
    const auto times = std::min<std::uint64_t>(group[1].get<std::uint64_t>(), most_layers);
    for (std::uint64_t n = 0; n < times && kinds.size() < static_cast<std::size_t>(most_layers); ++n)
      for (const auto& entry : group[0]) {
        const auto* text = entry.get_ptr<const std::string*>();
        kinds.push_back(text == nullptr ? LayerKind::Full
                                        : kind_of(kind_names, *text).value_or(LayerKind::Full));
      }
  }
  return fitted(c, "attention_types", std::move(kinds), layers);
}

// Everything that is spelt out layer by layer.
std::optional<Kinds> spelt_out(const TextConfig& c, std::int64_t layers) {
  for (std::string_view name : {"layer_types", "layers_block_type"})
    if (auto kinds = from_names(c, name, layers)) return kinds;
  if (auto kinds = from_letters(c, "hybrid_override_pattern", layers)) return kinds;
  if (auto kinds = from_compression(c, layers)) return kinds;
  if (auto kinds = from_numbers(c, "hybrid_layer_pattern", layers, LayerKind::Full, LayerKind::Window))
    return kinds;
  if (auto kinds = from_numbers(c, "attn_type_list", layers, LayerKind::Linear, LayerKind::Full))
    return kinds;
  if (auto kinds = from_linear_attention_lists(c, layers)) return kinds;
  return from_attention_types(c, layers);
}

// State space and linear attention by a rule.
std::optional<Kinds> by_hybrid_rule(const TextConfig& c, std::int64_t layers) {
  const ConfigReader& t = c.text;
  const auto all = static_cast<std::size_t>(layers);
  if (c.is("mamba") || c.is("mamba2") || c.is("falcon_mamba") || c.is("rwkv5"))
    return Kinds(all, c.is("rwkv5") ? LayerKind::Linear : LayerKind::StateSpace);
  if (const auto period = t.count("attn_layer_period"); period && *period > 0)
    return periodic(layers, *period, t.count_or("attn_layer_offset", 0), LayerKind::Full,
                    LayerKind::StateSpace);
  if (c.is("jamba")) {
    t.warn("attn_layer_period",
           "It is missing; the default of jamba in transformers is used: every 8th from the 5th.");
    return periodic(layers, 8, 4, LayerKind::Full, LayerKind::StateSpace);
  }
  for (std::string_view name : {"attn_layer_indices", "attn_layer_idx"})
    if (t.has(name)) return at_indices(c, name, layers, LayerKind::Full, LayerKind::StateSpace);
  if (t.has("full_attn_idxs"))
    return at_indices(c, "full_attn_idxs", layers, LayerKind::Full, LayerKind::Convolution);
  const bool is_next = c.is("qwen3_next") || c.is("qwen3_5");
  if (const auto every = t.count("full_attention_interval"); (every && *every > 0) || is_next) {
    if (!every) t.warn("full_attention_interval", "It is missing; the default of transformers is used: 4.");
    const std::int64_t n = every.value_or(4) > 0 ? every.value_or(4) : 4;
    return periodic(layers, n, n - 1, LayerKind::Full, LayerKind::Linear);
  }
  return std::nullopt;
}

// Llama 4: rotary layers attend in chunks, those without positions to everything.
std::optional<Kinds> by_chunks(const TextConfig& c, std::int64_t layers, std::int64_t chunk) {
  if (chunk == 0) return std::nullopt;
  const auto rotary = c.text.counts("no_rope_layers");  // 1 where a layer has rotary positions
  if (!rotary.empty()) {
    Kinds kinds;
    for (std::int64_t is_rotary : rotary)
      kinds.push_back(is_rotary != 0 ? LayerKind::Chunk : LayerKind::Full);
    return fitted(c, "no_rope_layers", std::move(kinds), layers);
  }
  const std::int64_t every = c.text.count_or("no_rope_layer_interval", 4);
  return periodic(layers, every, every > 0 ? every - 1 : 0, LayerKind::Full, LayerKind::Chunk);
}

// Sliding windows by a rule: Qwen's switch and first windowed layer, "every n-th is full", "LLLG", or all
// layers.
Kinds by_window_rule(const TextConfig& c, std::int64_t layers, std::int64_t& window) {
  const ConfigReader& t = c.text;
  const auto all = static_cast<std::size_t>(layers);
  const auto none = [&] {
    window = 0;
    return Kinds(all, LayerKind::Full);
  };
  const auto use = t.flag("use_sliding_window");
  if (use == std::optional(false) || (c.family.window_asks && !use)) return none();
  if (window == 0) return none();
  if (c.family.window_asks || (use && t.has("max_window_layers"))) {
    Kinds kinds(all, LayerKind::Window);
    const auto first = std::min<std::int64_t>(t.count_or("max_window_layers", 28), layers);
    std::fill(kinds.begin(), kinds.begin() + first, LayerKind::Full);
    return kinds;
  }
  for (std::string_view name :
       {"sliding_window_pattern", "_sliding_window_pattern", "global_attn_every_n_layers"}) {
    const auto* value = t.find(name);
    if (value == nullptr) continue;
    if (value->is_string()) {  // a pattern of letters that repeats
      const std::string letters = t.text(name);
      Kinds kinds;
      for (std::size_t i = 0; i < all && !letters.empty(); ++i)
        kinds.push_back(letters[i % letters.size()] == 'G' ? LayerKind::Full : LayerKind::Window);
      if (!kinds.empty()) return kinds;
    } else if (const auto every = t.count(name); every && *every > 0) {
      return periodic(layers, *every, *every - 1, LayerKind::Full, LayerKind::Window);
    }
  }
  if (c.family.full_every > 0)
    return periodic(layers, c.family.full_every, c.family.full_every - 1, LayerKind::Full, LayerKind::Window);
  if (!c.family_known)
    t.warn(t.present(key::window), "No key says which layers have the window; all of them are taken to.");
  return Kinds(all, LayerKind::Window);
}

std::int64_t read_window(const TextConfig& c) {
  const std::string_view name = c.text.present(key::window);
  if (!name.empty()) return c.text.count(name).value_or(0);
  for (std::string_view given : key::window)
    if (c.text.mentions(given)) return 0;  // an explicit null: no window
  if (c.family.window > 0)
    c.text.warn(key::window[0], "It is missing; the default of " + std::string(c.family.type) +
                                    " in transformers is used: " + std::to_string(c.family.window) + ".");
  return c.family.window;
}

}  // namespace

LayerPattern read_layer_pattern(const TextConfig& c, const Shape& s) {
  LayerPattern pattern;
  pattern.chunk =
      c.text.count_or("attention_chunk_size", c.text.mentions("attention_chunk_size") ? 0 : c.family.chunk);
  auto kinds = spelt_out(c, s.layers);
  if (!kinds) kinds = by_hybrid_rule(c, s.layers);
  if (!kinds && (c.family.chunk > 0 || !c.family_known)) kinds = by_chunks(c, s.layers, pattern.chunk);
  const bool spelt = kinds.has_value();
  const auto has = [&](LayerKind kind) {
    return kinds && std::find(kinds->begin(), kinds->end(), kind) != kinds->end();
  };
  if (!spelt || has(LayerKind::Window) || has(LayerKind::PooledSparse) || has(LayerKind::PooledHeavy))
    pattern.window = read_window(c);
  if (!spelt) kinds = by_window_rule(c, s.layers, pattern.window);
  if (has(LayerKind::Window) && pattern.window == 0) {
    c.text.error(IssueCode::Inconsistent, key::window[0],
                 "Layers with a sliding window are named, but not how long it is.");
    pattern.window = 1;
  }
  if (has(LayerKind::Chunk) && pattern.chunk == 0) {
    c.text.error(IssueCode::Inconsistent, "attention_chunk_size",
                 "Layers with chunks are named, but not how long those are.");
    pattern.chunk = 1;
  }
  pattern.one_block = has(LayerKind::Mlp) || has(LayerKind::Experts) || c.is("nemotron_h") ||
                      c.is("zamba2") || c.is("mamba") || c.is("mamba2") || c.is("falcon_mamba");
  pattern.kinds = std::move(*kinds);
  return pattern;
}

}  // namespace trireme::hf
