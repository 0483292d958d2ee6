// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/scenario/field_text.h"
#include "core/scenario/link.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/problems.h"

using namespace trireme;

namespace {

const Issue* issue_at(const Issues& issues, std::string_view path) {
  for (const Issue& issue : issues)
    if (issue.path == path) return &issue;
  return nullptr;
}

// Every field set to something that is not its default.
struct Changer {
  void operator()(const FieldInfo& info, std::int64_t& value) const {
    value = value == static_cast<std::int64_t>(info.maximum) ? value - 1 : value + 1;
  }
  void operator()(const FieldInfo&, double& value) const { value = value / 3 + 0.1; }
  void operator()(const FieldInfo&, bool& value) const { value = !value; }
  void operator()(const FieldInfo&, Definition& value) const {
    value.json = R"({"base":"a b&c=d%e#f+","numbers":{"hidden":4096.5}})";
  }
  template <CatalogReference T>
  void operator()(const FieldInfo&, T& value) const {
    value.id = "a b&c=d%e#f\u00fc+";
  }
  template <Choice T>
  void operator()(const FieldInfo&, T& value) const {
    value = EnumNames<T>::rows.back().value;
  }
  template <Choice T>
  void operator()(const FieldInfo&, Flags<T>& value) const {
    for (const auto& row : EnumNames<T>::rows) value.toggle(row.value);
  }
};

Scenario changed() {
  Scenario scenario;
  for_each_field(scenario, Changer{});
  return scenario;
}

}  // namespace

TEST_CASE("Field paths are unique and every number has a range and a help text") {
  Scenario scenario;
  std::set<std::string_view> seen;
  for_each_field(scenario, [&](const FieldInfo& info, auto& field) {
    CHECK_MESSAGE(seen.insert(info.path).second, info.path);
    CHECK_MESSAGE(!info.help.empty(), info.path);
    CHECK_MESSAGE(!info.label.empty(), info.path);
    if constexpr (std::is_arithmetic_v<std::remove_reference_t<decltype(field)>> &&
                  !std::is_same_v<std::remove_reference_t<decltype(field)>, bool>)
      CHECK_MESSAGE(info.minimum < info.maximum, info.path);
  });
}

TEST_CASE("A scenario survives JSON and link unchanged, whatever its fields hold") {
  for (const Scenario& scenario : {Scenario{}, changed()}) {
    const auto json = scenario_from_json(scenario_to_json(scenario));
    CHECK(json.issues.empty());
    CHECK(json.value == scenario);
    const auto link = scenario_from_link("https://example.org/trireme/#" + link_from_scenario(scenario));
    CHECK(link.issues.empty());
    CHECK(link.value == scenario);
  }
}

TEST_CASE("A link holds only what differs from the defaults, sorted and readable") {
  CHECK(link_from_scenario({}) == "v=1");
  Scenario scenario;
  scenario.plan.tensor = 4;
  scenario.model.id = "llama-3.1-70b";
  CHECK(link_from_scenario(scenario) == "v=1&model=llama-3.1-70b&plan.tensor=4");
}

TEST_CASE("Unknown keys of a link warn and the rest is read") {
  const auto read = scenario_from_link("#v=1&plan.tenzor=4&plan.pipeline=16");
  CHECK(read.ok());
  CHECK(read.value->plan.pipeline == 16);
  const Issue* issue = issue_at(read.issues, "plan.tenzor");
  REQUIRE(issue);
  CHECK(issue->severity == Severity::Warning);
  CHECK(issue->message.find("plan.tensor") != std::string::npos);
}

TEST_CASE("A link of a newer version says so and opens") {
  const auto read = scenario_from_link("v=99&plan.tensor=4");
  CHECK(read.ok());
  CHECK(read.value->plan.tensor == 4);
  CHECK(issue_at(read.issues, "v"));
}

TEST_CASE("Broken links never crash and never lose what is readable") {
  for (const char* text :
       {"", "#", "&&&", "=", "%", "%4", "%zz=1", "v", "v=", "model", "a=b=c", "#v=1&plan.tensor"})
    CHECK_MESSAGE(scenario_from_link(text).value.has_value(), text);
}

TEST_CASE("All faults of a scenario are reported at once, each with its path and what is allowed") {
  const auto read = scenario_from_json(
      R"({"plan": {"tensor": 0, "pipeline": "eight"}, "training": {"precision": "fp9"}, "modell": "x"})");
  REQUIRE(read.issues.size() == 4);
  CHECK(issue_at(read.issues, "plan.tensor")->message.find("1 to 1,024") != std::string::npos);
  CHECK(issue_at(read.issues, "plan.pipeline")->code == IssueCode::WrongType);
  CHECK(issue_at(read.issues, "training.precision")->message.find("'fp8_ds'") != std::string::npos);
  CHECK(issue_at(read.issues, "modell")->message.find("'model'") != std::string::npos);
  CHECK(read.value->plan.tensor == Scenario{}.plan.tensor);
}

TEST_CASE("A fraction where a count belongs is refused, not rounded") {
  const auto read = scenario_from_json(R"({"cluster": {"instances": 12.5}})");
  REQUIRE(read.issues.size() == 1);
  CHECK(read.issues[0].path == "cluster.instances");
}

TEST_CASE("Text that is no JSON object is one clear error") {
  for (const char* text : {"", "[]", "3", "{", "{\"a\":}", "nonsense", "\"text\""}) {
    const auto read = scenario_from_json(text);
    CHECK_MESSAGE(!read.value.has_value(), text);
    CHECK_MESSAGE(read.issues.size() == 1, text);
  }
  CHECK(!scenario_from_json(std::string(100000, '{')).value.has_value());
  CHECK(!scenario_from_json("{\"a\":" + std::string(100000, '[')).value.has_value());
}

TEST_CASE("The default scenario resolves") {
  const auto resolved = resolve({}, test::catalog());
  REQUIRE(resolved.ok());
  CHECK(resolved.value->accelerators() == 1024);
  CHECK(resolved.value->data_parallel() == 8);
}

TEST_CASE("Names that the catalog does not have are told with the nearest one") {
  Scenario scenario;
  scenario.model.id = "lama-3.1-405b";
  scenario.cluster.instance.id = "p5.48xlage";
  scenario.stack.id = "megatron-cor";
  const auto resolved = resolve(scenario, test::catalog());
  CHECK(!resolved.value);
  CHECK(issue_at(resolved.issues, "model")->message.find("llama-3.1-405b") != std::string::npos);
  CHECK(issue_at(resolved.issues, "cluster.instance")->message.find("p5.48xlarge") != std::string::npos);
  CHECK(issue_at(resolved.issues, "stack")->message.find("megatron-core") != std::string::npos);
}

TEST_CASE("Layouts that cannot run are refused at the field that must change") {
  const auto refused_at = [](std::string_view path, auto change) {
    Scenario scenario;
    change(scenario);
    const auto resolved = resolve(scenario, test::catalog());
    CHECK(!resolved.value);
    const Issue* issue = issue_at(resolved.issues, path);
    REQUIRE_MESSAGE(issue, path);
    CHECK(issue->severity == Severity::Error);
  };
  refused_at("plan.tensor", [](Scenario& s) { s.plan.tensor = 3; });
  refused_at("plan.pipeline", [](Scenario& s) { s.plan.pipeline = 7; });
  refused_at("plan.context", [](Scenario& s) { s.plan.context = 3; });
  refused_at("training.global_batch", [](Scenario& s) { s.training.global_batch = 1537; });
  refused_at("plan.micro_batch", [](Scenario& s) { s.plan.micro_batch = 5; });
  refused_at("plan.virtual_stages", [](Scenario& s) { s.plan.virtual_stages = 32; });
  refused_at("training.precision", [](Scenario& s) { s.training.precision = Precision::Nvfp4; });
  refused_at("plan.context", [](Scenario& s) { s.training.sequence = 8191; });
}

// Source: aliyun/SimAI issue 202: world 1,472, TP8 PP8, global batch 32.
TEST_CASE("A batch that data parallelism cannot divide is refused with the sentence that says so") {
  Scenario scenario;
  scenario.cluster.instances = 184;
  scenario.plan.context = 1;
  scenario.training.global_batch = 32;
  const auto resolved = resolve(scenario, test::catalog());
  CHECK(!resolved.value);
  const Issue* issue = issue_at(resolved.issues, "training.global_batch");
  REQUIRE(issue);
  CHECK(issue->message.find("32 does not divide over DP 23") != std::string::npos);
}

TEST_CASE("More data-parallel ranks than sequences are refused") {
  Scenario scenario;
  scenario.training.global_batch = 4;  // DP is 8
  CHECK(issue_at(resolve(scenario, test::catalog()).issues, "training.global_batch"));
}
