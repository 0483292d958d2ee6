// SPDX-License-Identifier: MIT
// Strategies of test-time compute on one engine.
#include "core/regime/test_time.h"

#include <doctest/doctest.h>

#include "tests/support/serving_problem.h"

using namespace trireme;

namespace {

// Llama-3.1-8B in BF16 on one H100 of eight, one question at a time: 131,072 bytes of cache a token.
Problem small(double concurrency = 1) {
  Serving s;
  s.weights = CheckpointFormat::Bf16;
  s.tensor = 1;
  s.prompt = 8000;
  s.concurrency = concurrency;
  Problem p = test::serving_problem("llama-3.1-8b", "dgx-h100", 1, s);
  p.instance.accelerators = 1;  // one GPU rented
  return p;
}

// DeepSeek-R1 on eight H200, with its attention data-parallel.
Problem large(double concurrency) {
  Serving s;
  s.weights = CheckpointFormat::Fp8Block;
  s.tensor = 1, s.attention_data = 8, s.expert = 8;
  s.prompt = 500;
  s.concurrency = concurrency;
  return test::serving_problem("deepseek-v3", "dgx-h200", 1, s);
}

constexpr GpuRates two_dollars{2.0 * unit::usd / unit::hour, 700.0 * unit::watt};

TestTimeCost price(const Problem& p, const TestTime& t) { return test_time_cost(p, t, two_dollars); }

TestTime plan(Strategy strategy, double tokens, double samples) {
  return {.strategy = strategy, .tokens = tokens, .samples = samples};
}

}  // namespace

// Section 10.1: cost = N T d(B, ISL + T/2)/B + p(ISL)/(a pp), in seconds of one replica.
TEST_CASE("a question costs its tokens' share of the steps and its prompt") {
  const Problem p = small(4);
  const TestTimeCost c = price(p, plan(Strategy::BestOfN, 1000, 16));
  CHECK(c.batch == 64);
  CHECK(c.attended == 8500);
  const ServingContext context = serving_context(p);
  const Seconds step = decode_step(context, 64, 8500).total();
  const Seconds prompt = prompt_cost(context, 64, {8000, 0}, 16000, step).cost;
  CHECK(c.cost.gpu_time.base() == doctest::Approx((16000.0 / 64 * step + prompt).base()));
  CHECK(c.cost.usd.base() == doctest::Approx(c.cost.gpu_time.base() * 2 / 3600));
  CHECK(c.cost.energy.base() == doctest::Approx(c.cost.gpu_time.base() * 700));
  CHECK(c.cost.tokens == 16000);
  CHECK(c.questions_per_second == doctest::Approx(1 / c.cost.gpu_time.base()));
  CHECK(c.cost.per_solved(0.25).usd.base() == doctest::Approx(4 * c.cost.usd.base()));
  CHECK(c.latency.base() == doctest::Approx((c.ttft + 1000 * c.tpot).base()));
}

// 131,072 bytes x (8,000 + 8 x 1,000) tokens.
TEST_CASE("samples share the keys and values of their prompt") {
  const TestTimeCost c = price(small(), plan(Strategy::Majority, 1000, 8));
  CHECK(c.question_cache.in(unit::byte) == doctest::Approx(131072.0 * 16000));
  CHECK(price(small(), plan(Strategy::Thinking, 1000, 8)).question_cache.in(unit::byte) ==
        doctest::Approx(131072.0 * 9000));
}

TEST_CASE("N samples of a question cost less than N questions of one") {
  const double one = price(small(1), plan(Strategy::BestOfN, 1000, 1)).cost.gpu_time.base();
  const double questions = price(small(16), plan(Strategy::BestOfN, 1000, 1)).cost.gpu_time.base();
  double before = 0, latency = 0;
  for (const double n : {1.0, 2.0, 4.0, 16.0, 64.0, 256.0}) {
    const TestTimeCost c = price(small(1), plan(Strategy::BestOfN, 1000, n));
    CHECK(c.cost.gpu_time.base() <= n * one * (1 + 1e-12));
    CHECK(c.cost.gpu_time.base() > before);
    CHECK(c.latency.base() > latency);
    before = c.cost.gpu_time.base(), latency = c.latency.base();
    if (n == 16) CHECK(before < 16 * questions);  // at the same batch
  }
}

TEST_CASE("thinking costs what the engine's closed loop says") {
  Problem p = large(256);
  const TestTimeCost c = price(p, plan(Strategy::Thinking, 8000, 1));
  p.serving.output = 8000;
  const ServingTimes loop = serving_times(p);
  CHECK(c.memory.max_batch == doctest::Approx(loop.memory.max_batch));
  CHECK(c.tpot.base() == doctest::Approx(loop.tpot.base()).epsilon(0.02));
  CHECK(c.questions_per_second == doctest::Approx(loop.requests_per_second).epsilon(0.05));
}

// Attention over a growing context, and fewer sequences in the cache.
TEST_CASE("doubling long thinking more than doubles its cost") {
  for (const double tokens : {16e3, 64e3, 256e3}) {
    const auto cost = [&](double t) {
      return price(small(64), plan(Strategy::Thinking, t, 1)).cost.gpu_time.base();
    };
    CHECK(cost(2 * tokens) > 2 * cost(tokens));
  }
}

TEST_CASE("cascade attention reads the shared prompt once") {
  TestTime t = plan(Strategy::BestOfN, 1000, 16);
  const TestTimeCost plain = price(small(), t);
  t.prefix = PrefixAttention::Cascade;
  const TestTimeCost cascade = price(small(), t);
  CHECK(cascade.attended == 8000.0 / 16 + 500);
  CHECK(cascade.decode[StepPart::Attention] < plain.decode[StepPart::Attention] / 4);
  t.samples = 1;
  const TestTimeCost one = price(small(), t);
  t.prefix = PrefixAttention::PerSample;
  CHECK(one.latency == price(small(), t).latency);
}

// arXiv 2609.19499 (report E10): the same samples, batched or in sequence.
TEST_CASE("report E10: samples one after the other need less cache and more time") {
  TestTime t = plan(Strategy::Majority, 1000, 16);
  const TestTimeCost together = price(small(), t);
  t.order = SampleOrder::OneByOne;
  const TestTimeCost sequence = price(small(), t);
  CHECK(sequence.cost.tokens == together.cost.tokens);
  CHECK(sequence.question_cache < together.question_cache);
  CHECK(sequence.latency > 8 * together.latency);
  CHECK(sequence.cost.gpu_time > 8 * together.cost.gpu_time);
}

TEST_CASE("revisions are one long chain in several requests") {
  const Problem p = small();
  const TestTimeCost chain = price(p, plan(Strategy::Thinking, 8000, 1));
  const TestTimeCost revised = price(p, plan(Strategy::Revision, 1000, 8));
  CHECK(revised.cost.gpu_time.base() == doctest::Approx(chain.cost.gpu_time.base()));
  CHECK((revised.latency - chain.latency).base() == doctest::Approx(7 * p.engine.request.base()));
}

// Generated D W M s; latency D (s TPOT(W M) + verifier).
TEST_CASE("beam search generates and scores every branch") {
  TestTime t{.strategy = Strategy::Beam, .step_tokens = 50, .depth = 10, .beams = 4, .branches = 8};
  const TestTimeCost free = price(small(), t);
  CHECK(free.cost.tokens == 10 * 4 * 8 * 50);
  CHECK(free.batch == 32);
  CHECK(free.attended == 8000 + 250);
  // Four beams of 500 tokens, and 32 branches of 50.
  CHECK(free.question_cache.in(unit::byte) == doctest::Approx(131072.0 * (8000 + 4 * 500 + 32 * 50)));
  t.verifier_parameters = 8e9;
  const TestTimeCost scored = price(small(), t);
  CHECK(scored.verified_tokens == 8000 + 16000);
  // Ten passes of 1,600 tokens beside the prompt's 8,000: at least their matrix products at the peak.
  const double least = 2 * 8e9 * 24000 / small().accelerator.bf16_dense.base();
  CHECK(scored.verification.base() > least);
  CHECK(scored.verification.base() < 4 * least);
  CHECK((scored.latency - free.latency).base() == doctest::Approx(scored.verification.base()));
}

TEST_CASE("tree search keeps its nodes and waits for the checker") {
  TestTime t{.strategy = Strategy::Tree,
             .step_tokens = 100,
             .depth = 8,
             .expansions = 320,
             .parallel = 16,
             .check_seconds = 2};
  const TestTimeCost c = price(small(), t);
  CHECK(c.cost.tokens == 32000);
  CHECK(c.batch == 16);
  CHECK(c.cost.cpu_time.base() == 640);
  CHECK(c.verification.base() == 40);  // 20 rounds
  CHECK(c.question_cache.in(unit::byte) == doctest::Approx(131072.0 * (8000 + 32000)));
}

// The policy's own prefill when the verifier is as large.
TEST_CASE("a verifier reads the prompt once and all samples") {
  const Problem p = small();
  TestTime t = plan(Strategy::BestOfN, 1000, 8);
  t.verifier_parameters = p.parameters_active;
  const TestTimeCost c = price(p, t);
  const ServingContext context = serving_context(p);
  const Seconds own = prefill_time(context, 1, {8000, 0}) + prefill_time(context, 8, {9000, 8000});
  CHECK(c.verification.base() == doctest::Approx(own.base()));
  CHECK(c.verified_tokens == 16000);
  t.verifier_parameters /= 4;
  CHECK(price(p, t).verification.base() == doctest::Approx(own.base() / 4));
}

TEST_CASE("more samples move the step from HBM to compute, and long chains back") {
  const auto share = [](double samples, double tokens) {
    return price(small(), plan(Strategy::BestOfN, tokens, samples)).memory_bound_share();
  };
  Problem short_prompt = small();
  short_prompt.serving.prompt = 100;
  const auto short_share = [&](double samples) {
    return price(short_prompt, plan(Strategy::BestOfN, 200, samples)).memory_bound_share();
  };
  CHECK(short_share(1) > 0.7);
  CHECK(short_share(512) < short_share(1));
  CHECK(share(64, 32000) > short_share(512));
}

TEST_CASE("what the cache cannot hold runs in rounds") {
  const TestTimeCost few = price(small(), plan(Strategy::BestOfN, 8000, 4));
  CHECK(few.rounds == 1);
  const TestTimeCost many = price(small(), plan(Strategy::BestOfN, 8000, 400));
  CHECK(many.batch == doctest::Approx(many.memory.max_batch));
  CHECK(many.rounds == doctest::Approx(400 / many.batch));
  CHECK(many.rounds > 2);
  // The prompt and so many samples fill the cache.
  const double held = 131072.0 * (8000 + many.batch * 0.75 * 8000);
  CHECK(held == doctest::Approx(many.memory.cache.in(unit::byte)));
  CHECK(many.generation.base() == doctest::Approx((many.rounds * 8000 * many.tpot).base()));
}

TEST_CASE("a GPU's price is its share of the instance's") {
  const Problem p = test::serving_problem("llama-3.1-8b", "p5.48xlarge", 1, {});
  CHECK(p.price.usd_per_hour > Usd{});
  CHECK((gpu_rates(p).price * unit::hour * 8.0).base() == doctest::Approx(p.price.usd_per_hour.base()));
  CHECK(gpu_rates(p).power == 700.0 * unit::watt);
}

TEST_CASE("a model that does not fit has no price") {
  Serving s;
  s.weights = CheckpointFormat::Bf16;
  s.tensor = 1;
  const Problem p = test::serving_problem("llama-3.1-70b", "dgx-h100", 1, s);
  const TestTimeCost c = price(p, plan(Strategy::BestOfN, 1000, 4));
  CHECK_FALSE(c.fits());
  CHECK(c.cost.gpu_time == Seconds{});
}
