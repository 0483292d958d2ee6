// Composition of one optimizer step. The order of the steps matters; source: training specification,
// section 5. SPDX-License-Identifier: MIT
#include "core/regime/pretrain.h"

#include <algorithm>
#include <cmath>

#include "core/cost/collectives.h"
#include "core/cost/compute.h"
#include "core/parallel/pipeline.h"
#include "core/parallel/shard.h"

namespace trireme {
namespace {

constexpr double bf16_bytes = 2;

struct Context {
  const Problem& problem;
  Shard shard;
  MatrixFormat format;
  Fabric fabric;
  Group tensor, data;  // data: data-parallel and context ranks together
  bool overlap_tensor, overlap_data;
};

bool is_on(Switch choice, bool stack_default) {
  return choice == Switch::Auto ? stack_default : choice == Switch::On;
}

bool gathers_weights(const Plan& plan) {
  return plan.sharding == Sharding::Full || plan.sharding == Sharding::Gradients;
}

// Exposed part of communication `c` behind work `w`: what does not fit, and contention for the part that
// does.
Seconds exposed(Seconds communication, Seconds work, double contention_share) {
  return max(Seconds{}, communication - work) + contention_share * min(communication, work);
}

AttentionTime attention_time(const Context& c, const AttentionShape& shape) {
  if (!c.problem.stack.fused_attention)
    return unfused_attention_time(c.problem.accelerator, shape, c.problem.stack);
  return fused_attention_time(c.problem.accelerator, shape, c.problem.attention_factor);
}

// Ring attention sends keys and values around the context group; the ring hides behind the attention of each
// step.
Passes context_exposed(const Context& c, const AttentionShape& shape, const AttentionTime& attention) {
  const Plan& plan = c.problem.plan;
  if (plan.context == 1) return {};
  const MessagePath path = message_path(plan.tensor * plan.context, c.fabric);
  const Bytes keys_and_values =
      bf16_bytes * c.shard.tokens * 2 * shape.kv_heads * shape.head_dim * unit::byte;
  const double ranks = static_cast<double>(plan.context);
  const Seconds ring = (ranks - 1) * (keys_and_values / path.rate + path.ring_step_latency);
  const double hidden_share = (ranks - 1) / ranks;
  const auto pass = [&](Seconds sent, Seconds work) {
    return max(Seconds{}, sent - work * hidden_share) + c.problem.stack.contention_share * min(sent, work);
  };
  return {pass(ring, attention.forward), pass(2.0 * ring, attention.backward)};
}

// A tensor-parallel block gathers its input and scatters its output (or all-reduces), once in each direction.
Seconds tensor_block_time(const Context& c) {
  const Bytes message = tensor_parallel_message(static_cast<double>(c.problem.model.hidden), c.shard);
  if (c.problem.plan.sequence_parallel)
    return collective_time(Collective::AllGather, message, c.tensor, c.fabric) +
           collective_time(Collective::ReduceScatter, message, c.tensor, c.fabric);
  return collective_time(Collective::AllReduce, message, c.tensor, c.fabric);
}

void add_linear(StageTimes& sums, const LinearTime& time, double count) {
  const auto passes_of = [&sums](const GemmTime& gemm) -> Passes& {
    return gemm.memory_bound() ? sums.memory_bound : sums.matrix;
  };
  passes_of(time.forward).forward += count * time.forward.total;
  passes_of(time.data_gradient).backward += count * time.data_gradient.total;
  passes_of(time.weight_gradient).backward += count * time.weight_gradient.total;
}

// Sums over all layers of the model; divided by the stages at the end.
void add_layers(const Context& c, StageTimes& sums) {
  const KernelStyle style = kernel_style(c.problem);
  const double hidden = static_cast<double>(c.problem.model.hidden);
  for (const LayerKind& kind : c.problem.layers) {
    const double count = static_cast<double>(kind.count);
    for (const Op& op : layer_ops(kind.layer, hidden, c.shard, style)) {
      switch (op.kind) {
        case OpKind::Linear:
          add_linear(
              sums,
              linear_time(c.problem.accelerator, c.format, op.linear, c.problem.stack.wgrad_output_bytes),
              count);
          break;
        case OpKind::Attention: {
          const AttentionTime time = attention_time(c, op.attention);
          sums.attention.forward += count * time.forward;
          sums.attention.backward += count * time.backward;
          const Passes ring = context_exposed(c, op.attention, time);
          sums.context.forward += count * ring.forward;
          sums.context.backward += count * ring.backward;
          break;
        }
        case OpKind::Elementwise:
          sums.elementwise.forward += count * elementwise_time(c.problem.accelerator, op.forward_bytes);
          sums.elementwise.backward += count * elementwise_time(c.problem.accelerator, op.backward_bytes);
          break;
      }
    }
    const double blocks = (kind.layer.mixer.kind != MixerKind::None ? 1 : 0) +
                          (kind.layer.feed_forward.kind == FeedForwardKind::Dense ? 1 : 0);
    const Seconds tensor = count * blocks * tensor_block_time(c);
    sums.tensor.forward += tensor;
    sums.tensor.backward += tensor;
  }
}

// Forward work that the backward pass repeats. A full recompute repeats the collectives too.
void add_recompute(const Context& c, StageTimes& sums) {
  const Seconds matrices = sums.matrix.forward + sums.memory_bound.forward;
  switch (c.problem.plan.recompute) {
    case Recompute::None: break;
    case Recompute::Selective: sums.recompute = sums.attention.forward; break;
    case Recompute::Operators:
      sums.recompute = c.problem.stack.operator_recompute_gemm_share * matrices + sums.elementwise.forward;
      break;
    case Recompute::Full:
      sums.recompute = matrices + sums.attention.forward + sums.elementwise.forward;
      sums.tensor.backward += sums.tensor.forward;
      sums.context.backward += sums.context.forward;
      break;
  }
}

void scale_compute(StageTimes& sums, double factor) {
  for (Passes* passes : {&sums.matrix, &sums.memory_bound, &sums.attention, &sums.elementwise}) {
    passes->forward *= factor;
    passes->backward *= factor;
  }
  sums.recompute *= factor;
}

double gradient_bytes(const Context& c) { return c.problem.stack.gradient_bytes_timing; }

// FSDP gathers each layer's weights before its forward and its backward pass and scatters its gradients,
// layer by layer behind the compute of the pass. ZeRO-2 keeps the weights between the passes.
Seconds sharded_weights_exposed(const Context& c, const StageTimes& sums, double layer_parameters,
                                double layers) {
  const auto collective = [&](Collective kind, double bytes_per_parameter) {
    return layers *
           collective_time(kind, layer_parameters * bytes_per_parameter * unit::byte, c.data, c.fabric);
  };
  const Seconds gather = collective(Collective::AllGather, bf16_bytes);
  Seconds backward = collective(Collective::ReduceScatter, gradient_bytes(c));
  if (c.problem.plan.sharding == Sharding::Full) backward += gather;
  const double contention = c.problem.stack.contention_share;
  return exposed(gather, sums.forward(), contention) + exposed(backward, sums.backward(), contention);
}

Seconds host_time(const Context& c, double layers) {
  const Stack& stack = c.problem.stack;
  const Plan& plan = c.problem.plan;
  const double graphs = plan.cuda_graphs == CudaGraphs::None ? 1 : stack.host_graph_share;
  const double low_precision = is_16_bit(c.problem.training.precision) ? 1 : stack.host_fp8_factor;
  Seconds host = layers * graphs * low_precision * stack.host_per_layer;
  if (plan.tensor > 1) host += layers * graphs * stack.host_per_tp_layer;
  const double repeated = plan.recompute == Recompute::Full        ? 1
                          : plan.recompute == Recompute::Operators ? stack.host_operator_recompute_share
                                                                   : 0;
  return host * (1 + repeated * stack.host_recompute_share);
}

Seconds fourth_power_norm(Seconds a, Seconds b) {
  const double a2 = a.base() * a.base(), b2 = b.base() * b.base();
  return std::sqrt(std::sqrt(a2 * a2 + b2 * b2)) * unit::second;
}

void divide_by_stages(StageTimes& sums, double stages) {
  for (Passes* passes :
       {&sums.matrix, &sums.memory_bound, &sums.attention, &sums.elementwise, &sums.tensor, &sums.context}) {
    passes->forward *= 1 / stages;
    passes->backward *= 1 / stages;
  }
  for (Seconds* time : {&sums.recompute, &sums.sharded_weights, &sums.host}) *time *= 1 / stages;
}

StageTimes stage_times(const Context& c, double layer_parameters) {
  const double layers = static_cast<double>(c.problem.model.layer_count());
  StageTimes sums;
  add_layers(c, sums);
  add_recompute(c, sums);
  scale_compute(sums, c.problem.stack.compute_factor);
  const double tensor_share = c.overlap_tensor ? c.problem.stack.tp_exposed_share : 1;
  sums.tensor.forward *= tensor_share;
  sums.tensor.backward *= tensor_share;
  if (gathers_weights(c.problem.plan))
    sums.sharded_weights = sharded_weights_exposed(c, sums, layer_parameters, layers);
  sums.host = host_time(c, layers);
  divide_by_stages(sums, static_cast<double>(c.problem.plan.pipeline));
  sums.device = sums.forward() + sums.backward() + sums.sharded_weights;
  sums.total = fourth_power_norm(sums.device, sums.host);
  return sums;
}

// Forward and backward of the output head, its collectives, and what FSDP cannot hide of its weights.
Seconds head_time(const Context& c, double layer_parameters) {
  const Problem& p = c.problem;
  Seconds head;
  for (const Op& op : head_ops(p.model, c.shard, kernel_style(p))) {
    if (op.kind == OpKind::Linear) {
      const LinearTime time = linear_time(p.accelerator, c.format, op.linear, p.stack.wgrad_output_bytes);
      head += time.forward.total + time.data_gradient.total + time.weight_gradient.total;
    } else {
      head += elementwise_time(p.accelerator, op.forward_bytes + op.backward_bytes);
    }
  }
  const Bytes message = tensor_parallel_message(static_cast<double>(p.model.hidden), c.shard);
  const Seconds collectives = collective_time(Collective::AllGather, message, c.tensor, c.fabric) +
                              collective_time(Collective::ReduceScatter, message, c.tensor, c.fabric);
  head += collectives * (c.overlap_tensor ? p.stack.tp_exposed_share : 1);
  if (gathers_weights(p.plan)) {
    const double vocabulary = vocabulary_parameters_per_gpu(p.model, c.shard.tensor);
    head +=
        collective_time(Collective::AllGather, layer_parameters * bf16_bytes * unit::byte, c.data, c.fabric) +
        collective_time(Collective::AllGather, vocabulary * bf16_bytes * unit::byte, c.data, c.fabric) +
        collective_time(Collective::ReduceScatter, vocabulary * gradient_bytes(c) * unit::byte, c.data,
                        c.fabric);
  }
  return head;
}

Seconds embedding_time(const Context& c) {
  Seconds time;
  for (const Op& op : embedding_ops(c.problem.model, c.shard))
    time += elementwise_time(c.problem.accelerator, op.forward_bytes);
  return time;
}

// Activations and their gradients between stages. Every micro-batch waits for them under 1F1B; the
// interleaved schedule sends more of them behind compute and pays contention.
Seconds handover_time(const Context& c, std::int64_t micro_batches) {
  const Plan& plan = c.problem.plan;
  if (plan.pipeline == 1) return {};
  // Stages that are a whole domain apart talk over the network.
  const std::int64_t stage_gpus = c.problem.accelerators() / plan.pipeline;
  const MessagePath path = message_path(
      stage_gpus >= c.fabric.scale_up_domain ? c.fabric.scale_up_domain + 1 : stage_gpus, c.fabric);
  const Bytes message =
      bf16_bytes * c.shard.residual_tokens * static_cast<double>(c.problem.model.hidden) * unit::byte;
  const Seconds one = message / path.rate + path.latency;
  const double sends = 2.0 * static_cast<double>(micro_batches);
  if (plan.virtual_stages == 1) return sends * one;
  return sends * static_cast<double>(plan.virtual_stages) * c.problem.stack.contention_share * one;
}

// Gradients are scattered behind the backward pass of the last micro-batch and weights gathered behind the
// forward pass of the first; the last layer's gradients have nothing left to hide behind.
void add_data_parallel(const Context& c, StepTimes& step) {
  const Problem& p = c.problem;
  if (gathers_weights(p.plan)) return;
  const Bytes gradients = step.parameters_per_gpu * gradient_bytes(c) * unit::byte;
  if (p.plan.sharding == Sharding::None) {
    step.gradient_scatter = collective_time(Collective::AllReduce, gradients, c.data, c.fabric);
  } else {
    const bool fp8 = p.stack.fp8_weight_gather && (p.training.precision == Precision::Fp8Current ||
                                                   p.training.precision == Precision::Mxfp8);
    const Bytes weights = step.parameters_per_gpu * (fp8 ? 1 : bf16_bytes) * unit::byte;
    step.gradient_scatter = collective_time(Collective::ReduceScatter, gradients, c.data, c.fabric);
    step.weight_gather = collective_time(Collective::AllGather, weights, c.data, c.fabric);
  }
  if (!c.overlap_data) {
    step.data_parallel = step.gradient_scatter + step.weight_gather;
    return;
  }
  const double share = p.stack.dp_overlap_share, contention = p.stack.contention_share;
  const double layers_per_stage =
      static_cast<double>(p.model.layer_count()) / static_cast<double>(p.plan.pipeline);
  step.data_parallel = exposed(step.gradient_scatter, share * step.stage.backward(), contention) +
                       exposed(step.weight_gather, share * step.stage.forward(), contention) +
                       step.gradient_scatter / std::max(2.0, layers_per_stage);
}

void add_optimizer(const Context& c, StepTimes& step) {
  const bool split = c.problem.plan.sharding != Sharding::None;
  step.owned_parameters_per_gpu = step.parameters_per_gpu / (split ? static_cast<double>(c.data.ranks) : 1);
  const double resident =
      gathers_weights(c.problem.plan) ? step.owned_parameters_per_gpu : step.parameters_per_gpu;
  step.optimizer = elementwise_time(c.problem.accelerator,
                                    (c.problem.stack.optimizer_bytes_owned * step.owned_parameters_per_gpu +
                                     c.problem.stack.optimizer_bytes_resident * resident) *
                                        unit::byte);
}

}  // namespace

Seconds StageTimes::forward() const {
  return matrix.forward + memory_bound.forward + attention.forward + elementwise.forward + tensor.forward +
         context.forward;
}

Seconds StageTimes::backward() const {
  return matrix.backward + memory_bound.backward + attention.backward + elementwise.backward + recompute +
         tensor.backward + context.backward;
}

KernelStyle kernel_style(const Problem& problem) {
  const Stack& stack = problem.stack;
  return {stack.fused_attention, stack.dropout, stack.quantise_bytes_of(problem.training.precision),
          stack.cross_entropy_bytes};
}

StepTimes training_step(const Problem& p) {
  const Plan& plan = p.plan;
  StepTimes step;
  const std::int64_t data_parallel = p.data_parallel();
  const std::int64_t sequences_per_rank_step = data_parallel * plan.micro_batch;
  step.micro_batches = (p.training.global_batch + sequences_per_rank_step - 1) / sequences_per_rank_step;
  const double micro_batches = static_cast<double>(step.micro_batches);
  step.shard = shard_of(
      static_cast<double>(p.training.global_batch) / (static_cast<double>(data_parallel) * micro_batches),
      static_cast<double>(p.training.sequence), plan);

  const Context c{.problem = p,
                  .shard = step.shard,
                  .format = matrix_format(p.training.precision),
                  .fabric = {&p.accelerator, &p.scale_up, &p.scale_out, p.instance.scale_up_domain,
                             p.instance.scale_out_per_accelerator()},
                  .tensor = {plan.tensor, 1},
                  .data = {data_parallel * plan.context, plan.tensor},
                  .overlap_tensor = is_on(plan.overlap_tensor, p.stack.overlaps_tp),
                  .overlap_data = is_on(plan.overlap_data, p.stack.overlaps_dp)};

  const double hidden = static_cast<double>(p.model.hidden);
  const double stages = static_cast<double>(plan.pipeline);
  double layer_parameters = 0;  // of all layers
  for (const LayerKind& kind : p.layers)
    layer_parameters +=
        static_cast<double>(kind.count) * layer_parameters_per_gpu(kind.layer, hidden, step.shard.tensor);
  const double vocabulary = vocabulary_parameters_per_gpu(p.model, step.shard.tensor);
  step.parameters_per_gpu = layer_parameters / stages + vocabulary * (plan.pipeline == 1 ? 2 : 1);

  const double average_layer = layer_parameters / static_cast<double>(p.model.layer_count());
  step.stage = stage_times(c, average_layer);
  step.head = head_time(c, average_layer);
  if (plan.pipeline == 1) step.head += embedding_time(c);

  const PipelineTime pipeline =
      pipeline_time({p.model.layer_count(), plan.pipeline, plan.virtual_stages}, step.stage.total, step.head);
  step.slowest_stage = pipeline.slowest;
  step.bubble = pipeline.bubble;
  step.handover = handover_time(c, step.micro_batches);
  step.jitter =
      p.stack.jitter_per_doubling * std::max(0.0, std::log2(static_cast<double>(p.accelerators()) / 8));

  add_data_parallel(c, step);
  add_optimizer(c, step);
  step.host_step =
      p.stack.host_per_step * (plan.cuda_graphs == CudaGraphs::None ? 1 : p.stack.host_graph_share);
  step.total = (micro_batches * step.slowest_stage + step.bubble + step.handover) * (1 + step.jitter) +
               step.data_parallel + step.optimizer + step.host_step;
  return step;
}

}  // namespace trireme
