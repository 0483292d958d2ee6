// SPDX-License-Identifier: MIT
// Predicted against measured speed of public training runs. The table of the README is made here.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/number_text.h"
#include "core/report/report.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/files.h"
#include "tests/support/problems.h"

using namespace trireme;
using nlohmann::json;

namespace {

struct MeasuredRun {
  std::string id, source, stack;
  Scenario scenario;
  double measured = 0, predicted = 0;  // tokens/s/GPU
  [[nodiscard]] double error() const { return predicted / measured - 1; }
};

std::vector<MeasuredRun> runs() {
  const json cases = json::parse(test::read_file("tests/validation/training/cases.json"), nullptr, false);
  REQUIRE(cases.is_array());
  std::vector<MeasuredRun> list;
  for (const json& item : cases) {
    MeasuredRun run;
    run.id = item["id"], run.source = item["source"], run.measured = item["tokens_per_second_per_gpu"];
    const Checked<Scenario> read = scenario_from_json(item["scenario"].dump());
    REQUIRE_MESSAGE(read.issues.empty(), run.id);
    run.scenario = *read.value;
    run.stack = run.scenario.stack.id;
    const Report report = make_report(run.scenario, test::catalog());
    REQUIRE_MESSAGE(report.ok, run.id);
    for (const Figure& figure : report.figures)
      if (figure.id == "tokens_per_second_per_gpu") run.predicted = figure.number;
    list.push_back(run);
  }
  return list;
}

std::string percent(double share) {
  return (share < 0 ? "\u2212" : "+") + fixed(std::fabs(share) * 100, 1) + " %";
}

std::string quantile_text(std::vector<double> errors, double share) {
  std::sort(errors.begin(), errors.end());
  return fixed(errors[static_cast<std::size_t>(share * static_cast<double>(errors.size() - 1) + 0.5)] * 100,
               1) +
         " %";
}

std::string layout(const Plan& p) {
  std::string text;
  const auto degree = [&](const char* name, std::int64_t value) {
    if (value > 1) text += (text.empty() ? "" : " ") + std::string(name) + std::to_string(value);
  };
  degree("TP", p.tensor), degree("CP", p.context), degree("PP", p.pipeline), degree("VP", p.virtual_stages);
  if (p.sharding == Sharding::Full) text += (text.empty() ? "" : " ") + std::string("FSDP");
  if (p.cuda_graphs != CudaGraphs::None) text += (text.empty() ? "" : ", ") + std::string("graphs");
  return text.empty() ? "DP" : text;
}

// Repeated measurements of one configuration share a row.
std::string table(const std::vector<MeasuredRun>& list) {
  std::map<std::string, std::vector<const MeasuredRun*>> rows;
  std::vector<std::string> order;
  for (const MeasuredRun& run : list) {
    const std::string key = scenario_to_json(run.scenario);
    if (!rows.count(key)) order.push_back(key);
    rows[key].push_back(&run);
  }
  std::string text =
      "| model | cluster | precision | layout | runs | measured | predicted | error |\n"
      "|---|---|---|---|--:|--:|--:|--:|\n";
  std::vector<double> errors;
  for (const std::string& key : order) {
    const auto& group = rows[key];
    double low = group[0]->measured, high = low, worst = 0;
    for (const MeasuredRun* run : group) {
      low = std::min(low, run->measured), high = std::max(high, run->measured);
      if (std::fabs(run->error()) >= std::fabs(worst)) worst = run->error();
      errors.push_back(std::fabs(run->error()));
    }
    const Scenario& s = group[0]->scenario;
    text += "| " + s.model.id + " | " + std::to_string(s.cluster.instances) + " \u00d7 " +
            s.cluster.instance.id + " | " + std::string(id_of(s.training.precision)) + " | " +
            layout(s.plan) + " | " + std::to_string(group.size()) + " | " + grouped(std::round(low)) +
            (high > low ? "\u2013" + grouped(std::round(high)) : "") + " | " +
            grouped(std::round(group[0]->predicted)) + " | " + percent(worst) + " |\n";
  }
  return text + "\n" + std::to_string(list.size()) + " runs: median error " + quantile_text(errors, 0.5) +
         ", 90th percentile " + quantile_text(errors, 0.9) + ", largest " + quantile_text(errors, 1) + ".\n";
}

}  // namespace

TEST_CASE("Measured runs are predicted within 25 % of tokens/s/GPU") {
  const std::vector<MeasuredRun> list = runs();
  CHECK(list.size() >= 10);
  std::set<std::string> instances;
  for (const MeasuredRun& run : list) {
    CHECK_MESSAGE(std::fabs(run.error()) < 0.25, run.id << " " << percent(run.error()) << " " << run.source);
    instances.insert(run.scenario.cluster.instance.id);
  }
  CHECK(instances.count("p5.48xlarge"));
  CHECK(instances.count("p6-b300.48xlarge"));
}

TEST_CASE("The README shows the table that the models give today") {
  const std::string begin = "<!-- validation: begin -->\n", end = "<!-- validation: end -->";
  std::string readme = test::read_file("README.md");
  const std::size_t from = readme.find(begin), to = readme.find(end);
  REQUIRE(from != std::string::npos);
  REQUIRE(to != std::string::npos);
  const std::string made = table(runs());
  if (test::updates_golden()) {
    readme.replace(from + begin.size(), to - from - begin.size(), made);
    test::write_file("README.md", readme);
  } else {
    CHECK(readme.substr(from + begin.size(), to - from - begin.size()) == made);
  }
}

// The band that the headline shows is the P10 and P90 of these runs; it must not be narrower than what is
// seen.
TEST_CASE("The error band of a stack covers eight in ten of its runs") {
  for (const Stack& stack : test::catalog().stacks) {
    if (stack.band_low <= 0) continue;
    int inside = 0, all = 0;
    for (const MeasuredRun& run : runs()) {
      if (run.stack != stack.id) continue;
      const double step_ratio = run.predicted / run.measured;  // measured over predicted step time
      inside += step_ratio >= stack.band_low && step_ratio <= stack.band_high;
      ++all;
    }
    CHECK_MESSAGE(inside * 10 >= all * 8, stack.id);
  }
}
