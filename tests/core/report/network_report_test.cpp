// Groups on the network, beside hand calculations.
// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/regime/pretrain.h"
#include "core/report/explained_report.h"
#include "core/result/evaluate.h"
#include "tests/support/layouts.h"
#include "tests/support/problems.h"

namespace trireme {
namespace {

Network network_of(const Scenario& scenario) {
  const Problem p = test::problem_of(scenario);
  return make_network(p, training_step(p), evaluate(p));
}

const NetworkGroup* find(const Network& network, std::string_view name) {
  for (const NetworkGroup& g : network.groups)
    if (g.name == name) return &g;
  return nullptr;
}

TEST_CASE("groups of a dense layout stand end to end and fill the cluster") {
  const Network network = network_of(Scenario{});
  const NetworkGroup *tp = find(network, "TP"), *dp = find(network, "DP"), *pp = find(network, "PP");
  REQUIRE(tp != nullptr);
  REQUIRE(dp != nullptr);
  REQUIRE(pp != nullptr);
  CHECK(tp->stride == 1);
  CHECK(dp->stride == tp->ranks);
  CHECK(pp->stride == dp->stride * dp->ranks);
  CHECK(pp->stride * pp->ranks == network.gpus);
  CHECK_FALSE(tp->crosses);
  CHECK(dp->crosses);
}

TEST_CASE("DDP of a model on two nodes sends each gradient twice, less the own part") {
  Scenario scenario;
  scenario.model.id = "llama-3.1-8b";
  scenario.cluster.instances = 2;
  scenario.training.global_batch = 64;
  scenario.plan = Plan{};
  scenario.plan.sharding = Sharding::None;
  const Problem p = test::problem_of(scenario);
  const StepTimes step = training_step(p);
  const Network network = make_network(p, step, evaluate(p));
  const NetworkGroup* dp = find(network, "DP");
  REQUIRE(dp != nullptr);
  CHECK(dp->ranks == 16);
  const double gradients = step.parameters_per_gpu * p.stack.gradient_bytes_timing;
  CHECK(dp->bytes == doctest::Approx(2 * gradients * 15 / 16));
  // A node takes in the other's half, its eight GPUs together, for the sum and for its result.
  CHECK(dp->network_bytes == doctest::Approx(2 * gradients / 2 / 8));
  CHECK(dp->seconds == doctest::Approx(step.gradient_scatter.base()));
  CHECK(find(network, "TP") == nullptr);
}

TEST_CASE("groups talk over the links of the breakdown, and no less than it counts of them") {
  for (const test::NamedScenario& layout : test::layouts()) {
    const ExplainedReport report = make_explained_report(layout.scenario, test::catalog());
    REQUIRE_MESSAGE(report.ok, layout.name);
    for (const BreakdownRow& row : report.breakdown) {
      if (row.resource != Resource::ScaleUp && row.resource != Resource::ScaleOut) continue;
      double seconds = 0, exposed = 0;
      bool crosses = false;
      for (const NetworkGroup& g : report.network.groups) {
        if (g.term != row.id) continue;
        seconds += g.seconds;
        exposed += std::max(0.0, g.exposed);
        crosses = crosses || (g.exposed >= 0 && g.crosses);
      }
      const std::string at = layout.name + ", " + row.id;
      CHECK_MESSAGE(exposed == doctest::Approx(row.seconds), at);
      CHECK_MESSAGE(crosses == (row.resource == Resource::ScaleOut), at);
      // The last layer's gradients have nothing to hide behind, on top of what is exposed of all of them.
      CHECK_MESSAGE(seconds * 1.5 >= exposed, at);
      if (row.cause != Cause::DataParallel) CHECK_MESSAGE(seconds * (1 + 1e-9) >= exposed, at);
    }
  }
}

TEST_CASE("tokens reach each expert with NCCL, each node once with DeepEP") {
  Scenario scenario;
  scenario.model.id = "deepseek-v3";
  scenario.cluster.instances = 16;
  scenario.training.global_batch = 512;
  scenario.plan = Plan{};
  scenario.plan.pipeline = 4;
  scenario.plan.expert = 32;
  scenario.plan.dispatcher = Dispatcher::Nccl;
  const Problem p = test::problem_of(scenario);
  const double micro_batches = static_cast<double>(training_step(p).micro_batches);
  // Dispatch and combine, forward and backward, of 58 MoE layers and that of multi-token prediction on
  // four stages: 7,168 numbers of two bytes
  // for each of a token's eight experts, of which 31 in 32 are on other GPUs and 24 in 32 on other nodes.
  const double rows = 2 * 2 * 59 / 4.0 * micro_batches * static_cast<double>(p.training.sequence) * 7168 * 2;
  Network network = network_of(scenario);
  REQUIRE(find(network, "EP") != nullptr);
  CHECK(find(network, "EP")->bytes == doctest::Approx(rows * 8 * 31 / 32));
  CHECK(find(network, "EP")->network_bytes == doctest::Approx(rows * 8 * 24 / 32));
  // Eight picks of four nodes hit 4 (1 - (3/4)^8) of them, one of which is the own.
  scenario.plan.dispatcher = Dispatcher::DeepEp;
  network = network_of(scenario);
  CHECK(find(network, "EP")->network_bytes == doctest::Approx(rows * 4 * (1 - std::pow(0.75, 8)) * 3 / 4));
}

TEST_CASE("no group sends faster than its link") {
  for (const test::NamedScenario& layout : test::layouts()) {
    const Network network = network_of(layout.scenario);
    for (const NetworkGroup& g : network.groups) {
      CHECK_MESSAGE(g.of_link() <= 1.0, layout.name << " " << g.name);
      CHECK_MESSAGE(g.network_bytes <= g.bytes, layout.name << " " << g.name);
      CHECK_MESSAGE((g.network_bytes > 0) == g.crosses, layout.name << " " << g.name);
    }
  }

  for (const Model& model : test::catalog().models) {
    Scenario scenario;
    scenario.model.id = model.id;
    const ExplainedReport report = make_explained_report(scenario, test::catalog());
    for (const NetworkGroup& g : report.network.groups) {
      CHECK_MESSAGE(g.of_link() <= 1.0, model.id << " " << g.name);
      CHECK_MESSAGE((g.seconds > 0) == (g.bytes > 0), model.id << " " << g.name);
    }
  }
}

}  // namespace
}  // namespace trireme
