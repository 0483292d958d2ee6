// Strategies as sequences of one engine, priced by its decode step and prefill.
// SPDX-License-Identifier: MIT
#include "core/regime/test_time.h"

#include <algorithm>

namespace trireme {
namespace {

// Every strategy is a number of sequences that generate in stages; after each stage they are scored.
struct Shape {
  double sequences = 1;  // of a question, at a time
  double tokens = 0;     // that each generates, one after the other
  double stages = 1;
  double kept = 0;      // tokens of all sequences together that stay in the cache, without the prompt
  double attended = 0;  // of its own that a sequence attends to, mean
};

Shape shape_of(const TestTime& t) {
  const double path = t.depth * t.step_tokens;
  switch (t.strategy) {
    case Strategy::Thinking: return {1, t.tokens, 1, t.tokens, t.tokens / 2};
    case Strategy::BestOfN:
    case Strategy::Majority:
      if (t.order == SampleOrder::OneByOne)
        return {1, t.samples * t.tokens, t.samples, t.tokens, t.tokens / 2};
      return {t.samples, t.tokens, 1, t.samples * t.tokens, t.tokens / 2};
    // Branches share the beam that they start from.
    case Strategy::Beam:
      return {t.beams * t.branches, path, t.depth, t.beams * path + t.beams * t.branches * t.step_tokens,
              path / 2};
    // Every node stays: a later expansion may start from it.
    case Strategy::Tree: {
      const double stages = t.expansions / t.parallel;
      return {t.parallel, stages * t.step_tokens, stages, t.expansions * t.step_tokens, path / 2};
    }
    // A revision reads all earlier ones: one chain of that length.
    case Strategy::Revision: {
      const double all = t.samples * t.tokens;
      return {1, all, t.samples, all, all / 2};
    }
  }
  return {};
}

// Sequences of a replica that the cache holds. Samples of a question share its prompt; where not even one
// question fits whole, some of its samples run at a time.
double places(const ServingContext& c, const Shape& shape, Bytes pool, double prompt) {
  const Bytes shared = sequence_cache(c, prompt);
  const Bytes own = sequence_cache(c, c.problem.engine.cache_occupancy * shape.kept / shape.sequences);
  const double questions = pool / (shared + shape.sequences * own);
  const double held = questions >= 1 ? questions * shape.sequences : (pool - shared) / own;
  const double on_rank = std::min(held, c.max_batch);
  return on_rank >= 1 ? c.attention_ranks * on_rank : 0;
}

}  // namespace

GpuRates gpu_rates(const Problem& p) {
  const double gpus = static_cast<double>(p.instance.accelerators > 0 ? p.instance.accelerators : 1);
  return {p.price.usd_per_hour / gpus / unit::hour, p.accelerator.power_limit};
}

QuestionCost QuestionCost::per_solved(double accuracy) const {
  return {gpu_time / accuracy, cpu_time / accuracy, usd / accuracy, energy / accuracy, tokens / accuracy};
}

double TestTimeCost::memory_bound_share() const {
  Seconds limited;
  for (const Seconds time : decode.memory_bound) limited += time;
  return limited / decode.total();
}

TestTimeCost test_time_cost(const Problem& problem, const TestTime& plan, const GpuRates& rates) {
  const ServingContext c = serving_context(problem);
  const Serving& load = problem.serving;
  const PromptLength prompt{load.prompt, std::min(load.cached_prompt, load.prompt - 1)};
  const Shape shape = shape_of(plan);

  TestTimeCost result;
  result.sequences = shape.sequences;
  result.memory = serving_memory(c, prompt.total, shape.tokens);
  result.question_cache =
      sequence_cache(c, prompt.total) + shape.sequences * sequence_cache(c, shape.kept / shape.sequences);
  result.memory.max_batch = places(c, shape, result.memory.cache, prompt.total);
  if (!(result.memory.max_batch > 0) || !(c.replicas >= 1)) return result;

  // Questions are dealt to replicas; the samples of one stay together.
  const double wanted = std::max(load.concurrency / c.replicas, 1.0) * shape.sequences;
  result.batch = std::min(wanted, result.memory.max_batch);
  result.rounds = wanted / result.batch;
  const double sharing =
      plan.prefix == PrefixAttention::Cascade ? std::min(shape.sequences, result.batch) : 1;
  result.attended = prompt.total / sharing + shape.attended;
  result.decode = decode_step(c, result.batch, result.attended);
  const Seconds step = result.decode.total();

  const double generated = shape.sequences * shape.tokens;
  const PromptCost reading = prompt_cost(c, result.batch, prompt, generated, step);
  result.interference = result.batch / generated * (reading.cost / (c.attention_ranks * c.pipeline));
  result.tpot = step / c.accepted + result.interference;
  result.ttft = reading.own + problem.engine.first_token_steps * step + problem.engine.request;
  result.generation =
      result.rounds * shape.tokens * result.tpot + (shape.stages - 1) * problem.engine.request;

  Seconds verifier;
  if (plan.verifier_parameters > 0) {
    const double fresh = shape.tokens / shape.stages;
    const double ends = prompt.total + shape.attended + fresh / 2;
    const double each = std::max(shape.sequences / c.attention_ranks, 1.0);
    const double stages_at_once = std::min(c.pipeline, shape.sequences);
    verifier =
        (prefill_time(c, 1, {prompt.total, 0}) + shape.stages * prefill_time(c, each, {ends, ends - fresh})) *
        (plan.verifier_parameters / problem.parameters_active / stages_at_once);
    result.verified_tokens = prompt.total + generated;
  }
  const Seconds check = plan.check_seconds * unit::second;
  result.verification = verifier + shape.stages * check;
  result.latency = result.ttft + result.generation + result.verification;

  const Seconds engine_time = generated / result.batch * result.tpot + verifier;
  result.questions_per_second = c.replicas / engine_time.in(unit::second);
  QuestionCost& cost = result.cost;
  cost.gpu_time = c.gpus_per_engine() * engine_time;
  cost.cpu_time = shape.sequences * shape.stages * check;
  cost.usd = cost.gpu_time * rates.price;
  cost.energy = cost.gpu_time * rates.power;
  cost.tokens = generated;
  return result;
}

}  // namespace trireme
