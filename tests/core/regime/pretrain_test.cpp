// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/regime/pretrain.h"
#include "core/regime/pretrain_memory.h"
#include "tests/support/problems.h"

using namespace trireme;
using test::worked_examples;

namespace {

// The specification's terms of computation, host and memory; its communication follows simpler laws than
// core/cost/collective_law.h, which has worked examples of its own. Compute is before the stack's factor.
template <class Example>
void check_terms(const Example& e, const Problem& p, const StepTimes& step) {
  const auto agrees = [&](const char* term, double got, double expected) {
    const double tolerance = expected == 0 ? 1e-12 : std::abs(expected) * 1e-6;
    CHECK_MESSAGE(std::abs(got - expected) <= tolerance, std::string(e.name)
                                                             << " " << std::string(term) << ": " << got
                                                             << " instead of " << expected);
  };
  const StageTimes& s = step.stage;
  const double f = p.stack.compute_factor;
  const auto ms = [](Seconds t) { return t.in(unit::millisecond); };
  agrees("forward_gemm", ms(s.matrix.forward + s.memory_bound.forward) / f, e.expected_ms.forward_gemm);
  agrees("backward_gemm", ms(s.matrix.backward + s.memory_bound.backward) / f, e.expected_ms.backward_gemm);
  agrees("forward_attention", ms(s.attention.forward + s.scan.forward) / f, e.expected_ms.forward_attention);
  agrees("backward_attention", ms(s.attention.backward + s.scan.backward) / f,
         e.expected_ms.backward_attention);
  agrees("forward_elementwise", ms(s.elementwise.forward) / f, e.expected_ms.forward_elementwise);
  agrees("backward_elementwise", ms(s.elementwise.backward) / f, e.expected_ms.backward_elementwise);
  agrees("recompute", ms(s.recompute) / f, e.expected_ms.recompute);
  agrees("host", ms(s.host), e.expected_ms.host);
  agrees("optimizer", ms(step.optimizer), e.expected_ms.optimizer);
}

Bytes item(const RankMemory& rank, MemoryItem which) {
  return rank.map.items[static_cast<std::size_t>(which)];
}

}  // namespace

TEST_CASE("Steps agree with the worked examples of experts, latent attention, state space and adapters") {
  for (const test::CatalogExample& e : test::catalog_examples) {
    const Problem p = test::problem_of(e);
    check_terms(e, p, training_step(p));
  }
}

TEST_CASE("Steps agree with the dense worked examples in every term of computation") {
  for (const test::WorkedExample& e : worked_examples) {
    const Problem p = test::problem_of(e);
    check_terms(e, p, training_step(p));
  }
}

namespace {

template <class Example>
void check_memory(const Example& e, const Problem& p) {
  const RankMemory rank = rank_memory(p, training_step(p), 0);
  const Bytes states =
      item(rank, MemoryItem::Weights) + item(rank, MemoryItem::Gradients) + item(rank, MemoryItem::Optimizer);
  CHECK_MESSAGE(states.in(unit::gb) == doctest::Approx(e.expected_ms.states_gb).epsilon(1e-6), e.name);
  const bool repeats = e.plan.recompute == Recompute::Full;
  const double factor = repeats ? p.stack.activation_factor_recompute : p.stack.activation_factor;
  CHECK_MESSAGE(item(rank, MemoryItem::Activations).in(unit::gb) / factor ==
                    doctest::Approx(e.expected_ms.activations_gb).epsilon(1e-6),
                e.name);
  CHECK_MESSAGE(
      item(rank, MemoryItem::Logits).in(unit::gb) == doctest::Approx(e.expected_ms.logits_gb).epsilon(1e-6),
      e.name);
}

}  // namespace

// The specification spreads layers evenly; where they divide, the first stage is its stage.
TEST_CASE("Memory agrees with the worked examples where layers divide over the stages") {
  int compared = 0;
  const auto compare = [&compared](const auto& e) {
    const Problem p = test::problem_of(e);
    if (p.layer_count % (e.plan.pipeline * e.plan.virtual_stages) != 0) return;
    check_memory(e, p);
    ++compared;
  };
  for (const test::WorkedExample& e : worked_examples) compare(e);
  for (const test::CatalogExample& e : test::catalog_examples) compare(e);
  CHECK(compared >= 11);
}

// 126 layers on 8 stages: the second stage has a layer more than the first and nearly as much in flight.
TEST_CASE("The fullest rank is the one that holds most, not the first") {
  const Problem p = test::problem_of(Scenario{});
  const StepTimes step = training_step(p);
  const RankMemory fullest = fullest_rank(p, step);
  for (std::int64_t stage = 0; stage < p.plan.pipeline; ++stage)
    CHECK(rank_memory(p, step, stage).map.total <= fullest.map.total);
  CHECK(fullest.stage == 1);
}

// Source: ISEEKYAN/Megatron-LM issue 132: logits of 8,192 x 151,936 in FP32 are 4.637 GiB.
TEST_CASE("report A34: logits are counted by tokens times vocabulary") {
  Problem p = test::problem_of(worked_examples.back());
  p.stack.logits_bytes = 4;
  p.model.vocabulary = 151936;
  p.training = {.precision = Precision::Bf16, .sequence = 8192, .global_batch = p.accelerators()};
  p.plan.micro_batch = 1;
  const RankMemory rank = rank_memory(p, training_step(p), 0);
  CHECK(item(rank, MemoryItem::Logits).in(unit::gib) == doctest::Approx(4.637).epsilon(1e-3));
}
