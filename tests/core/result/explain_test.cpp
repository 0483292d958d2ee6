// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/report/explained_report.h"
#include "core/result/evaluate.h"
#include "core/result/explain.h"
#include "tests/support/explained.h"
#include "tests/support/formula.h"
#include "tests/support/problems.h"

using namespace trireme;

namespace {

std::vector<Problem> problems() {
  std::vector<Problem> list;
  for (const test::WorkedExample& e : test::worked_examples) list.push_back(test::problem_of(e));
  list.push_back(test::problem_of(Scenario{}));
  return list;
}

}  // namespace

TEST_CASE("Every explained number is what its formula makes of its inputs") {
  for (const Problem& p : problems())
    for (const Term& term : explain(p)) {
      const double computed = test::Formula(term).value();
      CHECK_MESSAGE(computed == doctest::Approx(term.value).epsilon(1e-9), term.id << ": " << term.formula);
    }
}

TEST_CASE("The breakdown sums to the step and no share is negative") {
  for (const Problem& p : problems()) {
    const Result result = evaluate(p);
    double sum = 0;
    for (const BreakdownItem& item : result.breakdown) {
      CHECK(item.time >= Seconds{});
      sum += item.time.base();
    }
    CHECK(sum == doctest::Approx(result.step.base()).epsilon(1e-12));
  }
}

TEST_CASE("Explained breakdown and memory equal the fast evaluation") {
  for (const Problem& p : problems()) {
    const Result result = evaluate(p);
    for (const BreakdownItem& item : result.breakdown) {
      const auto term = explain(p, "breakdown." + std::string(id_of(item.cause)));
      if (item.time > Seconds{}) REQUIRE_MESSAGE(term.has_value(), id_of(item.cause));
      if (term) CHECK(term->value == item.time.base());
    }
    CHECK(explain(p, "memory_bytes_per_gpu")->value == result.memory.total.base());
    CHECK(explain(p, "step_seconds")->value == result.step.base());
  }
}

TEST_CASE("Every number of a report opens to an explanation, and operators sum to their row") {
  const ExplainedReport report = make_explained_report(Scenario{}, test::catalog());
  REQUIRE(report.ok);
  test::check_explained(report);
}

TEST_CASE("Calibrated constants are cited") {
  const Problem p = test::problem_of(Scenario{});
  for (const char* id : {"breakdown.matrix_multiplications", "breakdown.attention", "breakdown.elementwise",
                         "breakdown.tensor_parallel", "breakdown.pipeline_handover",
                         "breakdown.data_parallel", "breakdown.host_launch", "breakdown.jitter", "mfu",
                         "memory_bytes_per_gpu", "memory.activations", "operator.mlp_up.forward"})
    CHECK_MESSAGE(!explain(p, id)->sources.empty(), id);
}
