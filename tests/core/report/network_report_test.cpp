// Groups on the network, beside hand calculations.
// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/regime/pretrain.h"
#include "core/report/report.h"
#include "core/result/evaluate.h"
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

TEST_CASE("no group sends faster than its link") {
  for (const Model& model : test::catalog().models) {
    Scenario scenario;
    scenario.model.id = model.id;
    const Report report = make_report(scenario, test::catalog());
    for (const NetworkGroup& g : report.network.groups) {
      CHECK_MESSAGE(g.of_link() <= 1.0, model.id << " " << g.name);
      CHECK_MESSAGE((g.seconds > 0) == (g.bytes > 0), model.id << " " << g.name);
    }
  }
}

}  // namespace
}  // namespace trireme
