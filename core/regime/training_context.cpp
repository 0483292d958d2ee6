// Shapes, groups and switches of a training step.
// SPDX-License-Identifier: MIT
#include "core/regime/training_context.h"

#include <algorithm>

#include "core/parallel/shard.h"

namespace trireme {
namespace {

bool is_on(Switch choice, bool by_default) {
  return choice == Switch::Auto ? by_default : choice == Switch::On;
}

KernelStyle kernel_style(const Problem& p) {
  const Stack& stack = p.stack;
  KernelStyle style;
  style.fused_attention = stack.fused_attention;
  style.dropout = stack.dropout;
  style.quantise_bytes = stack.quantise_bytes_of(p.training.precision);
  style.cross_entropy_bytes = stack.cross_entropy_bytes;
  style.scan_factor = stack.scan_factor;
  style.scan_backward_factor = stack.scan_backward_factor;
  if (p.training.routing == Routing::Natural) style.expert_rows_factor = stack.routing_imbalance_factor;
  style.permutes_copies = p.plan.dispatcher == Dispatcher::Nccl;
  style.glu_passes_forward = stack.unfused_glu_passes_forward;
  style.glu_passes_backward = stack.unfused_glu_passes_backward;
  return style;
}

Group data_group(const Problem& p) { return {p.data_parallel() * p.plan.context, p.plan.tensor}; }

Group expert_data_group(const Problem& p) {
  const std::int64_t expert_ranks = p.plan.expert * p.plan.expert_tensor;
  return {std::max<std::int64_t>(1, p.accelerators() / (p.plan.pipeline * expert_ranks)), expert_ranks};
}

WeightGroup in_copies(const Group& group, std::int64_t shards) {
  if (shards >= group.ranks) return {group, {}};
  return {{shards, group.stride}, {group.ranks / shards, group.stride * shards}};
}

}  // namespace

WeightGroups weight_groups(const Problem& p) {
  const Plan& plan = p.plan;
  const Group dense = data_group(p), experts = expert_data_group(p);
  if (!gathers_weights(plan) || plan.sharding_group == 0) return {{dense, {}}, {experts, {}}};
  // One copy lies on `sharding_group` ranks of each tensor rank; its experts are spread over EP and ETP
  // first.
  const std::int64_t gpus = plan.sharding_group * plan.tensor;
  return {in_copies(dense, plan.sharding_group),
          in_copies(experts, std::max<std::int64_t>(1, gpus / (plan.expert * plan.expert_tensor)))};
}

TrainingContext training_context(const Problem& p) {
  const Plan& plan = p.plan;
  const std::int64_t data_parallel = p.data_parallel();
  const std::int64_t at_a_time = data_parallel * plan.micro_batch;
  TrainingContext c{.problem = p};
  c.micro_batches = (p.training.global_batch + at_a_time - 1) / at_a_time;
  c.shard = shard_of(
      static_cast<double>(p.training.global_batch) / static_cast<double>(data_parallel * c.micro_batches),
      static_cast<double>(p.training.sequence), plan);
  c.shard.document = static_cast<double>(p.training.document);
  c.format = matrix_format(p.training.precision);
  c.style = kernel_style(p);
  c.fabric = {&p.accelerator, &p.scale_up, &p.scale_out, p.instance.scale_up_domain,
              p.instance.scale_out_per_accelerator()};
  c.tensor = {plan.tensor, 1};
  c.data = data_group(p);
  c.expert_data = expert_data_group(p);
  c.overlap_tensor = is_on(plan.overlap_tensor, p.stack.overlaps_tp);
  c.overlap_data = is_on(plan.overlap_data, p.stack.overlaps_dp);
  c.overlap_expert = is_on(plan.overlap_expert, plan.schedule == Schedule::DualPipe);
  return c;
}

GradientBytes gradient_bytes(const Problem& p) {
  switch (p.training.gradients) {
    case GradientFormat::Bf16: return {2, 2};
    case GradientFormat::Fp32: return {4, 4 + p.stack.bf16_gradient_copy_bytes};
    case GradientFormat::Auto: break;
  }
  return {p.stack.gradient_bytes_timing, p.stack.gradient_bytes_memory};
}

}  // namespace trireme
