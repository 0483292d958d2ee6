// Which layers of a mixture of experts have the experts.
// SPDX-License-Identifier: MIT
#include "core/import/moe_placement.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <optional>
#include <string>

namespace trireme::hf {
namespace {

using Placement = std::vector<bool>;

bool is_list(const TextConfig& c, std::string_view name) {
  const auto* value = c.text.find(name);
  return value != nullptr && value->is_array();
}

void check_length(const TextConfig& c, std::string_view name, std::size_t entries, std::int64_t layers) {
  if (entries < static_cast<std::size_t>(layers))
    c.text.error(IssueCode::Inconsistent, name,
                 "It describes " + std::to_string(entries) + " layers of " + std::to_string(layers) + ".");
}

// mlp_layer_types: "dense", or "sparse", "moe", "hash_moe".
std::optional<Placement> from_names(const TextConfig& c, std::int64_t layers) {
  constexpr std::string_view name = "mlp_layer_types";
  if (!is_list(c, name)) return std::nullopt;
  Placement moe;
  for (const std::string& entry : c.text.texts(name)) moe.push_back(entry != "dense" && entry != "mlp");
  check_length(c, name, moe.size(), layers);
  moe.resize(static_cast<std::size_t>(layers), true);
  return moe;
}

// moe_layer_freq: [0, 0, 1, 1, ...].
std::optional<Placement> from_frequencies(const TextConfig& c, std::int64_t layers) {
  constexpr std::string_view name = "moe_layer_freq";
  if (!is_list(c, name)) return std::nullopt;
  Placement moe;
  for (std::int64_t n : c.text.counts(name)) moe.push_back(n != 0);
  check_length(c, name, moe.size(), layers);
  moe.resize(static_cast<std::size_t>(layers), true);
  return moe;
}

// moe_layers: [1, 3, 5], or moe_layers_enum: "4,5,6".
std::optional<Placement> from_indices(const TextConfig& c, std::int64_t layers) {
  std::vector<std::int64_t> indices;
  std::string_view name = "moe_layers";
  if (is_list(c, name)) {
    indices = c.text.counts(name);
  } else if (const std::string text = c.text.text("moe_layers_enum"); !text.empty()) {
    name = "moe_layers_enum";
    for (std::size_t start = 0; start <= text.size();) {
      const std::size_t comma = std::min(text.find(',', start), text.size());
      const auto index = parse_number(std::string_view(text).substr(start, comma - start));
      if (index && *index >= 0 && *index < static_cast<double>(layers))
        indices.push_back(static_cast<std::int64_t>(*index));
      else
        c.text.error(IssueCode::OutOfRange, name,
                     "Numbers of layers, with commas between them, belong here.");
      start = comma + 1;
    }
  } else {
    return std::nullopt;
  }
  Placement moe(static_cast<std::size_t>(layers), false);
  for (std::int64_t i : indices)
    if (i < layers) moe[static_cast<std::size_t>(i)] = true;
  return moe;
}

// The rules, each with its own zero: DeepSeek and GLM count from the first sparse layer, Qwen and Llama 4 put
// the experts at the end of each period, Jamba at an offset.
Placement by_rule(const TextConfig& c, std::int64_t layers) {
  const ConfigReader& t = c.text;
  // ERNIE gives lists, with the text's number first.
  const auto first_of = [&](std::string_view name, std::int64_t otherwise) {
    const auto list = t.counts(name);
    return list.empty() ? otherwise : list.front();
  };
  const std::int64_t dense_first =
      std::max({t.count_or("first_k_dense_replace", 0), t.count_or("num_dense_layers", 0),
                first_of("moe_layer_start_index", 0)});
  const std::int64_t last = first_of("moe_layer_end_index", layers - 1);
  const std::int64_t every =
      std::max<std::int64_t>({t.count_or("moe_layer_freq", 1), t.count_or("moe_layer_interval", 1), 1});
  const std::int64_t step = std::max<std::int64_t>(
      {t.count_or("decoder_sparse_step", 1), t.count_or("interleave_moe_layer_step", 1), 1});
  const std::int64_t period = t.count_or("expert_layer_period", c.is("jamba") ? 2 : 0);
  const std::int64_t offset = t.count_or("expert_layer_offset", c.is("jamba") ? 1 : 0);
  Placement moe(static_cast<std::size_t>(layers), false);
  for (std::int64_t i = 0; i < layers; ++i) {
    bool has = i >= dense_first && i <= last && i % every == 0 && (i + 1) % step == 0;
    if (period > 0) has = i % period == offset % period;
    moe[static_cast<std::size_t>(i)] = has;
  }
  for (std::int64_t i : t.counts("mlp_only_layers"))
    if (i < layers) moe[static_cast<std::size_t>(i)] = false;
  return moe;
}

}  // namespace

std::vector<bool> moe_placement(const TextConfig& c, const Shape& s) {
  if (auto moe = from_names(c, s.layers)) return *moe;
  if (auto moe = from_frequencies(c, s.layers)) return *moe;
  if (auto moe = from_indices(c, s.layers)) return *moe;
  return by_rule(c, s.layers);
}

}  // namespace trireme::hf
