// Models from JSON.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "core/catalog/entries.h"
#include "core/catalog/model_fields.h"

namespace trireme {
namespace {

constexpr std::int64_t most_layers = 10000;
// Far beyond any model, and the product of three of them is still a whole number of 64 bits.
constexpr std::int64_t widest = 2'000'000;

// Reads one field of a mixer, a feed-forward or a layer; what is not given stays as it is.
struct FieldReader {
  ObjectReader& object;

  void operator()(std::string_view key, std::int64_t& target) const {
    const std::int64_t count = object.count(key, target);
    if (count <= widest || key.starts_with("extra_")) target = count;
    else object.fault(IssueCode::OutOfRange, key, "At most 2,000,000 belongs here.");
  }
  void operator()(std::string_view key, bool& target) const { target = object.flag(key, target); }
  template <class E>
  void operator()(std::string_view key, E& target) const {
    const std::string name = object.text(key, Need::Optional, std::string(id_of(target)));
    if (const auto value = enum_from_id<E>(name)) {
      target = *value;
      return;
    }
    std::vector<std::string_view> known;
    for (const auto& row : EnumNames<E>::rows) known.push_back(row.id);
    object.fault(IssueCode::UnknownName, key, unknown_id_message("kind", name, known));
  }
};

void check_mixer(const ObjectReader& object, const Mixer& m) {
  const bool attends = m.kind == MixerKind::Attention;
  if (attends && (m.heads <= 0 || m.kv_heads <= 0 || m.head_dim <= 0))
    object.fault(IssueCode::WrongType, "", "Attention needs heads, kv_heads and head_dim.");
  else if (attends && m.heads % m.kv_heads != 0)
    object.fault(IssueCode::NotDivisible, "kv_heads", "kv_heads must divide heads.");
  if (m.kind == MixerKind::LatentAttention && (m.heads <= 0 || m.kv_rank <= 0 || m.value_dim <= 0))
    object.fault(IssueCode::WrongType, "",
                 "Latent attention needs heads, kv_rank, nope_dim, rope_dim and value_dim.");
}

void check_feed_forward(const ObjectReader& object, const FeedForward& f) {
  if (f.kind == FeedForwardKind::Dense && f.width <= 0)
    object.fault(IssueCode::WrongType, "width", "A dense feed-forward needs a width.");
  if (f.kind == FeedForwardKind::Moe &&
      (f.experts <= 0 || f.top_k <= 0 || f.top_k > f.experts || f.expert_width <= 0))
    object.fault(IssueCode::WrongType, "",
                 "Experts need experts, top_k (not above experts) and expert_width.");
}

void read_layer(ObjectReader object, Layer& layer) {
  const auto mixer = [&](std::string_view key, Mixer& target) {
    if (!object.has(key)) return;
    ObjectReader fields = object.object(key);
    for_each_mixer_field(target, FieldReader{fields});
    fields.refuse_unknown();
    check_mixer(fields, target);
  };
  mixer("mixer", layer.mixer);
  mixer("cross", layer.cross);
  if (object.has("feed_forward")) {
    ObjectReader fields = object.object("feed_forward");
    for_each_feed_forward_field(layer.feed_forward, FieldReader{fields});
    fields.refuse_unknown();
    check_feed_forward(fields, layer.feed_forward);
  }
  for_each_layer_field(layer, FieldReader{object});
  (void)object.has("like");
  object.refuse_unknown();
}

using LayerTypes = std::vector<std::pair<std::string, Layer>>;

// A type is given in full or with "like": the type that it differs from.
LayerTypes read_layer_types(ObjectReader types) {
  LayerTypes result;
  std::vector<std::string> waiting;
  for (const auto& [name, value] : types.json().items()) {
    (void)value;
    waiting.push_back(name);
  }
  const auto known = [&](const std::string& name) {
    return std::find_if(result.begin(), result.end(), [&](const auto& type) { return type.first == name; });
  };
  // Types come in alphabetical order, so one may be like a later one; each round settles at least one.
  for (std::size_t rounds = waiting.size(); rounds > 0 && !waiting.empty(); --rounds) {
    std::vector<std::string> left;
    for (const std::string& name : waiting) {
      ObjectReader object = types.object(name);
      const std::string like = object.text("like", Need::Optional);
      if (!like.empty() && known(like) == result.end()) {
        left.push_back(name);
        continue;
      }
      Layer layer = like.empty() ? Layer{} : known(like)->second;
      read_layer(types.object(name), layer);
      result.emplace_back(name, layer);
    }
    waiting = std::move(left);
  }
  for (const std::string& name : waiting)
    types.fault(IssueCode::UnknownName, name,
                "It is like a type that does not exist or that is like itself.");
  return result;
}

void append_run(std::vector<LayerRun>& runs, const Layer& layer) {
  if (!runs.empty() && runs.back().layer == layer) ++runs.back().count;
  else runs.push_back({.count = 1, .layer = layer});
}

// "name" is one layer; [3, a, b] is a, b three times over, nested as needed.
class LayerOrder {
 public:
  LayerOrder(const ObjectReader& root, std::string_view key, const LayerTypes& types)
      : root_(root), key_(key), types_(types) {}

  std::vector<LayerRun> read(const Json& list) {
    if (!list.is_array()) return fail("A list of layer types belongs here."), runs_;
    for (const Json& item : list) add(item, 0);
    return runs_;
  }

 private:
  void fail(std::string message) {
    if (!failed_) root_.fault(IssueCode::WrongType, key_, std::move(message));
    failed_ = true;
  }
  void add(const Json& item, int depth) {
    if (failed_) return;
    // Repetitions of nothing must not keep us busy either.
    if (++steps_ > 10 * most_layers) return fail("There are too many repetitions.");
    if (const auto* name = item.get_ptr<const Json::string_t*>()) return add_layer(*name);
    if (!item.is_array() || item.size() < 2 || depth > 4)
      return fail("Each item is the name of a layer type, or [count, items …].");
    const auto count = integer_in(item[0]);
    if (!count || *count < 1 || *count > most_layers)
      return fail("Such a list starts with how often it is repeated.");
    for (std::int64_t i = 0; i < *count && !failed_; ++i)
      for (std::size_t j = 1; j < item.size(); ++j) add(item[j], depth + 1);
  }
  void add_layer(const std::string& name) {
    for (const auto& [known, layer] : types_) {
      if (known != name) continue;
      if (++total_ > most_layers) return fail("There are more than 10,000 layers.");
      return append_run(runs_, layer);
    }
    std::vector<std::string_view> known;
    for (const auto& type : types_) known.push_back(type.first);
    fail(unknown_id_message("layer type", name, known));
  }

  const ObjectReader& root_;
  std::string key_;
  const LayerTypes& types_;
  std::vector<LayerRun> runs_;
  std::int64_t total_ = 0;
  std::int64_t steps_ = 0;
  bool failed_ = false;
};

}  // namespace

void read_entry(ObjectReader& root, const EntryContext& context, const Catalog&, bool has_base,
                Model& entry) {
  const Need need = has_base ? Need::Optional : Need::Required;
  entry.name = root.text("name", need, entry.name);
  entry.family = root.text("family", Need::Optional, entry.family);
  if (root.has("aliases")) entry.aliases = root.texts("aliases");
  read_sources_and_notes(root, context, entry.provenance);

  const CitationDefaults defaults = read_defaults(root);
  if (root.has("numbers") || !has_base) {
    NumberBlock numbers(root.object("numbers"), "", defaults, context, entry.provenance);
    for_each_number(entry,
                    [&](std::string_view key, std::string_view, Need number_need, auto& target, auto unit) {
                      numbers.read(key, has_base ? Need::Optional : number_need, target, unit);
                    });
    numbers.refuse_unknown();
  }
  for_each_model_switch(entry, FieldReader{root});

  const LayerTypes types = read_layer_types(root.object("layer_types"));
  if (const Json* layers = root.find("layers"); layers != nullptr)
    entry.layers = LayerOrder(root, "layers", types).read(*layers);
  else if (!has_base) root.fault(IssueCode::WrongType, "layers", "The order of the layers is missing.");
  if (const Json* layers = root.find("encoder_layers"); layers != nullptr)
    entry.encoder_layers = LayerOrder(root, "encoder_layers", types).read(*layers);

  // A change to all layers of a known model at once.
  if (has_base && root.has("every_layer"))
    for (LayerRun& run : entry.layers) read_layer(root.object("every_layer"), run.layer);
}

}  // namespace trireme
