// SPDX-License-Identifier: MIT
// Rollouts with a tail, and the loop around them.
#include "core/regime/post_training.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/serving_problem.h"

using namespace trireme;

namespace {

// Llama-3.1-8B on H100: a trainer with TP 2 in BF16, engines of one GPU.
Problem small(std::int64_t nodes = 1) {
  Serving s;
  s.weights = CheckpointFormat::Bf16;
  s.tensor = 1;
  Problem p = test::serving_problem("llama-3.1-8b", "dgx-h100", nodes, s);
  p.training.precision = Precision::Bf16;
  p.plan = {.tensor = 2};
  return p;
}

PostTraining grpo(double prompts = 32) {
  return {.prompts = prompts,
          .group = 8,
          .prompt_tokens = 300,
          .response_tokens = 1000,
          .longest_response = 4000};
}

PostTraining apart(PostTraining run, std::int64_t behind, std::int64_t train_gpus = 0) {
  run.sharing = GpuSharing::Separate;
  run.steps_off_policy = behind, run.train_gpus = train_gpus;
  return run;
}

PostTrainingStep step_of(const Problem& p, const PostTraining& run) {
  return post_training_step(p, run, nemo_rl_factors());
}

}  // namespace

// Section 11: the share still running is 1 - (t/t_max)^k with k = mean/(t_max - mean).
TEST_CASE("the shares of running responses sum up to their mean length") {
  for (const double longest : {1001.0, 1500.0, 4000.0, 30000.0}) {
    const ResponseLengths lengths{1000, longest};
    double sum = 0, moment = 0;
    for (double t = 0.5; t < longest; t += 1) {
      sum += lengths.running(t);
      moment += t * lengths.running(t);
    }
    CHECK(sum == doctest::Approx(1000).epsilon(1e-3));
    CHECK(moment / sum == doctest::Approx(lengths.mean_position()).epsilon(1e-3));
  }
  CHECK(ResponseLengths{1000, 4000}.exponent() == doctest::Approx(1.0 / 3));
  CHECK(ResponseLengths{1000, 1000}.running(999) == 1);
  CHECK(ResponseLengths{1000, 1000}.running(1000) == 0);
}

TEST_CASE("responses of one length are a fixed batch") {
  const Problem p = small();
  const ServingContext c = serving_context(p);
  const RolloutTimes equal = rollout_times(p, 256, 8, 300, {1000, 1000});
  CHECK(equal.batch == 32);
  Seconds every_token;
  for (int t = 0; t < 1000; ++t) every_token += decode_step(c, 32, 300 + t + 0.5).total();
  CHECK(equal.tail.base() == doctest::Approx(every_token.base()).epsilon(1e-3));
  CHECK(equal.full == Seconds{});
  CHECK(equal.prefill.base() == doctest::Approx(prefill_time(c, 4, {300, 0}).base()));
  // Nearly equal lengths come close.
  CHECK(rollout_times(p, 256, 8, 300, {1000, 1001}).total().base() ==
        doctest::Approx(equal.total().base()).epsilon(0.01));
}

TEST_CASE("the longest response decides") {
  const Problem p = small();
  const ServingContext c = serving_context(p);
  double before = 0;
  for (const double longest : {1000.0, 1500.0, 3000.0, 8000.0}) {
    const ResponseLengths lengths{1000, longest};
    const RolloutTimes times = rollout_times(p, 256, 8, 300, lengths);
    CHECK(times.total().base() > before);
    before = times.total().base();
    Seconds every_token;
    for (double t = 0.5; t < longest; t += 1)
      every_token += decode_step(c, 32 * lengths.running(t), 300 + t).total();
    CHECK(times.tail.base() == doctest::Approx(every_token.base()).epsilon(2e-3));
  }
}

// 1,024 GB of cache would be needed for all at a time.
TEST_CASE("places that become free are filled while responses wait") {
  const Problem p = small();
  const ResponseLengths lengths{8000, 16000};
  const RolloutTimes few = rollout_times(p, 256, 8, 300, lengths);
  CHECK(few.full == Seconds{});
  const RolloutTimes many = rollout_times(p, 8192, 8, 300, lengths);
  CHECK(many.batch == doctest::Approx(many.memory.max_batch));
  CHECK(many.batch < 1024);
  const Seconds per_response = 8000 / many.batch * many.decode.total();
  CHECK(many.full.base() == doctest::Approx(((1024 - many.batch) * per_response).base()));
  double before = 0;
  for (const double responses : {8.0, 64.0, 512.0, 2048.0, 8192.0}) {
    const double time = rollout_times(p, responses, 8, 300, lengths).total().base();
    CHECK(time > before);
    before = time;
  }
}

TEST_CASE("a stream of responses has no tail, and more at a time are cheaper") {
  const Problem p = small();
  const ResponseLengths lengths{1000, 8000};
  const double turn = rollout_times(p, 256, 8, 300, lengths).total().base();
  double before = turn;
  for (const double ahead : {1.0, 2.0, 4.0, 8.0}) {
    const RolloutTimes stream = stream_times(p, 256, ahead, 8, 300, lengths);
    CHECK(stream.batch == std::min(32 * ahead, stream.memory.max_batch));
    CHECK(stream.total().base() < before);
    before = stream.total().base();
  }
  CHECK(before < turn / 4);
}

TEST_CASE("a step in turns is the sum of its parts") {
  const PostTrainingStep s = step_of(small(), grpo());
  CHECK(s.gpus.train == 8);
  CHECK(s.gpus.rollout == 8);
  CHECK(s.responses == 256);
  CHECK(s.tokens == 256 * 1300);
  const Seconds sum = s.generation + s.checking + s.scoring + s.training + s.fixed + s.refit + s.offload;
  CHECK(s.total.base() == doctest::Approx(sum.base()));
  CHECK(s.generation.base() == doctest::Approx(1.81 * s.rollout.total().base()));
  CHECK(s.fixed.base() == 28);
  CHECK(s.tokens_per_second() == doctest::Approx(256 * 1300 / s.total.base()));
}

// 2 x 8.03e9 bytes at 104 GB/s.
TEST_CASE("new weights go to the engines at the measured rate") {
  CHECK(step_of(small(), grpo()).refit.base() == doctest::Approx(2 * 8.03e9 / 104e9).epsilon(1e-3));
}

TEST_CASE("training is the training model's step of the packed responses") {
  Problem p = small();
  const PostTrainingStep s = step_of(p, grpo());
  p.training.sequence = 4300, p.training.document = 1300;
  p.training.global_batch = 77;  // 332,800 tokens
  const StepTimes step = training_step(p);
  CHECK(s.training.base() == doctest::Approx(step.total.base()));
  // Two forward passes (old policy and reference), each about a third of a step without the optimizer.
  CHECK(s.scoring.base() > 0.5 * step.total.base());
  CHECK(s.scoring.base() < 0.8 * step.total.base());
  PostTraining updates = grpo();
  updates.updates = 4;
  const PostTrainingStep four = step_of(small(), updates);
  CHECK(four.training.base() > s.training.base());  // four optimizer steps
  CHECK(four.training.base() < 1.6 * s.training.base());
  updates.epochs = 2;
  CHECK(step_of(small(), updates).training.base() == doctest::Approx(2 * four.training.base()));
}

TEST_CASE("PPO adds a critic, a reward model adds a forward pass, DPO needs no engines") {
  const Problem p = small();
  const PostTrainingStep g = step_of(p, grpo());
  const Seconds forward = 0.5 * g.scoring;
  PostTraining run = grpo();
  run.reward_parameters = 0.5 * p.parameters_active;
  CHECK((step_of(p, run).scoring - g.scoring).base() == doctest::Approx(0.5 * forward.base()));
  run.method = PostTrainingMethod::Ppo;
  const PostTrainingStep ppo = step_of(p, run);
  CHECK(ppo.scoring.base() == doctest::Approx(3.5 * forward.base()));
  CHECK(ppo.training.base() == doctest::Approx(2 * g.training.base()));
  run.critic_parameters = 0.25 * p.parameters_active;
  CHECK(step_of(p, run).training.base() == doctest::Approx(1.25 * g.training.base()));
  run = grpo();
  run.reference = false;
  CHECK(step_of(p, run).scoring.base() == doctest::Approx(forward.base()));

  PostTraining dpo = grpo(128);  // 256 responses too
  dpo.method = PostTrainingMethod::Dpo;
  const PostTrainingStep d = step_of(p, dpo);
  CHECK(d.generation == Seconds{});
  CHECK(d.refit == Seconds{});
  CHECK(d.scoring.base() == doctest::Approx(forward.base()));
  CHECK(d.training.base() == doctest::Approx(g.training.base()));
  CHECK(d.total.base() == doctest::Approx((d.scoring + d.training + d.fixed).base()));
  CHECK(d.memory.engine_cache == Bytes{});
}

TEST_CASE("one step behind, the longer side decides; in turns both count") {
  const Problem p = small(2);
  const PostTrainingStep turns = step_of(p, apart(grpo(), 0, 8));
  const PostTrainingStep behind = step_of(p, apart(grpo(), 1, 8));
  CHECK(turns.total.base() ==
        doctest::Approx((turns.rollout_side() + turns.train_side() + turns.refit).base()));
  CHECK(behind.total.base() ==
        doctest::Approx((max(behind.rollout_side(), behind.train_side()) + behind.refit).base()));
  CHECK(behind.rollout_side() == turns.rollout_side());
  CHECK(behind.offload == Seconds{});
  CHECK(step_of(p, apart(grpo(), 8, 8)).rollout_side() < behind.rollout_side());
}

TEST_CASE("the split that balances is the best of all splits") {
  for (const std::int64_t engine : {1, 2, 4})
    for (const std::int64_t pipeline : {1, 2})
      for (const std::int64_t behind : {0, 1, 8})
        for (const std::int64_t nodes : {2, 9}) {
          Problem p = small(nodes);
          p.serving.tensor = engine, p.plan.pipeline = pipeline;
          const PostTraining run = apart(grpo(128), behind);
          double best = HUGE_VAL;
          for (std::int64_t train = 2 * pipeline; train + engine <= p.accelerators(); train += 2 * pipeline)
            for (std::int64_t idle = 0; idle < engine; ++idle) {
              const std::int64_t rollout = p.accelerators() - train - idle;
              if (rollout < engine || rollout % engine != 0) continue;
              // Idle GPUs are no part of the problem then.
              Problem q = p;
              q.instance.scale_out_bandwidth = p.instance.scale_out_per_accelerator();
              q.instance.accelerators = 1, q.instances = train + rollout;
              const PostTrainingStep s = step_of(q, apart(grpo(128), behind, train));
              if (s.memory.fits()) best = std::min(best, s.total.base());
            }
          CHECK(step_of(p, run).total.base() == doctest::Approx(best).epsilon(1e-9));
        }
}

TEST_CASE("a checker runs beside generation unless it has too few places") {
  PostTraining run = grpo();
  run.check_seconds = 3;
  CHECK(step_of(small(), run).checking.base() == 3);
  run.check_slots = 256;
  CHECK(step_of(small(), run).checking.base() == 3);
  run.check_slots = 1;
  const PostTrainingStep s = step_of(small(), run);
  CHECK((s.generation + s.checking).base() == doctest::Approx(256 * 3));
}

// Eight ranks share the moments of TP 2 halves: 8.03e9/2 parameters, 2 + 2 or 4 bytes resident, 12/4 of them.
TEST_CASE("every resident model is counted") {
  const Problem p = small();
  const PostTrainingMemory m = step_of(p, grpo()).memory;
  CHECK(m.weights.in(unit::gb) == doctest::Approx(8.03).epsilon(0.01));
  CHECK(m.optimizer.in(unit::gb) == doctest::Approx(12 * 8.03 / 8).epsilon(0.01));
  CHECK(m.reference == m.weights);
  CHECK(m.critic == Bytes{});
  CHECK(m.engine_weights.in(unit::gb) == doctest::Approx(2 * 8.03).epsilon(0.01));
  CHECK(m.fits());

  PostTraining run = grpo();
  run.method = PostTrainingMethod::Ppo;
  run.reward_parameters = p.parameters_active;
  const PostTrainingMemory ppo = step_of(p, run).memory;
  CHECK(ppo.critic == m.weights + m.gradients + m.optimizer);
  CHECK(ppo.reward == m.weights);
  CHECK((ppo.trainer - m.trainer).base() == doctest::Approx((ppo.critic + ppo.reward).base()));

  run = grpo();
  run.reference = false;
  CHECK(step_of(p, run).memory.reference == Bytes{});
}

TEST_CASE("without offload the engine has what the trainer leaves") {
  const Problem p = small();
  PostTraining run = grpo();
  const PostTrainingStep away = step_of(p, run);
  run.offload = false;
  run.engine_memory_share = 0.5;
  const PostTrainingStep stays = step_of(p, run);
  CHECK(stays.memory.engine_cache < away.memory.engine_cache);
  CHECK(stays.offload == Seconds{});
  CHECK(away.offload > Seconds{});
  const PostTrainingMemory& m = stays.memory;
  const Bytes engine = m.engine_weights + m.engine_workspace + m.engine_cache;
  CHECK(engine <= 0.5 * p.accelerator.memory_visible);
  CHECK(m.trainer == m.weights + m.gradients + m.optimizer + m.reference + m.activations + engine);
  CHECK(step_of(p, apart(grpo(), 1, 4)).memory.trainer < m.trainer);
}

TEST_CASE("what has no place has no time") {
  Problem p = small();
  p.serving.tensor = 16;  // of 8 GPUs
  CHECK(step_of(p, grpo()).total == Seconds{});
  p = small();
  p.plan.tensor = 16;
  CHECK(step_of(p, grpo()).total == Seconds{});
}
