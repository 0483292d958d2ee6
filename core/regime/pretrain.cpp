// Composition of one optimizer step. The order of the steps matters; source: training specification,
// section 5. SPDX-License-Identifier: MIT
#include "core/regime/pretrain.h"

#include <algorithm>
#include <cmath>

#include "core/parallel/pipeline.h"
#include "core/regime/data_parallel.h"

namespace trireme {
namespace {

double real(std::int64_t count) { return static_cast<double>(count); }

// The exchange of one micro-batch hides behind the compute of another, both directions together.
void hide_expert_exchange(const TrainingContext& c, LayerTimes& sums) {
  if (!c.overlap_expert) return;
  const Stack& stack = c.problem.stack;
  const Seconds exchange = sums.expert.sum();
  const Seconds compute = sums.forward_compute() + sums.backward_compute();
  const Seconds left = max(Seconds{}, exchange - stack.expert_overlap_share * compute) +
                       stack.contention_share * min(exchange, compute);
  sums.expert = {0.5 * left, 0.5 * left};
}

double graph_share(const TrainingContext& c, CudaGraphs least) {
  const bool recorded = c.problem.plan.cuda_graphs >= least || c.problem.training.routing == Routing::Drop;
  return recorded ? c.problem.stack.host_graph_share : 1;
}

Seconds host_time(const TrainingContext& c) {
  const Problem& p = c.problem;
  const Stack& stack = p.stack;
  const Plan& plan = p.plan;
  double mixers = 0, moe_layers = 0;
  Seconds moe_host;
  for (const LayerKind& kind : p.layers) {
    if (kind.layer.mixer.kind != MixerKind::None) mixers += real(kind.count);
    if (kind.layer.feed_forward.kind != FeedForwardKind::Moe) continue;
    moe_layers += real(kind.count);
    const double dispatcher = plan.dispatcher == Dispatcher::HybridEp ? 1 : stack.host_dispatcher_factor;
    moe_host += real(kind.count) * (dispatcher * stack.host_per_moe_layer +
                                    local_experts(kind.layer.feed_forward, c.shard) * stack.host_per_expert);
  }
  const double low_precision = is_16_bit(p.training.precision) ? 1 : stack.host_fp8_factor;
  const double layer_graphs = graph_share(c, CudaGraphs::Layers);
  Seconds host = mixers * layer_graphs * low_precision * stack.host_per_layer +
                 graph_share(c, CudaGraphs::Iteration) * low_precision * moe_host;
  if (plan.tensor > 1) host += real(p.layer_count) * layer_graphs * stack.host_per_tp_layer;

  double repeated = 0;
  if (plan.recompute == Recompute::Full) repeated = 1;
  if (plan.recompute == Recompute::Operators) repeated = stack.host_operator_recompute_share;
  if (plan.recompute == Recompute::Selective && plan.recompute_modules.contains(RecomputeModule::Moe))
    repeated = stack.host_moe_recompute_share * moe_layers / real(p.layer_count);
  return host * (1 + repeated * stack.host_recompute_share);
}

Seconds fourth_power_norm(Seconds a, Seconds b) {
  const double a2 = a.base() * a.base(), b2 = b.base() * b.base();
  return std::sqrt(std::sqrt(a2 * a2 + b2 * b2)) * unit::second;
}

StageTimes stage_times(const TrainingContext& c, const GpuParameters& layer_parameters) {
  StageTimes stage{layer_times(c), {}, {}, {}, {}};
  if (c.overlap_tensor) stage.tensor *= c.problem.stack.tp_exposed_share;
  hide_expert_exchange(c, stage);
  if (gathers_weights(c.problem.plan))
    stage.sharded_weights = sharded_weights_exposed(c, stage, layer_parameters);
  stage.host = host_time(c);

  const double share = 1 / real(c.problem.plan.pipeline);
  stage *= share;
  stage.sharded_weights *= share;
  stage.host *= share;
  stage.device = stage.forward() + stage.backward() + stage.expert_latency + stage.sharded_weights;
  stage.total = fourth_power_norm(stage.device, stage.host);
  return stage;
}

// Forward and backward of the output head, its collectives, and what FSDP cannot hide of its weights.
Seconds head_time(const TrainingContext& c, const GpuParameters& layer_parameters) {
  const Problem& p = c.problem;
  Seconds head;
  for (const Op& op : head_ops(p.model, real(p.mtp_layers), c.shard, c.style)) {
    if (op.kind == OpKind::Linear) {
      const LinearTime time = linear_time(p.accelerator, c.format, op.linear, p.stack.wgrad_output_bytes);
      head += time.forward.total + time.data_gradient.total;
      if (!is_lora(p.training)) head += time.weight_gradient.total;
    } else {
      head += elementwise_time(p.accelerator, op.forward_bytes + op.backward_bytes);
    }
  }
  const Bytes message = tensor_parallel_message(c.hidden(), c.shard);
  const Seconds collectives = collective_time(Collective::AllGather, message, c.tensor, c.fabric) +
                              collective_time(Collective::ReduceScatter, message, c.tensor, c.fabric);
  head += collectives * (c.overlap_tensor ? p.stack.tp_exposed_share : 1);
  if (gathers_weights(p.plan)) head += sharded_head(c, layer_parameters);
  return head;
}

Seconds embedding_time(const TrainingContext& c) {
  Seconds time;
  for (const Op& op : embedding_ops(c.problem.model, c.shard))
    time += elementwise_time(c.problem.accelerator, op.forward_bytes);
  return time;
}

// Activations and their gradients between stages. Every micro-batch waits for them under 1F1B; the
// interleaved schedule sends more of them behind compute and pays contention.
Seconds handover_time(const TrainingContext& c) {
  const Plan& plan = c.problem.plan;
  if (plan.pipeline == 1) return {};
  const Bytes message = 2 * c.shard.residual_tokens * c.hidden() * unit::byte;
  const Seconds one = handover_message_time(c.problem, message, c.fabric);
  const double sends = 2 * real(c.micro_batches);
  if (plan.virtual_stages == 1) return sends * one;
  return sends * real(plan.virtual_stages) * c.problem.stack.contention_share * one;
}

// Adam reads and writes its states, of LoRA only those of the adapters.
void add_optimizer(const TrainingContext& c, StepTimes& step) {
  const Problem& p = c.problem;
  const double stages = real(p.plan.pipeline);
  const double experts = step.layer_parameters.experts / stages;
  const double dense = step.parameters_per_gpu - experts;
  const bool split = p.plan.sharding != Sharding::None;
  const WeightGroups groups = weight_groups(p);
  step.owned_parameters_per_gpu =
      split ? dense / real(groups.dense.shards.ranks) + experts / real(groups.experts.shards.ranks)
            : dense + experts;
  const double resident = gathers_weights(p.plan) ? step.owned_parameters_per_gpu : step.parameters_per_gpu;
  const double trained = is_lora(p.training) ? p.stack.lora_trained_share : 1;
  step.optimizer = trained * elementwise_time(p.accelerator,
                                              (p.stack.optimizer_bytes_owned * step.owned_parameters_per_gpu +
                                               p.stack.optimizer_bytes_resident * resident) *
                                                  unit::byte);
}

}  // namespace

Seconds StageTimes::forward() const {
  return forward_compute() + tensor.forward + context.forward + expert.forward;
}

Seconds StageTimes::backward() const {
  return backward_compute() + tensor.backward + context.backward + expert.backward;
}

StepTimes training_step(const Problem& p) {
  const Plan& plan = p.plan;
  const TrainingContext c = training_context(p);
  StepTimes step;
  step.shard = c.shard;
  step.micro_batches = c.micro_batches;

  for (const LayerKind& kind : p.layers) {
    const GpuParameters one = layer_parameters_per_gpu(kind.layer, c.hidden(), c.shard);
    step.layer_parameters.dense += real(kind.count) * one.dense;
    step.layer_parameters.experts += real(kind.count) * one.experts;
  }
  const double vocabulary = vocabulary_parameters_per_gpu(p.model, c.shard.tensor);
  step.parameters_per_gpu =
      (step.layer_parameters.dense + step.layer_parameters.experts) / real(plan.pipeline) +
      vocabulary * (plan.pipeline == 1 ? 2 : 1);

  step.stage = stage_times(c, step.layer_parameters);
  step.head = head_time(c, step.layer_parameters);
  if (plan.pipeline == 1) step.head += embedding_time(c);

  const PipelineTime pipeline =
      pipeline_time({p.layer_count, plan.pipeline, plan.virtual_stages}, step.stage.total, step.head);
  step.slowest_stage = pipeline.slowest;
  const Seconds work = step.stage.forward() + step.stage.backward();
  step.bubble = pipeline.bubble * bubble_share(plan.schedule, plan.pipeline, step.stage.backward() / work,
                                               step.stage.weight_gradient / work);
  step.handover = handover_time(c);
  step.jitter = p.stack.jitter_per_doubling * std::max(0.0, std::log2(real(p.accelerators()) / 8));

  add_data_parallel(c, step);
  add_optimizer(c, step);
  step.host_step = p.stack.host_per_step * graph_share(c, CudaGraphs::Layers);
  if (has_experts(p)) step.host_step *= p.stack.host_per_step_moe_factor;
  step.total =
      (real(c.micro_batches) * step.slowest_stage + step.bubble + step.handover) * (1 + step.jitter) +
      step.data_parallel + step.optimizer + step.host_step;
  return step;
}

}  // namespace trireme
