// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <set>

#include "core/cost/compute.h"
#include "core/cost/custom_all_reduce.h"
#include "core/cost/decode_attention.h"
#include "core/cost/expert_kernel.h"
#include "core/report/explained_report.h"
#include "core/report/result_json.h"
#include "core/result/explain.h"
#include "core/result/serving_result.h"
#include "core/scenario/link.h"
#include "core/scenario/resolve.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/explained.h"
#include "tests/support/formula.h"
#include "tests/support/problems.h"

using namespace trireme;

namespace {

Scenario dense() {
  Scenario s;
  s.regime = Regime::Serve;
  s.model.id = "llama-3.1-70b";
  s.cluster.instances = 1;
  s.serving.tensor = 4;
  s.serving.concurrency = 64;
  return s;
}

Scenario experts() {
  Scenario s = dense();
  s.model.id = "deepseek-v3";
  s.cluster = {{"p6-b200.48xlarge"}, 2};
  s.serving.weights = CheckpointFormat::Fp8Block;
  s.serving.tensor = 1;
  s.serving.attention_data = s.serving.expert = 8;
  s.serving.concurrency = 512;
  s.serving.engine.id = "sglang";
  return s;
}

Scenario disaggregated() {
  Scenario s = experts();
  s.cluster.instances = 3;
  s.serving.prefill_engines = 1;
  s.serving.prefill_tensor = 8;
  return s;
}

std::vector<Scenario> scenarios() {
  std::vector<Scenario> list{dense(), experts(), disaggregated()};
  for (const Load load : {Load::Rate, Load::Batch, Load::Offline})
    for (Scenario s : {dense(), experts()}) {
      s.serving.load = load;
      s.serving.rate = 4;
      s.serving.requests = 3000;
      list.push_back(s);
    }
  Scenario drafts = experts();
  drafts.serving.draft_tokens = 3;
  list.push_back(drafts);
  Scenario piped = dense();
  piped.serving.pipeline = 2;
  list.push_back(piped);
  return list;
}

Problem problem_of(const Scenario& s) {
  const Checked<Problem> checked = resolve(s, test::catalog());
  for (const Issue& issue : checked.issues) MESSAGE(issue.path << ": " << issue.message);
  REQUIRE(checked.ok());
  return *checked.value;
}

Seconds tpot(const Scenario& s) { return evaluate_serving(problem_of(s)).times.tpot; }

}  // namespace

TEST_CASE("Serving: the breakdown sums to the time of an output token, and nothing is negative") {
  for (const Scenario& s : scenarios()) {
    CAPTURE(link_from_scenario(s));
    const ServingResult r = evaluate_serving(problem_of(s));
    REQUIRE(r.times.tpot > Seconds{});
    Seconds sum;
    for (const BreakdownItem& item : r.breakdown) {
      CHECK(item.time >= Seconds{});
      sum += item.time;
    }
    CHECK(sum.base() == doctest::Approx(r.times.tpot.base()).epsilon(1e-12));
    CHECK(
        r.times.ttft.base() ==
        doctest::Approx((r.times.prefill + r.times.waiting + r.times.request + r.times.memory_queue).base()));
    CHECK(r.memory.fits());
  }
}

TEST_CASE("Serving: every number of a report opens to an explanation that computes it") {
  for (const Scenario& s : scenarios()) {
    CAPTURE(link_from_scenario(s));
    const ExplainedReport report = make_explained_report(s, test::catalog());
    REQUIRE(report.ok);
    for (const Term& term : report.terms)
      CHECK_MESSAGE(test::Formula(term).value() == doctest::Approx(term.value).epsilon(1e-9), term.id);
    test::check_explained(report);
  }
}

TEST_CASE("Serving scenarios survive JSON and links") {
  for (const Scenario& s : scenarios()) {
    CHECK(*scenario_from_json(scenario_to_json(s)).value == s);
    CHECK(*scenario_from_link(link_from_scenario(s)).value == s);
  }
}

TEST_CASE("Training and serving price the same product, attention and collective alike") {
  const Problem p = problem_of(dense());
  const Accelerator& h100 = p.accelerator;
  // Limited by HBM: the very same seconds. Limited by compute: training adds its sustained power, no more.
  const GemmShape thin{.m = 16, .n = 8192, .k = 8192}, thick{.m = 8192, .n = 8192, .k = 8192};
  for (const MatrixFormat format : {MatrixFormat::Bf16, MatrixFormat::Fp8}) {
    const GemmTime burst = gemm_time(h100, format, thin, Conditions::Burst),
                   sustained = gemm_time(h100, format, thin);
    CHECK(burst.memory.base() == sustained.memory.base());
    CHECK(burst.serial.base() == sustained.serial.base());
    CHECK(burst.total.base() == doctest::Approx(sustained.total.base()).epsilon(2e-3));
    const double factor =
        h100.laws.training.gemm * (format == MatrixFormat::Fp8 ? h100.laws.training.gemm_fp8 : 1);
    CHECK((gemm_time(h100, format, thick).compute /
           gemm_time(h100, format, thick, Conditions::Burst).compute) == doctest::Approx(factor));
  }
  // One law of collectives: an engine takes the faster of its own kernel and the same NCCL.
  const ServingContext context = serving_context(p);
  const Bytes message = 2.0 * 64 * 8192 * unit::byte;
  const Seconds nccl = collective_time(Collective::AllReduce, message, {4, 1}, context.fabric);
  const Seconds own = custom_all_reduce_time(message, rank_group({4, 1}, context.fabric));
  PassTimes pass;
  add_layers(context, {64, 64}, pass);
  CHECK(pass[StepPart::TensorParallel].base() == doctest::Approx((2.0 * 80 * min(nccl, own)).base()));
}

TEST_CASE("Serving: what must grow, grows") {
  const auto with = [](Scenario s, auto edit) {
    edit(s.serving);
    return s;
  };
  for (const Scenario& s : {dense(), experts()}) {
    CHECK(tpot(with(s, [](Serving& v) { v.concurrency *= 4; })) > tpot(s));
    CHECK(tpot(with(s, [](Serving& v) { v.prompt *= 8; })) > tpot(s));
    CHECK(tpot(with(s, [](Serving& v) { v.cache = CacheChoice::Bf16; })) >
          tpot(with(s, [](Serving& v) { v.cache = CacheChoice::Fp8; })));
    const Scenario cached = with(s, [](Serving& v) { v.cached_prompt = 900; });
    CHECK(evaluate_serving(problem_of(cached)).times.ttft < evaluate_serving(problem_of(s)).times.ttft);
  }
  CHECK(tpot(with(dense(), [](Serving& v) { v.tensor = 8; })) < tpot(dense()));
  CHECK(tpot(with(dense(), [](Serving& v) { v.weights = CheckpointFormat::Bf16; })) > tpot(dense()));
  // Draft tokens pay at small batches.
  const Scenario few = with(experts(), [](Serving& v) { v.concurrency = 16; });
  CHECK(tpot(with(few, [](Serving& v) { v.draft_tokens = 2; })) < tpot(few));
}

TEST_CASE("Little's law holds in a closed loop") {
  for (const Scenario& s : {dense(), experts(), disaggregated()}) {
    const ServingTimes t = evaluate_serving(problem_of(s)).times;
    const double in_system = t.requests_per_second * t.end_to_end.base();
    CHECK(in_system == doctest::Approx(s.serving.concurrency).epsilon(1e-9));
  }
}

TEST_CASE("A deployment that does not fit says by how much and what would") {
  Scenario s = dense();
  s.serving.weights = CheckpointFormat::Bf16;
  s.serving.tensor = 1;
  const Report report = make_report(s, test::catalog());
  REQUIRE(report.ok);
  CHECK(report.memory_total > report.memory_usable);
  REQUIRE(report.fixes.size() == 3);
  for (const MemoryFix& fix : report.fixes) CHECK(make_report(fix.scenario, test::catalog()).fixes.empty());
  CHECK(report.issues.back().code == IssueCode::DoesNotFit);
  CHECK(report_to_json(report).find("\"fits\": false") != std::string::npos);
}

TEST_CASE("Faults of a deployment name field and remedy, all at once") {
  Scenario s = dense();
  s.serving.tensor = 3;
  s.serving.expert = 2;
  s.serving.attention_data = 2;
  s.serving.cached_prompt = 4096;
  s.serving.draft_tokens = 1;
  s.serving.accepted = 3;
  s.serving.engine.id = "vlm";
  const Checked<Problem> checked = resolve(s, test::catalog());
  CHECK_FALSE(checked.ok());
  std::set<std::string> paths;
  for (const Issue& issue : checked.issues) paths.insert(issue.path);
  for (const char* path : {"serving.tensor", "serving.expert", "serving.attention_data",
                           "serving.cached_prompt", "serving.accepted", "serving.engine"})
    CHECK_MESSAGE(paths.count(path), path);
}
