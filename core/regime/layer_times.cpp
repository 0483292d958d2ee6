// Sums of operators and collectives over the layers.
// SPDX-License-Identifier: MIT
#include "core/regime/layer_times.h"

namespace trireme {
namespace {

constexpr double bf16_bytes = 2;

// Ring attention sends keys and values around the context group; the ring hides behind the attention of each
// step.
Passes ring_exposed(const TrainingContext& c, const AttentionShape& shape, const AttentionTime& attention) {
  const Plan& plan = c.problem.plan;
  if (plan.context == 1) return {};
  const Bytes keys_and_values = bf16_bytes * c.shard.tokens * shape.key_value_width * unit::byte;
  const double ranks = static_cast<double>(plan.context);
  const Seconds ring = (ranks - 1) * message_time(keys_and_values, plan.tensor * plan.context, c.fabric);
  const double hidden_share = (ranks - 1) / ranks;
  const auto pass = [&](Seconds sent, Seconds work) {
    return max(Seconds{}, sent - work * hidden_share) + c.problem.stack.contention_share * min(sent, work);
  };
  return {pass(ring, attention.forward), pass(2.0 * ring, attention.backward)};
}

// A tensor-parallel block gathers its input and scatters its output (or all-reduces), once in each direction.
Seconds tensor_block_time(const TrainingContext& c) {
  const Bytes message = tensor_parallel_message(c.hidden(), c.shard);
  if (c.problem.plan.sequence_parallel)
    return collective_time(Collective::AllGather, message, c.tensor, c.fabric) +
           collective_time(Collective::ReduceScatter, message, c.tensor, c.fabric);
  return collective_time(Collective::AllReduce, message, c.tensor, c.fabric);
}

// Adds `count` layers of one kind.
class Summer {
 public:
  Summer(const TrainingContext& context, LayerTimes& sums) : c_(context), p_(context.problem), sums_(sums) {}

  void add(const Layer& layer, double count) {
    count_ = count;
    for (const Op& op : layer_ops(layer, c_.hidden(), c_.shard, c_.style)) {
      switch (op.kind) {
        case OpKind::Linear: add_linear(op); break;
        case OpKind::Attention: add_attention(op); break;
        case OpKind::Elementwise: add_elementwise(op); break;
      }
    }
    add_norm_recompute(layer);
    add_tensor(layer);
    if (layer.feed_forward.kind == FeedForwardKind::Moe) add_exchange(layer.feed_forward);
  }

 private:
  void add_linear(const Op& op) {
    const LinearTime time = linear_time(p_.accelerator, c_.format, op.linear, p_.stack.wgrad_output_bytes);
    const auto passes_of = [this](const GemmTime& gemm) -> Passes& {
      return gemm.memory_bound() ? sums_.memory_bound : sums_.matrix;
    };
    passes_of(time.forward).forward += count_ * time.forward.total;
    passes_of(time.data_gradient).backward += count_ * time.data_gradient.total;
    Seconds repeated = time.forward.total;
    if (!is_lora(p_.training)) {
      passes_of(time.weight_gradient).backward += count_ * time.weight_gradient.total;
      sums_.weight_gradient += count_ * time.weight_gradient.total;
    }
    if (has_adapter(op, p_.training)) {
      const AdapterTime adapter =
          adapter_time(p_.accelerator, op.linear, static_cast<double>(p_.training.lora_rank));
      sums_.memory_bound.forward += count_ * adapter.forward;
      sums_.memory_bound.backward += count_ * adapter.backward;
      repeated += adapter.forward;
    }
    sums_.recompute += count_ * recomputed_share(op, p_) * repeated;
  }

  void add_attention(const Op& op) {
    const AttentionTime time = attention_time(p_, op.attention);
    sums_.attention.forward += count_ * time.forward;
    sums_.attention.backward += count_ * time.backward;
    sums_.recompute += count_ * recomputed_share(op, p_) * time.forward;
    const Passes ring = ring_exposed(c_, op.attention, time);
    sums_.context.forward += count_ * ring.forward;
    sums_.context.backward +=
        count_ * (ring.backward + (p_.plan.recompute == Recompute::Full ? ring.forward : Seconds{}));
  }

  void add_elementwise(const Op& op) {
    const Seconds forward = elementwise_time(p_.accelerator, op.forward_bytes);
    Passes& sum = op.name == OpName::StateScan ? sums_.scan : sums_.elementwise;
    sum.forward += count_ * forward;
    sum.backward += count_ * elementwise_time(p_.accelerator, op.backward_bytes);
    sums_.recompute += count_ * recomputed_share(op, p_) * forward;
  }

  // A norm reads and writes its input.
  void add_norm_recompute(const Layer& layer) {
    if (p_.plan.recompute != Recompute::Selective ||
        !p_.plan.recompute_modules.contains(RecomputeModule::LayerNorm))
      return;
    const double blocks = (layer.mixer.kind != MixerKind::None ? 1 : 0) +
                          (layer.feed_forward.kind != FeedForwardKind::None ? 1 : 0);
    sums_.recompute += count_ * blocks *
                       elementwise_time(p_.accelerator,
                                        2 * bf16_bytes * c_.shard.residual_tokens * c_.hidden() * unit::byte);
  }

  void add_tensor(const Layer& layer) {
    if (p_.plan.tensor == 1) return;
    const Seconds time = count_ * tensor_parallel_blocks(layer) * tensor_block_time(c_);
    sums_.tensor.forward += time;
    sums_.tensor.backward += (p_.plan.recompute == Recompute::Full ? 2.0 : 1.0) * time;
  }

  // Dispatch and combine; with expert-tensor ranks, all rows are gathered among them.
  void add_exchange(const FeedForward& moe) {
    const Plan& plan = p_.plan;
    const double input = expert_input(moe, c_.hidden());
    const DispatchShape shape{.tokens = c_.style.expert_rows_factor * c_.shard.tokens / c_.shard.tensor,
                              .token = bf16_bytes * input * unit::byte,
                              .top_k = static_cast<double>(moe.top_k),
                              .ranks = plan.expert,
                              .stride = plan.expert_tensor};
    Seconds calls = 2.0 * token_dispatch_time(plan.dispatcher, shape, c_.fabric);
    if (plan.expert_tensor > 1) {
      const Bytes rows =
          bf16_bytes * expert_rows(moe, c_.shard, c_.style.expert_rows_factor) * input * unit::byte;
      calls += 2.0 * collective_time(Collective::AllGather, rows, {plan.expert_tensor, 1}, c_.fabric);
    }
    const bool repeated = repeats_exchange(plan);
    sums_.expert.forward += count_ * calls;
    sums_.expert.backward += count_ * (repeated ? 2.0 : 1.0) * calls;
    sums_.expert_latency +=
        count_ * (repeated ? 6.0 : 4.0) * token_dispatch_latency(plan.dispatcher, shape, c_.fabric);
  }

  const TrainingContext& c_;
  const Problem& p_;
  LayerTimes& sums_;
  double count_ = 0;
};

}  // namespace

LayerTimes& LayerTimes::operator*=(double factor) {
  for (Passes* passes : {&matrix, &memory_bound, &attention, &scan, &elementwise, &tensor, &context, &expert})
    *passes *= factor;
  for (Seconds* time : {&recompute, &weight_gradient, &expert_latency}) *time *= factor;
  return *this;
}

LayerTimes layer_times(const TrainingContext& context) {
  LayerTimes sums;
  Summer summer(context, sums);
  for (const LayerKind& kind : context.problem.layers)
    summer.add(kind.layer, static_cast<double>(kind.count));
  const double factor = context.problem.stack.compute_factor;
  for (Passes* passes : {&sums.matrix, &sums.memory_bound, &sums.attention, &sums.scan, &sums.elementwise})
    *passes *= factor;
  sums.recompute *= factor;
  sums.weight_gradient *= factor;
  return sums;
}

bool repeats_exchange(const Plan& plan) {
  return plan.recompute == Recompute::Full ||
         (plan.recompute == Recompute::Selective && plan.recompute_modules.contains(RecomputeModule::Moe));
}

double recomputed_share(const Op& op, const Problem& p) {
  const Flags<RecomputeModule> modules = p.plan.recompute_modules;
  switch (p.plan.recompute) {
    case Recompute::None: return 0;
    case Recompute::Full: return 1;
    case Recompute::Operators:
      if (op.kind == OpKind::Attention) return 0;
      return op.kind == OpKind::Linear ? p.stack.operator_recompute_gemm_share : 1;
    case Recompute::Selective: break;
  }
  if (modules.contains(RecomputeModule::Mlp) && op.block == OpBlock::Mlp) return 1;
  if (modules.contains(RecomputeModule::Moe) && op.block == OpBlock::Moe) return 1;
  switch (op.name) {
    case OpName::AttentionScores: return modules.contains(RecomputeModule::CoreAttention) ? 1 : 0;
    case OpName::QueryUp:  // without query compression it is no up-projection
      return modules.contains(RecomputeModule::MlaUpProjection) &&
                     op.linear.in != static_cast<double>(p.model.hidden)
                 ? 1
                 : 0;
    case OpName::KeyValueUp: return modules.contains(RecomputeModule::MlaUpProjection) ? 1 : 0;
    case OpName::ExpertActivation: return modules.contains(RecomputeModule::MoeActivation) ? 1 : 0;
    default: return 0;
  }
}

AttentionTime attention_time(const Problem& p, const AttentionShape& shape) {
  if (!p.stack.fused_attention) return unfused_attention_time(p.accelerator, shape, p.stack);
  return fused_attention_time(p.accelerator, shape, p.attention_factor);
}

bool has_adapter(const Op& op, const Training& training) {
  if (training.method == TrainingMethod::Full || !op.linear.adapted) return false;
  return op.block == OpBlock::Mixer || training.method == TrainingMethod::LoraAll;
}

}  // namespace trireme
