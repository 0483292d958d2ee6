// Accelerators, instances and models that a scenario carries itself.
// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include "core/import/hf_config.h"
#include "core/report/report.h"
#include "core/scenario/link.h"
#include "core/scenario/own.h"
#include "core/scenario/resolve.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/problems.h"

namespace trireme {
namespace {

const Issue* issue_at(const Issues& issues, std::string_view path) {
  for (const Issue& issue : issues)
    if (issue.path == path) return &issue;
  return nullptr;
}

Scenario from_json(const std::string& text) {
  const Checked<Scenario> read = scenario_from_json(text);
  for (const Issue& issue : read.issues) FAIL_CHECK(issue.path << ": " << issue.message);
  REQUIRE(read.value);
  return *read.value;
}

Checked<Problem> resolved(const std::string& text) { return resolve(from_json(text), test::catalog()); }

TEST_CASE("a change without an id takes the place of what it changes") {
  const auto p = resolved(
      R"({"own": {"accelerator": {"base": "H100", "numbers": {"hbm_bandwidth_gb_per_s": 4000}},
                  "instance": {"base": "p5.48xlarge", "numbers": {"scale_out_gbit_per_s_per_direction": 6400}},
                  "model": {"base": "llama-3.1-405b", "numbers": {"vocabulary": 131072}}}})");
  REQUIRE(p.ok());
  CHECK(p.value->accelerator.hbm_bandwidth.in(unit::gb / unit::second) == 4000);
  CHECK(p.value->instance.scale_out_bandwidth.in(unit::gbit / unit::second) == doctest::Approx(6400));
  CHECK(p.value->model.vocabulary == 131072);
  CHECK(p.value->model.name == "Llama 3.1 405B (changed)");
  // Nobody measured its kernels.
  CHECK_FALSE(p.value->accelerator.calibrated);
  CHECK(issue_at(p.issues, "cluster.instance")->code == IssueCode::Unvalidated);
}

TEST_CASE("an entry with an id is named like any other, and an own instance may name the own accelerator") {
  const auto p = resolved(R"({"cluster": {"instance": "my-node"}, "model": "my-model", "own": {
      "accelerator": {"base": "h100-sxm", "id": "my-part", "numbers": {"memory_visible_gib": 140, "memory_nominal_gb": 160}},
      "instance": {"base": "p5.48xlarge", "id": "my-node", "accelerator": "my-part"},
      "model": {"base": "llama-3.1-405b", "id": "my-model", "name": "Mine"}}})");
  REQUIRE(p.ok());
  CHECK(p.value->accelerator.id == "my-part");
  CHECK(p.value->accelerator.memory_visible.in(unit::gib) == 140);
  CHECK(p.value->instance.id == "my-node");
  CHECK(p.value->model.name == "Mine");
  // Known entries stay what they are.
  CHECK(find_by_id(test::catalog().models, "my-model") == nullptr);
}

TEST_CASE("an own entry that nothing names is told") {
  const auto p = resolved(R"({"own": {"model": {"base": "llama-3.1-8b"},
                                      "accelerator": {"base": "h100-sxm", "id": "my-part"}}})");
  REQUIRE(p.ok());
  CHECK(p.value->model.id == "llama-3.1-405b");
  CHECK(issue_at(p.issues, "own.model")->message.find("name it in model") != std::string::npos);
  CHECK(issue_at(p.issues, "own.accelerator")->severity == Severity::Warning);
}

TEST_CASE("faults of own entries carry the whole path, all at once, and no name is blamed for them") {
  const auto p = resolved(R"({"model": "mine", "cluster": {"instance": "node"}, "own": {
      "accelerator": {"base": "h100-sxm", "id": "part", "numbers": {"hbm_bandwidth": 4000}},
      "instance": {"base": "p5.48xlarge", "id": "node", "accelerator": "part", "scale_out_link": "string"},
      "model": {"id": "mine", "name": "Mine", "numbers": {"hidden": "wide", "vocabulary": 100},
                "layers": [[4, "block"]], "layer_types": {"block": {"mixer": {"heads": 8, "kv_heads": 3,
                "head_dim": 8}, "feed_forward": {"width": -1}}}}}})");
  CHECK_FALSE(p.value);
  for (const char* path :
       {"own.accelerator.numbers.hbm_bandwidth", "own.instance.scale_out_link", "own.model.numbers.hidden",
        "own.model.layer_types.block.mixer.kv_heads", "own.model.layer_types.block.feed_forward.width"})
    CHECK_MESSAGE(issue_at(p.issues, path), path);
  for (const char* path : {"model", "cluster.instance", "own.instance.accelerator"})
    CHECK_MESSAGE(!issue_at(p.issues, path), path);

  const auto base = resolved(R"({"own": {"model": {"base": "lama-3.1-405b"}}})");
  CHECK(issue_at(base.issues, "own.model.base")->message.find("'llama-3.1-405b'") != std::string::npos);
}

TEST_CASE("what is not an object is refused in files and in links") {
  for (const char* text :
       {R"({"own": {"model": "llama"}})", R"({"own": {"model": [1]}})", R"({"own": {"model": 3}})"}) {
    const auto read = scenario_from_json(text);
    REQUIRE(read.issues.size() == 1);
    CHECK(read.issues[0].path == "own.model");
    CHECK(read.issues[0].code == IssueCode::WrongType);
  }
  for (const std::string& text : {std::string("llama"), std::string("{"), std::string("[1]"),
                                  std::string("{\"a\":") + std::string(100000, '[')}) {
    const auto read = scenario_from_link("v=1&own.model=" + text);
    REQUIRE(read.issues.size() == 1);
    CHECK(read.issues[0].path == "own.model");
    CHECK(read.value->own.model.json.empty());
  }
  CHECK(scenario_from_json(R"({"own": {"model": null}})").value->own == Own{});
  CHECK(scenario_from_json(R"({"own": {"modell": {"base": "x"}}})").issues[0].message.find("own.model") !=
        std::string::npos);
}

TEST_CASE("own entries survive file and link, whatever their texts hold") {
  const Scenario scenario = from_json(R"({"own": {
      "model": {"base": "llama-3.1-405b", "name": "a&b=c%d#e+\u00fc \"x\" {y}", "numbers": {"hidden": 16384}},
      "accelerator": {"base": "h100-sxm", "numbers": {"hbm_bandwidth_gb_per_s": 3333.25}}}})");
  CHECK(scenario.own.accelerator.json ==
        R"({"base":"h100-sxm","numbers":{"hbm_bandwidth_gb_per_s":3333.25}})");
  CHECK(scenario_from_json(scenario_to_json(scenario)).value == scenario);
  const auto link = scenario_from_link("#" + link_from_scenario(scenario));
  CHECK(link.issues.empty());
  CHECK(link.value == scenario);
}

TEST_CASE("an imported model becomes a scenario that can be evaluated") {
  const auto imported = import_hf_config(R"({"_name_or_path": "someone/My-Llama 8B", "model_type": "llama",
      "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8,
      "intermediate_size": 14336, "vocab_size": 128256, "max_position_embeddings": 4096})");
  REQUIRE(imported.ok());
  CHECK(imported.value->model.id == "my-llama-8b");
  // The default layout, PP 8 with 8 virtual stages, asks for 64 layers.
  const Scenario scenario = with_own_model({}, imported.value->model, test::catalog());
  CHECK(scenario.model.id == "my-llama-8b");
  const auto read = scenario_from_json(scenario_to_json(scenario));
  CHECK(read.issues.empty());
  const Report report = make_report(*read.value, test::catalog());
  for (const Issue& issue : report.issues) CHECK_MESSAGE(issue.severity != Severity::Error, issue.message);
  REQUIRE(report.ok);
  CHECK(report.title.find("My-Llama 8B") != std::string::npos);
  CHECK(resolve(scenario, test::catalog()).value->parameters_total == 8030261248);
  CHECK(scenario.training.sequence == 4096);

  // A layout that works is kept.
  Scenario small;
  small.plan = {.tensor = 2};
  small.cluster.instances = 2;
  CHECK(with_own_model(small, imported.value->model, test::catalog()).plan == small.plan);
}

TEST_CASE("any text of an own entry is answered by a result or by issues") {
  const std::string whole =
      R"({"id":"m","name":"M","numbers":{"hidden":64,"vocabulary":100},"layers":["a",[2,"a"]],"layer_types":)"
      R"({"a":{"mixer":{"heads":4,"kv_heads":2,"head_dim":16},"feed_forward":{"width":128}}}})";
  const auto run = [](const std::string& text) {
    Scenario scenario;
    scenario.model.id = "m";
    scenario.plan = {};
    scenario.own.model.json = scenario.own.accelerator.json = scenario.own.instance.json = text;
    const Report report = make_report(scenario, test::catalog());
    CHECK((report.ok || has_error(report.issues)));
  };
  for (std::size_t length = 0; length <= whole.size(); ++length) run(whole.substr(0, length));
  for (const char* odd : {"0", "-1", "1e300", "9223372036854775807", "null", "\"x\"", "[]", "{}", "true"})
    for (const std::string_view value : {"64", "100", "128", "4", "16"}) {
      std::string text = whole;
      text.replace(text.find(value), value.size(), odd);
      run(text);
    }
}

}  // namespace
}  // namespace trireme
