// Static batches, closed and open loops, offline runs, disaggregated prefill.
// SPDX-License-Identifier: MIT
#include "core/regime/serve.h"

#include <algorithm>
#include <cmath>

namespace trireme {
namespace {

struct Solver {
  const ServingContext& c;
  const Serving& load;
  const Engine& engine;
  PromptLength prompt;
  double output;
  ServingTimes times;

  Solver(const ServingContext& context)
      : c(context),
        load(context.problem.serving),
        engine(context.problem.engine),
        prompt{load.prompt, std::min(load.cached_prompt, load.prompt - 1)},
        output(load.output) {
    times.replicas = c.replicas;
    times.memory = serving_memory(c, prompt.total, output);
    times.context_tokens = prompt.total + output / 2;
    times.request = engine.request;
  }

  [[nodiscard]] double max_batch() const { return times.memory.max_batch; }

  void decode(double batch) {
    times.batch = batch;
    times.decode = decode_step(c, batch, times.context_tokens);
  }
  [[nodiscard]] Seconds step() const { return times.decode.total(); }

  // Time per output token and to the first one at a batch; both loops share it.
  void steady_state(double batch, double bunching) {
    decode(batch);
    const PromptCost p = prompt_cost(c, batch, prompt, output, step());
    const double ranks = batch / c.attention_ranks;
    times.prompt_cost = p.cost / c.pipeline;
    times.interference = ranks / output * times.prompt_cost * (1 - engine.lockstep);
    times.tpot = step() / c.accepted + times.interference;
    const double busy = std::min(0.9, times.interference / times.tpot);
    const double others = std::max(ranks - 1, 0.0);
    times.prefill = p.own;
    times.waiting = engine.first_token_steps * step() +
                    (busy / (2 * (1 - busy)) + (bunching + engine.lockstep) * others) * times.prompt_cost;
    times.ttft = times.prefill + times.waiting + times.request;
  }

  void finish(double requests_in_system) {
    times.end_to_end = times.ttft + (output - 1) * times.tpot;
    times.requests_per_second = requests_in_system / times.end_to_end.in(unit::second);
    times.output_tokens_per_second = times.requests_per_second * output;
  }

  void closed_loop() {
    const double wanted = load.concurrency / c.replicas;
    double batch = std::min(wanted, max_batch());
    constexpr int evaluations = 4;
    for (int i = 0; i < evaluations; ++i) {
      steady_state(batch, load.poisson ? 0 : engine.bunching);
      const Seconds whole = times.ttft + (output - 1) * times.tpot;
      const double next = std::min(wanted * output * times.tpot / whole, max_batch());
      if (i + 1 < evaluations) batch = 0.3 * batch + 0.7 * next;
    }
    if (wanted > max_batch()) times.memory_queue = (wanted - max_batch()) / max_batch() * output * times.tpot;
    times.ttft += times.memory_queue;
    times.saturated = wanted > max_batch();
    finish(load.concurrency);
  }

  void open_loop() {
    double batch = 1;
    constexpr int evaluations = 4;
    for (int i = 0; i < evaluations; ++i) {
      steady_state(batch, 0);
      const double next =
          std::min(load.rate * output * times.tpot.in(unit::second) / c.replicas, max_batch());
      if (i + 1 < evaluations) batch = 0.3 * batch + 0.7 * next;
    }
    times.end_to_end = times.ttft + (output - 1) * times.tpot;
    const double most = c.replicas * max_batch() / times.end_to_end.in(unit::second);
    times.requests_per_second = std::min(load.rate, most);
    times.output_tokens_per_second = times.requests_per_second * output;
    times.saturated =
        load.rate * output * times.tpot.in(unit::second) / c.replicas > max_batch() || load.rate > most;
  }

  void static_batch() {
    // What does not fit runs in waves, one after another.
    const double wanted = load.concurrency / c.replicas;
    const double waves = std::max(1.0, std::ceil(wanted / max_batch()));
    const double batch = wanted / waves;
    times.saturated = waves > 1;
    decode(batch);
    const double on_rank = std::max(batch / c.attention_ranks, 1.0);
    times.prefill = prefill_time(c, on_rank, prompt) / (batch > 1 ? std::min(c.pipeline, batch) : 1);
    times.prompt_cost = times.prefill / on_rank;
    times.waiting = engine.host_per_step;
    times.ttft = times.prefill + times.waiting + times.request;
    times.tpot = step() / c.accepted;
    finish(c.replicas * batch);
    times.memory_queue = (waves - 1) / 2 * times.end_to_end;
    times.ttft += times.memory_queue;
    times.end_to_end += times.memory_queue;
  }

  void offline() {
    const double requests = load.requests / c.replicas;
    const double batch = load.requests > 0 ? std::min(max_batch(), requests) : max_batch();
    decode(batch);
    const PromptCost p = prompt_cost(c, batch, prompt, output, step());
    times.prompt_cost = p.cost / c.pipeline;
    const double imbalance = 1 + engine.pipeline_imbalance * (c.pipeline - 1);
    const Seconds prompts = batch / c.attention_ranks * times.prompt_cost * imbalance;
    const Seconds life = output * step() / c.accepted + prompts;
    const double drained = load.requests > 0 ? requests / (requests + engine.drain * batch) : 1;
    times.interference = prompts / output;
    times.tpot = life / output;
    times.prefill = p.own;
    times.ttft = p.own + times.request;
    times.end_to_end = life;
    times.requests_per_second = c.replicas * batch / life.in(unit::second)*drained;
    times.output_tokens_per_second = times.requests_per_second * output;
  }

  void disaggregated() {
    const ServingContext prefill = prefill_context(c.problem);
    const double fresh = prompt.fresh();
    const Seconds own = prefill_time(prefill, 1, prompt);
    const double together = std::max(1.0, std::floor(engine.chunk / fresh));
    const Seconds each =
        fresh > engine.chunk ? own : prefill_pass(prefill, together, fresh, prompt.total).total() / together;
    const double most = prefill.replicas * prefill.attention_ranks / each.in(unit::second);
    double batch = std::min(load.concurrency / c.replicas, max_batch());
    double rate = 0;
    for (int i = 0; i < 6; ++i) {
      decode(batch);
      times.tpot = step() / c.accepted;
      const Seconds generation = output * times.tpot;
      rate = std::min(load.concurrency / (own + times.request + generation).in(unit::second), most);
      const double busy = std::min(0.95, rate / most);
      const Seconds queued = load.concurrency / rate * unit::second - generation;
      times.ttft = max(own + times.request, queued) + busy / (2 * (1 - busy)) * each +
                   engine.bunching * load.concurrency / most * unit::second;
      batch = 0.5 * batch + 0.5 * std::min(rate * generation.in(unit::second) / c.replicas, max_batch());
    }
    times.prompt_cost = each;
    times.prefill = own;
    times.waiting = times.ttft - own - times.request;
    times.end_to_end = times.ttft + output * times.tpot;
    times.requests_per_second = load.concurrency / times.end_to_end.in(unit::second);
    times.output_tokens_per_second = times.requests_per_second * output;
  }
};

}  // namespace

PromptCost prompt_cost(const ServingContext& c, double batch, const PromptLength& prompt, double output,
                       Seconds step) {
  const Engine& engine = c.problem.engine;
  const double sequences = std::max(batch / (c.attention_ranks * c.pipeline), 1.0);
  const double fresh = prompt.fresh(), chunk = engine.chunk;
  const double tokens = std::min(chunk, std::max(fresh, sequences * fresh / output));
  const double passes = std::ceil(fresh / chunk);
  const bool is_long = fresh > chunk;
  const double prompts = is_long ? 1 : tokens / fresh;
  const double each = is_long ? chunk : fresh;
  const double end = is_long ? prompt.cached + (fresh + chunk) / 2 : prompt.total;
  PromptCost result;
  if (engine.mixes_prefill) {
    PassTimes with, without;
    const auto layers = [&](double rows, PassTimes& pass) {
      add_layers(c, {rows, rows * c.attention_ranks}, pass);
    };
    layers(sequences + tokens, with);
    layers(sequences, without);
    result.cost =
        (with.total() - without.total() + prefill_attention(c, prompts, each, end)) * (fresh / tokens);
    result.own = (result.cost * (tokens / fresh) + step) * passes;
  } else {
    const Seconds pass = prefill_pass(c, prompts, each, end).total();
    result.cost = pass * (fresh / tokens);
    result.own = pass * passes;
  }
  return result;
}

ServingTimes serving_times(const Problem& problem) {
  const ServingContext context = serving_context(problem);
  Solver solver(context);
  if (!(solver.max_batch() > 0) || !(context.replicas > 0)) return solver.times;
  if (problem.serving.prefill_engines > 0) {
    solver.disaggregated();
    return solver.times;
  }
  switch (problem.serving.load) {
    case Load::Concurrency: solver.closed_loop(); break;
    case Load::Rate: solver.open_loop(); break;
    case Load::Batch: solver.static_batch(); break;
    case Load::Offline: solver.offline(); break;
  }
  return solver.times;
}

}  // namespace trireme
