// Composition of a post-training step from the serving and the training model.
// SPDX-License-Identifier: MIT
#include "core/regime/post_training.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/regime/pretrain_memory.h"

namespace trireme {
namespace {

// The same machine with another number of GPUs: each is an instance of its own in the same scale-up domain.
Problem on_gpus(const Problem& problem, std::int64_t gpus) {
  Problem p = problem;
  p.instance.scale_out_bandwidth = problem.instance.scale_out_per_accelerator();
  p.instance.accelerators = 1;
  p.instances = gpus;
  return p;
}

bool generates(const PostTraining& run) { return run.method != PostTrainingMethod::Dpo; }
double responses_of(const PostTraining& run) { return run.prompts * (generates(run) ? run.group : 2); }

double policy_share(const Problem& p, double parameters) {
  return parameters > 0 ? parameters / p.parameters_active : 1;
}
double critic_share(const Problem& p, const PostTraining& run) {
  return run.method == PostTrainingMethod::Ppo ? policy_share(p, run.critic_parameters) : 0;
}
double reward_share(const Problem& p, const PostTraining& run) {
  return generates(run) && run.reward_parameters > 0 ? policy_share(p, run.reward_parameters) : 0;
}

// Responses are packed into sequences as long as the longest.
Problem trainer(const Problem& problem, const PostTraining& run, std::int64_t gpus) {
  Problem p = on_gpus(problem, gpus);
  const double mean = run.prompt_tokens + run.response_tokens;
  const double sequence = run.prompt_tokens + run.longest_response;
  p.training.sequence = std::llround(sequence);
  p.training.document = std::llround(mean);
  // A data-parallel rank works on one whole response at least.
  const double each = std::max(responses_of(run) / run.updates, static_cast<double>(p.data_parallel()));
  p.training.global_batch = std::max<std::int64_t>(1, std::llround(each * mean / sequence));
  return p;
}

// A forward pass of the same batch: its share of a step's pipeline, without what follows.
Seconds forward_pass(const StepTimes& step) {
  const Seconds forward = step.stage.forward();
  const Seconds pipeline = static_cast<double>(step.micro_batches) * step.slowest_stage + step.bubble;
  return pipeline * (1 + step.jitter) * (forward / (forward + step.stage.backward()));
}

// GPUs that the trainer's groups need at least: experts are laid out anew over those of a stage.
std::int64_t trainer_ranks(const Problem& p) {
  const Plan& plan = p.plan;
  const std::int64_t experts = has_experts(p) ? plan.expert * plan.expert_tensor : 1;
  return plan.pipeline * std::lcm(plan.tensor * plan.context, experts);
}

void add_training(const Problem& problem, const PostTraining& run, const PostTrainingFactors& factors,
                  PostTrainingStep& step) {
  const Problem p = trainer(problem, run, step.gpus.train);
  step.update = training_step(p);
  const double updates = run.updates * run.epochs;
  const double critic = critic_share(problem, run);
  const double old_policy = generates(run) ? 1 : 0;
  const double passes = old_policy + (run.reference ? 1 : 0) + critic + reward_share(problem, run);
  step.scoring = passes * run.updates * forward_pass(step.update);
  step.training = updates * (1 + critic) * step.update.total;
  step.fixed = factors.fixed;

  const RankMemory rank = fullest_rank(p, step.update);
  const auto item = [&](MemoryItem which) { return rank.map.items[static_cast<std::size_t>(which)]; };
  PostTrainingMemory& m = step.memory;
  m.weights = item(MemoryItem::Weights);
  m.gradients = item(MemoryItem::Gradients);
  m.optimizer = item(MemoryItem::Optimizer);
  m.critic = critic * (m.weights + m.gradients + m.optimizer);
  m.reference = (run.reference ? 1.0 : 0.0) * m.weights;
  m.reward = reward_share(problem, run) * m.weights;
  m.activations = std::max(critic, 1.0) * item(MemoryItem::Activations) + item(MemoryItem::Logits) +
                  item(MemoryItem::Overhead);
  m.trainer = m.weights + m.gradients + m.optimizer + m.critic + m.reference + m.reward + m.activations;
  m.usable = rank.map.usable;
}

bool stays_resident(const PostTraining& run) { return run.sharing == GpuSharing::Colocated && !run.offload; }

void add_rollout(const Problem& problem, const PostTraining& run, const PostTrainingFactors& factors,
                 PostTrainingStep& step) {
  Problem p = on_gpus(problem, step.gpus.rollout);
  PostTrainingMemory& m = step.memory;
  const Bytes resident = stays_resident(run) ? m.trainer - m.activations : Bytes{};
  Bytes& memory = p.accelerator.memory_visible;
  const Bytes whole = memory;
  memory = memory - resident;
  if (run.engine_memory_share > 0) {
    memory = min(memory, run.engine_memory_share * whole);
    p.engine.cache_share = 1;
  }
  const ResponseLengths lengths{run.response_tokens, run.longest_response};
  const double ahead = static_cast<double>(run.steps_off_policy);
  const bool streams = run.sharing == GpuSharing::Separate && ahead >= 2;
  step.rollout = streams ? stream_times(p, step.responses, ahead, run.group, run.prompt_tokens, lengths)
                         : rollout_times(p, step.responses, run.group, run.prompt_tokens, lengths);
  m.engine_weights = step.rollout.memory.weights;
  m.engine_workspace = step.rollout.memory.workspace;
  m.engine_cache = step.rollout.memory.cache;
  m.max_batch = step.rollout.memory.max_batch;
  m.engine = resident + m.engine_weights + m.engine_workspace + m.engine_cache;
  // An engine that stays keeps its weights and its cache while the trainer works.
  if (stays_resident(run)) m.trainer += m.engine_weights + m.engine_workspace + m.engine_cache;
  step.generation = factors.rollout * step.rollout.total();

  const Seconds check = run.check_seconds * unit::second;
  const Seconds all_checks = run.check_slots > 0 ? step.responses / run.check_slots * check : check;
  step.checking = check + max(all_checks - check - step.generation, Seconds{});
}

// New weights go to the engines; what the trainer keeps goes to the host while they generate.
void add_handover(const Problem& problem, const PostTraining& run, const PostTrainingFactors& factors,
                  PostTrainingStep& step) {
  const WeightKernel kernel = serving_context(problem).experts;
  step.refit = problem.parameters_total * kernel.stored_bytes * unit::byte / factors.refit;
  if (run.sharing == GpuSharing::Separate || !run.offload) return;
  const BytesPerSecond link = problem.instance.host_bandwidth > BytesPerSecond{}
                                  ? problem.instance.host_bandwidth
                                  : problem.accelerator.host_bandwidth;
  const PostTrainingMemory& m = step.memory;
  const Bytes kept = m.weights + m.optimizer + m.critic + m.reference + m.reward;
  if (link > BytesPerSecond{}) step.offload = 2.0 * kept / link;
}

PostTrainingStep step_on(const Problem& problem, const PostTraining& run, const PostTrainingFactors& factors,
                         const GpuSplit& gpus) {
  PostTrainingStep step;
  step.gpus = gpus;
  step.responses = responses_of(run);
  step.tokens = step.responses * (run.prompt_tokens + run.response_tokens);
  if (gpus.train < trainer_ranks(problem)) return step;
  add_training(problem, run, factors, step);
  if (!generates(run)) {
    step.memory.max_batch = 1;  // no engine that could be too large
    step.total = step.train_side();
    return step;
  }
  if (gpus.rollout < problem.serving.engine_gpus()) return step;
  add_rollout(problem, run, factors, step);
  if (!(step.rollout.batch > 0)) return step;
  add_handover(problem, run, factors, step);
  const bool apart = run.sharing == GpuSharing::Separate && run.steps_off_policy > 0;
  step.total =
      step.refit + step.offload +
      (apart ? max(step.rollout_side(), step.train_side()) : step.rollout_side() + step.train_side());
  return step;
}

// Splits that are worth a look: whole units of the larger of engine and trainer replica, and of the other as
// many as the rest holds.
struct Splits {
  std::int64_t gpus, engine, ranks;
  [[nodiscard]] bool by_trainer() const { return ranks >= engine; }
  [[nodiscard]] std::int64_t count() const {
    return by_trainer() ? (gpus - engine) / ranks : (gpus - ranks) / engine;
  }
  [[nodiscard]] GpuSplit at(std::int64_t units) const {
    if (by_trainer()) return {units * ranks, (gpus - units * ranks) / engine * engine};
    return {(gpus - units * engine) / ranks * ranks, units * engine};
  }
};

}  // namespace

PostTrainingFactors nemo_rl_factors() { return {1.81, 28.0 * unit::second, 104.0 * unit::gb / unit::second}; }

PostTrainingStep post_training_step(const Problem& problem, const PostTraining& run,
                                    const PostTrainingFactors& factors) {
  const std::int64_t all = problem.accelerators();
  if (!generates(run)) return step_on(problem, run, factors, {all, 0});
  if (run.sharing == GpuSharing::Colocated) return step_on(problem, run, factors, {all, all});
  if (run.train_gpus > 0) return step_on(problem, run, factors, {run.train_gpus, all - run.train_gpus});
  return step_on(problem, run, factors, balanced_split(problem, run, factors));
}

// More engines shorten the rollout and lengthen training. A coarse scan, then a finer one around its best:
// few enough splits are all looked at.
GpuSplit balanced_split(const Problem& problem, const PostTraining& run, const PostTrainingFactors& factors) {
  const Splits splits{problem.accelerators(), problem.serving.engine_gpus(), trainer_ranks(problem)};
  std::int64_t best = 1;
  double least = HUGE_VAL;
  const auto look_at = [&](std::int64_t units) {
    const PostTrainingStep step = step_on(problem, run, factors, splits.at(units));
    if (!(step.total > Seconds{})) return;
    // Any split that fits is better than one that does not.
    const double time = step.total.base() * (step.memory.fits() ? 1 : 1e9);
    if (time < least) least = time, best = units;
  };
  constexpr std::int64_t looks = 32;
  std::int64_t low = 1, high = splits.count();
  for (;;) {
    const std::int64_t stride = std::max<std::int64_t>(1, (high - low) / looks);
    for (std::int64_t units = low; units <= high; units += stride) look_at(units);
    if (stride == 1) return splits.at(best);
    low = std::max<std::int64_t>(1, best - stride), high = std::min(splits.count(), best + stride);
  }
}

}  // namespace trireme
