// Operators under the roofs, beside hand calculations.
// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "core/regime/pretrain.h"
#include "core/report/explained_report.h"
#include "core/result/explain.h"
#include "tests/support/layouts.h"
#include "tests/support/problems.h"

namespace trireme {
namespace {

const RooflineDot& dot(const RooflineReport& roofline, std::string_view id) {
  for (const RooflineDot& d : roofline.dots)
    if (d.id == id) return d;
  FAIL("no operator " << id);
  return roofline.dots.front();
}

Scenario with_model(const char* model) {
  Scenario scenario;
  scenario.model.id = model;
  scenario.cluster.instances = 8;
  scenario.training.global_batch = 128;
  scenario.plan = Plan{};
  return scenario;
}

TEST_CASE("a product's intensity is its FLOPs over its operands and result") {
  Scenario scenario = with_model("llama-3.1-8b");
  scenario.training.precision = Precision::Bf16;
  const Problem p = test::problem_of(scenario);
  const RooflineReport roofline = make_roofline(p, training_step(p));
  // 8,192 rows, 4,096 in, 2 x 14,336 out, two bytes each.
  const double m = static_cast<double>(p.training.sequence), n = 28672, k = 4096;
  const RooflineDot& up = dot(roofline, "operator.mlp_up.forward");
  CHECK(up.flops == doctest::Approx(2 * m * n * k));
  CHECK(up.bytes == doctest::Approx(2 * (m * k + n * k + m * n)));
  // The forward pass multiplies half of the square twice, the backward pass five times.
  const RooflineDot& forward = dot(roofline, "operator.attention.forward");
  CHECK(forward.flops == doctest::Approx(32 * m * m / 2 * 2 * 2 * 128));
  CHECK(dot(roofline, "operator.attention.backward").flops == doctest::Approx(2.5 * forward.flops));
}

TEST_CASE("no operator is above its roof, and each has an explanation of its own") {
  for (const Model& model : test::catalog().models) {
    const ExplainedReport report = make_explained_report(with_model(model.id.c_str()), test::catalog());
    if (!report.ok) continue;
    std::set<std::string> terms, ids;
    for (const Term& term : explain(test::problem_of(with_model(model.id.c_str()))))
      CHECK_MESSAGE(terms.insert(term.id).second, model.id << " " << term.id);
    for (const RooflineDot& d : report.roofline.dots) {
      CHECK_MESSAGE(d.of_roof() <= 1, model.id << " " << d.id);
      CHECK_MESSAGE(ids.insert(d.id).second, model.id << " " << d.id);
      CHECK_MESSAGE(terms.count(d.term), model.id << " " << d.term);
    }
  }
}

TEST_CASE("operators' times sum to the breakdown's rows, and the ridge parts what binds them") {
  for (const test::NamedScenario& layout : test::layouts()) {
    const ExplainedReport report = make_explained_report(layout.scenario, test::catalog());
    double rows = 0, dots = 0, head = 0;
    for (const BreakdownRow& row : report.breakdown)
      if (row.cause == Cause::MatrixMultiplications || row.cause == Cause::Attention ||
          row.cause == Cause::MemoryBoundMatrix || row.cause == Cause::Elementwise ||
          row.cause == Cause::StateScan)
        rows += row.seconds;
    const RooflineReport& r = report.roofline;
    for (const RooflineDot& d : r.dots) {
      (d.term == "breakdown.output_head" ? head : dots) += d.seconds;
      if (!d.counted) continue;
      double peak = 0;
      for (const RooflineCeiling& c : r.ceilings)
        if (c.label == d.format) peak = c.peak;
      CHECK_MESSAGE(d.roof == doctest::Approx(std::min(peak, d.intensity() * r.hbm)),
                    layout.name << " " << d.id);
    }
    CHECK_MESSAGE(dots == doctest::Approx(rows), layout.name);
    CHECK_MESSAGE(head > 0, layout.name);
  }
}

TEST_CASE("roofs are the dense peaks of the formats that the step multiplies in") {
  // H100 SXM data sheet, dense: 989.4 TFLOP/s in BF16, 1,978.9 in FP8; 3.35 TB/s. Ridges at 295 and 591.
  Scenario scenario = with_model("llama-3.1-8b");
  scenario.training.precision = Precision::Fp8Current;
  const Problem p = test::problem_of(scenario);
  const RooflineReport r = make_roofline(p, training_step(p));
  REQUIRE(r.ceilings.size() == 2);
  CHECK(r.ceilings[0].label == "FP8");
  CHECK(r.ceilings[0].peak / r.hbm == doctest::Approx(591).epsilon(0.005));
  CHECK(r.ceilings[1].label == "BF16");
  CHECK(r.ceilings[1].peak / r.hbm == doctest::Approx(295).epsilon(0.005));
  CHECK(dot(r, "operator.mlp_up.forward").format == "FP8");
  CHECK(dot(r, "operator.attention.forward").format == "BF16");
}

TEST_CASE("layer kinds that run an operator in the same shape share it") {
  const Problem p = test::problem_of(with_model("deepseek-v3"));
  const RooflineReport roofline = make_roofline(p, training_step(p));
  double layers = 0;
  for (const LayerKind& kind : p.layers) layers += static_cast<double>(kind.count);
  const double micro_batches = static_cast<double>(training_step(p).micro_batches);
  CHECK(dot(roofline, "operator.query_up.forward").runs == doctest::Approx(layers * micro_batches));
  CHECK(dot(roofline, "operator.mlp_up.forward").runs == doctest::Approx(3 * micro_batches));
}

}  // namespace
}  // namespace trireme
