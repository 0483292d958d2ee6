// Communication of gradients, weights and stage hand-overs.
// SPDX-License-Identifier: MIT
#include "core/regime/data_parallel.h"

#include <algorithm>

namespace trireme {
namespace {

constexpr double bf16_bytes = 2;

double real(std::int64_t count) { return static_cast<double>(count); }

// Exposed part of communication `c` behind work `w`: what does not fit, and contention for the part that
// does.
Seconds exposed(Seconds communication, Seconds work, double contention_share) {
  return max(Seconds{}, communication - work) + contention_share * min(communication, work);
}

struct ShardedCollectives {
  const TrainingContext& c;
  WeightGroups groups = weight_groups(c.problem);
  double weight_bytes = gathers_in_fp8(c.problem) ? 1 : bf16_bytes;
  double wire_bytes = gradient_bytes(c.problem).wire;

  [[nodiscard]] Seconds gather(double parameters, const WeightGroup& group) const {
    return collective_time(Collective::AllGather, parameters * weight_bytes * unit::byte, group.shards,
                           c.fabric);
  }
  [[nodiscard]] Seconds scatter(double parameters, const WeightGroup& group) const {
    const Bytes gradients = parameters * wire_bytes * unit::byte;
    return collective_time(Collective::ReduceScatter, gradients, group.shards, c.fabric) +
           collective_time(Collective::AllReduce, gradients * (1 / real(group.shards.ranks)), group.copies,
                           c.fabric);
  }
};

}  // namespace

bool gathers_in_fp8(const Problem& p) {
  if (p.plan.fp8_weight_gather != Switch::Auto) return p.plan.fp8_weight_gather == Switch::On;
  const bool recipe =
      p.training.precision == Precision::Fp8Current || p.training.precision == Precision::Mxfp8;
  return !gathers_weights(p.plan) && p.stack.fp8_weight_gather && recipe;
}

Seconds sharded_weights_exposed(const TrainingContext& c, const LayerTimes& sums, const GpuParameters& all) {
  const ShardedCollectives collectives{c};
  const double layers = real(c.problem.layer_count);
  const double dense = all.dense / layers, experts = all.experts / layers;
  Seconds forward = collectives.gather(dense, collectives.groups.dense);
  Seconds scatter = collectives.scatter(dense, collectives.groups.dense);
  if (experts > 0) {
    forward += collectives.gather(experts, collectives.groups.experts);
    scatter += collectives.scatter(experts, collectives.groups.experts);
  }
  Seconds backward = is_lora(c.problem.training) ? Seconds{} : scatter;
  if (c.problem.plan.sharding == Sharding::Full) backward += forward;
  const double contention = c.problem.stack.contention_share;
  return exposed(layers * forward, sums.forward_compute() + sums.tensor.forward + sums.context.forward,
                 contention) +
         exposed(layers * backward, sums.backward_compute() + sums.tensor.backward + sums.context.backward,
                 contention);
}

Seconds sharded_head(const TrainingContext& c, const GpuParameters& all) {
  const ShardedCollectives collectives{c};
  const double layers = real(c.problem.layer_count);
  const double vocabulary = vocabulary_parameters_per_gpu(c.problem.model, c.shard.tensor);
  Seconds time = collectives.gather(all.dense / layers, collectives.groups.dense) +
                 collectives.gather(vocabulary, collectives.groups.dense);
  if (all.experts > 0) time += collectives.gather(all.experts / layers, collectives.groups.experts);
  if (!is_lora(c.problem.training)) time += collectives.scatter(vocabulary, collectives.groups.dense);
  return time;
}

// Gradients are scattered behind the backward pass of the last micro-batch and weights gathered behind the
// forward pass of the first; the last layer's gradients have nothing left to hide behind. The gradients of
// adapters are too small to count.
void add_data_parallel(const TrainingContext& c, StepTimes& step) {
  const Problem& p = c.problem;
  if (gathers_weights(p.plan) || is_lora(p.training)) return;
  const double experts = step.layer_parameters.experts / real(p.plan.pipeline);
  const double dense = step.parameters_per_gpu - experts;
  const auto both = [&](Collective kind, double bytes) {
    Seconds time = collective_time(kind, dense * bytes * unit::byte, c.data, c.fabric);
    if (experts > 0) time += collective_time(kind, experts * bytes * unit::byte, c.expert_data, c.fabric);
    return time;
  };
  const double wire = gradient_bytes(p).wire;
  if (p.plan.sharding == Sharding::None) {
    step.gradient_scatter = both(Collective::AllReduce, wire);
  } else {
    step.gradient_scatter = both(Collective::ReduceScatter, wire);
    step.weight_gather = both(Collective::AllGather, gathers_in_fp8(p) ? 1 : bf16_bytes);
  }
  if (!c.overlap_data) {
    step.data_parallel = step.gradient_scatter + step.weight_gather;
    return;
  }
  const double share = p.stack.dp_overlap_share, contention = p.stack.contention_share;
  const double layers_per_stage = real(p.layer_count) / real(p.plan.pipeline);
  step.data_parallel = exposed(step.gradient_scatter, share * step.stage.backward(), contention) +
                       exposed(step.weight_gather, share * step.stage.forward(), contention) +
                       step.gradient_scatter * (1 / std::max(2.0, layers_per_stage));
}

bool stages_cross_domains(const Problem& p) {
  return p.accelerators() / p.plan.pipeline >= p.instance.scale_up_domain;
}

Seconds handover_message_time(const Problem& p, Bytes message, const Fabric& fabric) {
  return message_time(message, fabric.scale_up_domain + (stages_cross_domains(p) ? 1 : 0), fabric);
}

}  // namespace trireme
