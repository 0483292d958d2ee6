// Serving times as causes, memory items and money.
// SPDX-License-Identifier: MIT
#include "core/result/serving_result.h"

#include <algorithm>

#include "core/parallel/placement.h"

namespace trireme {
namespace {

Resource tier(const Problem& p, std::int64_t ranks) {
  return place({ranks, 1}, p.instance.scale_up_domain).crosses() ? Resource::ScaleOut : Resource::ScaleUp;
}

std::array<BreakdownItem, cause_count> breakdown_of(const Problem& p, const ServingTimes& times,
                                                    double accepted) {
  const PassTimes& step = times.decode;
  std::array<BreakdownItem, cause_count> items;
  for (int i = 0; i < cause_count; ++i) items[static_cast<std::size_t>(i)].cause = static_cast<Cause>(i);
  const auto add = [&](Cause cause, Resource resource, Seconds step_time) {
    BreakdownItem& item = items[static_cast<std::size_t>(cause)];
    item.resource = resource;
    item.time += step_time / accepted;
  };
  const auto memory = [&](StepPart part) { return step.memory_bound[static_cast<std::size_t>(part)]; };
  for (const StepPart part : {StepPart::Projections, StepPart::Mlp, StepPart::Experts}) {
    add(Cause::MatrixMultiplications, Resource::Compute, step[part] - memory(part));
    add(Cause::MemoryBoundMatrix, Resource::Hbm, memory(part));
  }
  add(Cause::Attention, Resource::Hbm, step[StepPart::Attention]);
  add(Cause::OutputHead, Resource::Hbm, step[StepPart::Head]);
  add(Cause::Elementwise, Resource::Hbm, memory(StepPart::SmallKernels));
  add(Cause::KernelGaps, Resource::Host, step[StepPart::SmallKernels] - memory(StepPart::SmallKernels));
  add(Cause::TensorParallel, tier(p, p.serving.tensor), step[StepPart::TensorParallel]);
  add(Cause::ExpertParallel, tier(p, p.serving.expert), step[StepPart::ExpertExchange]);
  add(Cause::Draft, Resource::Hbm, step[StepPart::Draft]);
  add(Cause::HostStep, Resource::Host, step[StepPart::Host]);
  add(Cause::PipelineBubble, Resource::Bubble, step[StepPart::Pipeline]);
  add(Cause::Prefill, Resource::Compute, accepted * times.interference);
  return items;
}

MemoryMap memory_of(const ServingContext& context, const ServingTimes& times) {
  const ServingMemory& m = times.memory;
  MemoryMap map;
  map.usable = m.usable;
  const auto item = [&](MemoryItem which) -> Bytes& { return map.items[static_cast<std::size_t>(which)]; };
  item(MemoryItem::Weights) = m.weights;
  item(MemoryItem::Overhead) = m.workspace;
  // What does not fit is shown with the one sequence that it lacks the room for.
  const double sequences = std::max(times.batch / context.attention_ranks, 1.0);
  const double reserve = m.fits() ? 1 : context.problem.engine.cache_share;
  item(MemoryItem::Cache) = sequences / reserve * m.cache_per_sequence;
  for (const Bytes bytes : map.items) map.total += bytes;
  return map;
}

}  // namespace

ServingResult evaluate_serving(const Problem& p) {
  const ServingContext context = serving_context(p);
  ServingResult r;
  r.times = serving_times(p);
  r.memory = memory_of(context, r.times);
  r.gpus = static_cast<double>(p.accelerators());
  if (!(r.times.tpot > Seconds{})) return r;
  r.breakdown = breakdown_of(p, r.times, context.accepted);
  const double rate = r.times.output_tokens_per_second;
  r.output_tokens_per_second_per_gpu = rate / r.gpus;
  r.usd_per_second = static_cast<double>(p.instances) * p.price.usd_per_hour / unit::hour;
  const double prefill_gpus = static_cast<double>(p.serving.prefill_gpus());
  r.prefill_share = prefill_gpus > 0 ? prefill_gpus / r.gpus : r.times.interference / r.times.tpot;
  const double million = 1e6 * r.usd_per_second.base();
  r.usd_per_million_output_tokens = million / rate;
  r.usd_per_million_answer_tokens = million * (1 - r.prefill_share) / rate;
  r.usd_per_million_prompt_tokens =
      million * r.prefill_share / (r.times.requests_per_second * p.serving.prompt);
  return r;
}

}  // namespace trireme
