// A quantisation applied to a model.
// SPDX-License-Identifier: MIT
#include "core/import/weight_groups.h"

#include "core/workload/parameters.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string>

namespace trireme::hf {
namespace {

constexpr std::size_t most_patterns = 100'000;

// A module that stays as it is: in one layer, or in all of them.
struct Exclusion {
  std::optional<std::int64_t> layer;
  WeightPart part = WeightPart::Mixers;
  char projection = 0;  // 'q', 'k', 'v', 'o' of an attention; 0 = the whole part
  friend bool operator==(const Exclusion&, const Exclusion&) = default;
};

// Long lists name the same few things over and over.
void add_once(std::vector<Exclusion>& list, const Exclusion& exclusion) {
  if (std::find(list.begin(), list.end(), exclusion) == list.end()) list.push_back(exclusion);
}

// The number in "layers.12." or "h.12."; none when every layer is meant.
std::optional<std::int64_t> layer_in(std::string_view pattern) {
  for (std::string_view stem : {"layers.", "layers\\.", "h.", "blocks."}) {
    const std::size_t at = pattern.find(stem);
    if (at == std::string_view::npos) continue;
    std::int64_t number = 0;
    std::size_t i = at + stem.size();
    const std::size_t start = i;
    for (; i < pattern.size() && pattern[i] >= '0' && pattern[i] <= '9' && i - start < 6; ++i)
      number = 10 * number + (pattern[i] - '0');
    if (i > start) return number;
  }
  return std::nullopt;
}

char projection_in(std::string_view pattern) {
  for (std::string_view name : {"q_proj", "k_proj", "v_proj", "o_proj"}) {
    const std::size_t at = pattern.find(name);
    if (at != std::string_view::npos && (at == 0 || pattern[at - 1] == '.' || pattern[at - 1] == '*'))
      return name[0];
  }
  return 0;
}

constexpr WeightPart layer_parts[] = {WeightPart::Mixers, WeightPart::DenseMlp, WeightPart::SharedExperts,
                                      WeightPart::RoutedExperts, WeightPart::Router};

std::vector<Exclusion> exclusions(const TextConfig& c, const QuantizationScheme& scheme) {
  std::vector<Exclusion> list;
  std::set<std::string> unknown;
  for (std::size_t i = 0; i < std::min(scheme.excluded.size(), most_patterns); ++i) {
    const std::string& pattern = scheme.excluded[i];
    const auto layer = layer_in(pattern);
    const auto part = part_of_module(pattern);
    if (part) {
      list.push_back({layer, *part, *part == WeightPart::Mixers ? projection_in(pattern) : '\0'});
    } else if (layer) {  // a whole layer
      for (WeightPart p : layer_parts) list.push_back({layer, p, 0});
    } else if (!pattern.empty() && unknown.size() < 5 && unknown.insert(pattern).second) {
      c.text.warn("quantization_config",
                  "'" + pattern + "' among the modules that are not quantised is not known; it is ignored.");
    }
  }
  return list;
}

// The share of an attention's matrices in one of its projections.
double projection_share(const Mixer& m, std::int64_t hidden, char projection) {
  const double all = mixer_parameters(m, hidden).matrix;
  if (m.kind != MixerKind::Attention || all <= 0) return projection == 'q' || projection == 'o' ? 0.4 : 0.1;
  const auto h = static_cast<double>(hidden), d = static_cast<double>(m.head_dim);
  const double heads = static_cast<double>(projection == 'q' || projection == 'o' ? m.heads : m.kv_heads);
  return std::min(h * heads * d / all, 1.0);
}

// Parameters that stay as they are, by part.
struct Kept {
  std::array<double, weight_part_count> parameters{};
  double& operator[](WeightPart part) { return parameters[static_cast<std::size_t>(part)]; }
};

// What the modules of one layer hold, and how much of it is excluded.
void add_layer(const std::vector<Exclusion>& excluded, const Layer& layer, std::int64_t hidden, double layers,
               Kept& kept) {
  if (layer.reuses_weights) return;
  const BlockParameters mixer = mixer_parameters(layer.mixer, hidden);
  const BlockParameters ff = feed_forward_parameters(layer.feed_forward, hidden);
  double mixer_share = 0;
  std::string seen;
  std::array<bool, weight_part_count> whole{};
  for (const Exclusion& e : excluded) {
    if (e.part == WeightPart::Mixers && e.projection != 0 && seen.find(e.projection) == std::string::npos) {
      seen += e.projection;
      mixer_share += projection_share(layer.mixer, hidden, e.projection);
    }
    if (e.projection == 0) whole[static_cast<std::size_t>(e.part)] = true;
  }
  if (whole[static_cast<std::size_t>(WeightPart::Mixers)]) mixer_share = 1;
  const auto keep = [&](WeightPart part, double parameters) {
    if (whole[static_cast<std::size_t>(part)]) kept[part] += layers * parameters;
  };
  kept[WeightPart::Mixers] += layers * std::min(mixer_share, 1.0) *
                              (mixer.matrix + mixer_parameters(layer.cross, hidden).matrix +
                               static_cast<double>(layer.extra_matrix_parameters));
  keep(WeightPart::DenseMlp, ff.matrix - ff.shared);
  keep(WeightPart::SharedExperts, ff.shared);
  keep(WeightPart::RoutedExperts, static_cast<double>(layer.feed_forward.experts) * ff.expert);
}

Kept kept_parameters(const std::vector<Exclusion>& excluded, const Model& model) {
  Kept kept;
  std::vector<Exclusion> everywhere;
  std::vector<std::vector<Exclusion>> by_layer(static_cast<std::size_t>(model.layer_count()));
  for (const Exclusion& e : excluded) {
    if (!e.layer) add_once(everywhere, e);
    else if (*e.layer < model.layer_count()) add_once(by_layer[static_cast<std::size_t>(*e.layer)], e);
  }
  std::size_t index = 0;
  for (const LayerRun& run : model.layers)
    for (std::int64_t i = 0; i < run.count; ++i, ++index) {
      std::vector<Exclusion> here = everywhere;
      here.insert(here.end(), by_layer[index].begin(), by_layer[index].end());
      add_layer(here, run.layer, model.hidden, 1, kept);
    }
  for (const LayerRun& run : model.encoder_layers)
    add_layer(everywhere, run.layer, model.hidden, static_cast<double>(run.count), kept);
  return kept;
}

}  // namespace

Quantization quantization_of(const TextConfig& c, const QuantizationScheme& scheme, const Model& model) {
  Quantization q{.method = scheme.method, .dtype_bits = scheme.dtype_bits, .kv_bits = scheme.kv_bits};
  q.weight_bits = scheme.weight_bits > 0 ? scheme.weight_bits : scheme.dtype_bits;
  const std::vector<Exclusion> excluded = exclusions(c, scheme);
  Kept kept = kept_parameters(excluded, model);
  const auto is_excluded = [&](WeightPart part) {
    return std::any_of(excluded.begin(), excluded.end(),
                       [&](const Exclusion& e) { return e.part == part && !e.layer; });
  };
  const ParameterParts parts = parameter_parts(model);
  const double amounts[] = {
      parts.embedding,      parts.head,   parts.mixers,  parts.dense_mlp, parts.shared_experts,
      parts.routed_experts, parts.router, parts.vectors, parts.mtp,       parts.towers};
  for (std::size_t i = 0; i < weight_part_count; ++i) {
    const auto part = static_cast<WeightPart>(i);
    if (amounts[i] <= 0) continue;
    double bits = scheme.bits[i] > 0 ? scheme.bits[i] : scheme.dtype_bits;
    double same = is_excluded(part) && kept[part] == 0 ? amounts[i] : std::min(kept[part], amounts[i]);
    if (part == WeightPart::Mtp && scheme.bits[i] == 0) bits = q.weight_bits;  // quantised as the layers are
    q.groups.push_back(
        {part, amounts[i], (same * scheme.dtype_bits + (amounts[i] - same) * bits) / amounts[i]});
  }
  return q;
}

}  // namespace trireme::hf

namespace trireme {

Bytes Quantization::weight_bytes() const {
  Bytes sum;
  for (const WeightGroup& g : groups)
    if (g.part != WeightPart::Mtp && g.part != WeightPart::Towers)
      sum += trireme::weight_bytes(g.parameters, g.bits);
  return sum;
}

Bytes Quantization::checkpoint_bytes() const {
  Bytes sum;
  for (const WeightGroup& g : groups) sum += trireme::weight_bytes(g.parameters, g.bits);
  return sum;
}

}  // namespace trireme
