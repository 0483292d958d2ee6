// Models to JSON.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <type_traits>

#include "core/base/json_text.h"
#include "core/catalog/catalog_json.h"
#include "core/catalog/json_reader.h"
#include "core/catalog/model_fields.h"

namespace trireme {
namespace {

template <class T, class ForEach>
Json all_fields(const T& value, ForEach&& for_each) {
  Json object = Json::object();
  for_each(value, [&](std::string_view key, const auto& member) {
    if constexpr (std::is_enum_v<std::decay_t<decltype(member)>>)
      object[std::string(key)] = std::string(id_of(member));
    else object[std::string(key)] = member;
  });
  return object;
}

// A field with its default says nothing.
template <class T, class ForEach>
Json changed_fields(const T& value, const T& fallback, ForEach&& for_each) {
  Json object = all_fields(value, for_each);
  const Json defaults = all_fields(fallback, for_each);
  for (const auto& [key, member] : defaults.items())
    if (object[key] == member) object.erase(key);
  return object;
}

Json layer_json(const Layer& layer) {
  const auto mixer_fields = [](const Mixer& m, auto&& visit) { for_each_mixer_field(m, visit); };
  const auto feed_forward_fields = [](const FeedForward& f, auto&& visit) {
    for_each_feed_forward_field(f, visit);
  };
  const auto layer_fields = [](const Layer& l, auto&& visit) { for_each_layer_field(l, visit); };
  const Layer fallback;
  Json object = changed_fields(layer, fallback, layer_fields);
  object["mixer"] = changed_fields(layer.mixer, Mixer{}, mixer_fields);
  object["feed_forward"] = changed_fields(layer.feed_forward, FeedForward{}, feed_forward_fields);
  if (layer.cross != fallback.cross)
    object["cross"] = changed_fields(layer.cross, fallback.cross, mixer_fields);
  return object;
}

// The order with its repetitions folded: at each place the period that covers most.
Json folded(const std::vector<Json>& items) {
  constexpr std::size_t longest_period = 12;
  Json list = Json::array();
  for (std::size_t at = 0; at < items.size();) {
    std::size_t best_period = 0, best_times = 1;
    for (std::size_t period = 1; period <= longest_period && at + 2 * period <= items.size(); ++period) {
      std::size_t times = 1;
      while (at + (times + 1) * period <= items.size() &&
             std::equal(items.begin() + at, items.begin() + at + period, items.begin() + at + times * period))
        ++times;
      if (times > 1 && times * period > best_times * best_period) best_period = period, best_times = times;
    }
    if (best_period == 0) {
      list.push_back(items[at++]);
      continue;
    }
    Json repeated = Json::array({best_times});
    for (std::size_t i = 0; i < best_period; ++i) repeated.push_back(items[at + i]);
    list.push_back(std::move(repeated));
    at += best_times * best_period;
  }
  return list;
}

class LayerWriter {
 public:
  Json order(const std::vector<LayerRun>& runs) {
    std::vector<Json> items;
    for (const LayerRun& run : runs) {
      const std::string name = type_name(run.layer);
      items.push_back(run.count == 1 ? Json(name) : Json::array({run.count, name}));
    }
    return folded(items);
  }
  const Json& types() const { return types_; }

 private:
  std::string type_name(const Layer& layer) {
    for (const auto& [name, known] : known_)
      if (known == layer) return name;
    known_.emplace_back("type" + std::to_string(known_.size() + 1), layer);
    types_[known_.back().first] = layer_json(layer);
    return known_.back().first;
  }
  std::vector<std::pair<std::string, Layer>> known_;
  Json types_ = Json::object();
};

}  // namespace

std::string model_json(const Model& model) {
  Json root = Json::object();
  root["id"] = model.id;
  root["name"] = model.name;
  if (!model.family.empty()) root["family"] = model.family;
  Json& numbers = root["numbers"] = Json::object();
  const Model fallback;
  std::vector<double> defaults;
  for_each_number(fallback, [&](std::string_view, std::string_view, Need, const auto& value, auto) {
    defaults.push_back(static_cast<double>(value));
  });
  std::size_t position = 0;
  for_each_number(model, [&](std::string_view key, std::string_view, Need need, const auto& value, auto) {
    const bool is_default = static_cast<double>(value) == defaults[position++];
    if (!is_default || need == Need::Required) numbers[std::string(key)] = value;
  });
  for_each_model_switch(model, [&](std::string_view key, bool value) {
    if (value) root[std::string(key)] = true;
  });
  LayerWriter layers;
  root["layers"] = layers.order(model.layers);
  if (!model.encoder_layers.empty()) root["encoder_layers"] = layers.order(model.encoder_layers);
  root["layer_types"] = layers.types();
  if (!model.provenance.notes.empty()) root["notes"] = model.provenance.notes;
  return text_from_json(root);
}

}  // namespace trireme
