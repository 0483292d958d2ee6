// Composition of a result from step times and memory.
// SPDX-License-Identifier: MIT
#include "core/result/evaluate.h"

#include <algorithm>

#include "core/parallel/placement.h"
#include "core/regime/pretrain.h"
#include "core/regime/pretrain_memory.h"

namespace trireme {
namespace {

// The tier that a group's traffic is limited by.
Resource tier(const Problem& p, const Group& group) {
  return place(group, p.instance.scale_up_domain).crosses() ? Resource::ScaleOut : Resource::ScaleUp;
}

}  // namespace

std::array<BreakdownItem, cause_count> breakdown_of(const Problem& p, const StepTimes& step) {
  const Plan& plan = p.plan;
  const StageTimes& stage = step.stage;
  const double micro_batches = static_cast<double>(step.micro_batches);
  const std::int64_t data_ranks = p.data_parallel() * plan.context;
  const std::int64_t sharing =
      plan.sharding_group > 0 ? std::min(plan.sharding_group, data_ranks) : data_ranks;
  const Resource data_tier = tier(p, {data_ranks, plan.tensor});
  const bool stages_share_a_domain = p.accelerators() / plan.pipeline < p.instance.scale_up_domain;

  std::array<BreakdownItem, cause_count> items;
  for (int i = 0; i < cause_count; ++i) items[static_cast<std::size_t>(i)].cause = static_cast<Cause>(i);
  const auto set = [&items](Cause cause, Resource resource, Seconds time) {
    items[static_cast<std::size_t>(cause)] = {resource, cause, time};
  };
  set(Cause::MatrixMultiplications, Resource::Compute, micro_batches * stage.matrix.sum());
  set(Cause::Attention, Resource::Compute, micro_batches * stage.attention.sum());
  set(Cause::Recompute, Resource::Compute, micro_batches * stage.recompute);
  set(Cause::OutputHead, Resource::Compute, micro_batches * (step.slowest_stage - stage.total));
  set(Cause::MemoryBoundMatrix, Resource::Hbm, micro_batches * stage.memory_bound.sum());
  set(Cause::Elementwise, Resource::Hbm, micro_batches * stage.elementwise.sum());
  set(Cause::StateScan, Resource::Hbm, micro_batches * stage.scan.sum());
  set(Cause::Optimizer, Resource::Hbm, step.optimizer);
  set(Cause::TensorParallel, tier(p, {plan.tensor, 1}), micro_batches * stage.tensor.sum());
  set(Cause::ContextParallel, tier(p, {plan.context, plan.tensor}), micro_batches * stage.context.sum());
  set(Cause::ExpertParallel, tier(p, {plan.expert, plan.expert_tensor}),
      micro_batches * (stage.expert.sum() + stage.expert_latency));
  set(Cause::ShardedWeights, tier(p, {sharing, plan.tensor}), micro_batches * stage.sharded_weights);
  set(Cause::PipelineHandover, stages_share_a_domain ? Resource::ScaleUp : Resource::ScaleOut, step.handover);
  set(Cause::DataParallel, data_tier, step.data_parallel);
  set(Cause::PipelineBubble, Resource::Bubble, step.bubble);
  set(Cause::HostLaunch, Resource::Host, micro_batches * (stage.total - stage.device));
  set(Cause::HostStep, Resource::Host, step.host_step);
  set(Cause::Jitter, Resource::Other,
      step.jitter * (micro_batches * step.slowest_stage + step.bubble + step.handover));
  return items;
}

Result evaluate(const Problem& p) {
  const StepTimes step = training_step(p);
  Result result;
  result.step = step.total;
  result.micro_batches = step.micro_batches;
  result.breakdown = breakdown_of(p, step);
  result.memory = fullest_rank(p, step).map;

  const double tokens =
      static_cast<double>(p.training.global_batch) * static_cast<double>(p.training.sequence);
  const double gpus = static_cast<double>(p.accelerators());
  result.tokens_per_second = tokens / step.total.base();
  result.tokens_per_second_per_gpu = result.tokens_per_second / gpus;
  result.model_flops_per_token = p.model_flops_per_token;
  const FlopsPerSecond peak = p.accelerator.dense_peak(matrix_format(p.training.precision));
  result.mfu = p.model_flops_per_token * result.tokens_per_second_per_gpu / peak.base();

  const Seconds run = p.run.tokens / result.tokens_per_second * unit::second;
  result.days = run.in(unit::day);
  result.usd = (p.price.usd_per_hour * (static_cast<double>(p.instances) * run.in(unit::hour))).base();
  return result;
}

}  // namespace trireme
