// SPDX-License-Identifier: MIT
// Whole results, compared with files that change only on purpose. Run natively and in WebAssembly, the
// comparison also holds the two equal to 1e-9.
#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/report/explained_report.h"
#include "core/scenario/link.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/files.h"
#include "tests/support/problems.h"

using namespace trireme;
using nlohmann::json;

namespace {

constexpr const char* scenarios[] = {"default",
                                     "llama-8b-fsdp-p5",
                                     "llama-8b-nvfp4-gb200",
                                     "llama-70b-h100",
                                     "gpt3-full-recompute-a100",
                                     "qwen3-8b-p6-b300",
                                     "llama-70b-serving-p5",
                                     "deepseek-disaggregated-p6-b200",
                                     "does-not-fit",
                                     "three-faults",
                                     "impossible-layout"};

// What the program prints for the file.
std::string result_of(const std::string& name) {
  const Checked<Scenario> read =
      scenario_from_json(test::read_file("tests/golden/scenarios/" + name + ".json"));
  REQUIRE(read.value.has_value());
  return explained_report_to_json(make_explained_report(read, test::catalog()));
}

void compare(const json& got, const json& expected, const std::string& path) {
  if (expected.is_number() && got.is_number()) {
    const double a = got.get<double>(), b = expected.get<double>();
    CHECK_MESSAGE(std::fabs(a - b) <= 1e-9 * std::fabs(b), path << ": " << a << " instead of " << b);
  } else if (expected.is_structured() && got.type() == expected.type() && got.size() == expected.size()) {
    // No structured binding: Clang 14 cannot capture one in a lambda, which the messages are.
    for (const auto& item : expected.items()) {
      const std::string& key = item.key();
      const json::json_pointer child("/" + key);
      REQUIRE_MESSAGE(got.contains(child), path << "/" << key);
      compare(got[child], item.value(), path + "/" + key);
    }
  } else {
    CHECK_MESSAGE(got == expected, path << ": " << got.dump() << " instead of " << expected.dump());
  }
}

}  // namespace

TEST_CASE("Results are those of the golden files to 1e-9") {
  for (const std::string name : scenarios) {
    const std::string file = "tests/golden/expected/" + name + ".json";
    const std::string result = result_of(name);
    if (test::updates_golden()) test::write_file(file, result);
    const json expected = json::parse(test::read_file(file), nullptr, false);
    REQUIRE_MESSAGE(!expected.is_discarded(), file);
    compare(json::parse(result), expected, name);
  }
}

TEST_CASE("Links of every released version open for ever and are written in today's form") {
  const std::string links = test::read_file("tests/golden/links/v1.txt");
  int opened = 0;
  for (std::size_t at = 0; at < links.size();) {
    const std::size_t end = links.find('\n', at);
    const std::string link = links.substr(at, end - at);
    at = end + 1;
    const Checked<Scenario> read = scenario_from_link(link);
    CHECK_MESSAGE(read.issues.empty(), link);
    CHECK(link_from_scenario(*read.value) == link);
    ++opened;
  }
  CHECK(opened >= 4);
}
