// Models: the order of layers, what is checked, and writing what was read.
// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/catalog/model_fields.h"
#include "tests/core/catalog/support.h"

namespace trireme {
namespace {

using test::catalog;
using test::has_path;
using test::listed;

// Converts to anything; counts how many members an aggregate can be initialised with.
struct Anything {
  template <class T>
  operator T() const;
};
template <class T, class... Members>
constexpr std::size_t member_count() {
  if constexpr (requires { T{Members{}..., Anything{}}; }) return member_count<T, Members..., Anything>();
  else return sizeof...(Members);
}

TEST_CASE("the field lists of models name every member") {
  const Mixer mixer;
  const FeedForward feed_forward;
  const Layer layer;
  const Model model;
  std::size_t visited = 0;
  const auto count = [&](std::string_view, const auto&) { ++visited; };
  for_each_mixer_field(mixer, count);
  CHECK(visited == member_count<Mixer>());
  visited = 0;
  for_each_feed_forward_field(feed_forward, count);
  CHECK(visited == member_count<FeedForward>());
  visited = 3;  // mixer, cross and feed-forward are read on their own
  for_each_layer_field(layer, count);
  CHECK(visited == member_count<Layer>());
  visited = 7;  // id, name, family, aliases, layers, encoder_layers, provenance
  for_each_model_switch(model, count);
  for_each_number(model, [&](std::string_view, std::string_view, Need, const auto&, auto) { ++visited; });
  CHECK(visited == member_count<Model>());
}

constexpr std::string_view pattern =
    R"({"id": "p", "name": "Pattern", "numbers": {"hidden": 64, "vocabulary": 100},
  "layer_types": {
    "full": {"mixer": {"heads": 4, "kv_heads": 2, "head_dim": 16}, "feed_forward": {"width": 128}},
    "local": {"like": "full", "mixer": {"window": 512}},
    "sparse": {"like": "local", "feed_forward": {"kind": "moe", "width": 0, "experts": 8, "top_k": 2, "expert_width": 32}}
  },
  "layers": ["full", [2, [3, "local"], "full"], [5, "sparse"]]})";

TEST_CASE("the order of layers is written with repetitions") {
  Issues issues;
  const auto model = read_model(pattern, "", catalog(), issues);
  CHECK_MESSAGE(issues.empty(), listed(issues));
  REQUIRE(model);
  CHECK(model->layer_count() == 1 + 2 * 4 + 5);
  REQUIRE(model->layers.size() == 6);
  CHECK(model->layers[1].count == 3);
  CHECK(model->layers[1].layer.mixer.window == 512);
  CHECK(model->layers[1].layer.mixer.heads == 4);
  CHECK(model->layers[5].count == 5);
  CHECK(model->layers[5].layer.feed_forward.kind == FeedForwardKind::Moe);
}

TEST_CASE("a written model reads back the same") {
  Issues issues;
  const auto same = [&](const Model& model) {
    const auto again = read_model(model_json(model), "", catalog(), issues);
    CAPTURE(model.id);
    CHECK_MESSAGE(issues.empty(), listed(issues));
    REQUIRE(again);
    Model expected = model;
    Model found = *again;
    // Where a number came from is not carried: it is the user's from then on.
    expected.provenance = {};
    found.provenance = {};
    expected.aliases = found.aliases;
    CHECK(found == expected);
  };
  same(*read_model(pattern, "", catalog(), issues));
  for (const Model& model : catalog().models) same(model);
}

TEST_CASE("repetitions are folded when a model is written") {
  Issues issues;
  const std::string text = model_json(*read_model(pattern, "", catalog(), issues));
  CHECK(text.find(R"([[2,"type1",[3,"type2"]],"type1",[5,"type3"]])") != std::string::npos);
}

TEST_CASE("faults of a model are told with their keys") {
  Issues issues;
  CHECK_FALSE(read_model(R"({"id": "bad", "name": "Bad", "numbers": {"hidden": 0, "vocabulary": 10},
    "layer_types": {"a": {"mixer": {"heads": 5, "kv_heads": 2, "head_dim": 8}, "feed_forward": {"width": -1}},
                    "b": {"like": "c", "mixer": {}}, "c": {"like": "b"},
                    "d": {"mixer": {"kind": "atention", "haeds": 3}, "feed_forward": {"kind": "moe", "experts": 4, "top_k": 5}}},
    "layers": [[0, "a"], "z"]})",
                         "m", catalog(), issues));
  const std::string text = listed(issues);
  CAPTURE(text);
  for (const char* path :
       {"m.numbers.hidden", "m.layer_types.a.mixer.kv_heads", "m.layer_types.a.feed_forward.width",
        "m.layer_types.b", "m.layer_types.c", "m.layer_types.d.mixer.kind", "m.layer_types.d.mixer.haeds",
        "m.layer_types.d.feed_forward", "m.layers"})
    CHECK_MESSAGE(has_path(issues, path), path);
  issues.clear();
  CHECK_FALSE(read_model(R"({"id": "x", "name": "x", "numbers": {"hidden": 8, "vocabulary": 8},
    "layer_types": {"a": {"mixer": {"kind": "none"}, "feed_forward": {"width": 8}}},
    "layers": [[9000, [9000, "a"]]]})",
                         "", catalog(), issues));
  CHECK(has_path(issues, "layers"));
  issues.clear();
  CHECK_FALSE(read_model(R"({"id": "x", "name": "x", "numbers": {"hidden": 8, "vocabulary": 8},
    "layers": [[9000, [9000, [9000, [9000, [9000]]]]]]})",
                         "", catalog(), issues));
  CHECK(has_path(issues, "layers"));
}

}  // namespace
}  // namespace trireme
