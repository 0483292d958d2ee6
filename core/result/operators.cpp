// Operators of one step.
// SPDX-License-Identifier: MIT
#include "core/result/operators.h"

#include <algorithm>

namespace trireme {
namespace {

constexpr double bf16_bytes = 2;

struct Collector {
  const Problem& p;
  const StepTimes& step;
  std::vector<OperatorCost>& list;
  double runs = 0;

  void add(OperatorCost cost) {
    cost.runs = runs;
    cost.time = runs * cost.once * p.stack.compute_factor;
    list.push_back(cost);
  }

  void add_gemm(const Op& op, OpPhase phase, const GemmTime& time, double m, double n, double k,
                double output_bytes) {
    OperatorCost cost;
    cost.name = op.name;
    cost.phase = phase;
    cost.cause = time.memory_bound() ? Cause::MemoryBoundMatrix : Cause::MatrixMultiplications;
    cost.once = time.total;
    cost.m = m, cost.n = n, cost.k = k, cost.output_bytes = output_bytes;
    cost.format = op.linear.sixteen_bit ? MatrixFormat::Bf16 : matrix_format(p.training.precision);
    cost.gemm = time;
    cost.linear = op.linear;
    add(cost);
  }

  void add_linear(const Op& op) {
    const LinearShape& s = op.linear;
    const double wgrad_bytes = p.stack.wgrad_output_bytes;
    const LinearTime time = linear_time(p.accelerator, matrix_format(p.training.precision), s, wgrad_bytes);
    add_gemm(op, OpPhase::Forward, time.forward, s.rows, s.out, s.in, bf16_bytes);
    add_gemm(op, OpPhase::DataGradient, time.data_gradient, s.rows, s.in, s.out, bf16_bytes);
    add_gemm(op, OpPhase::WeightGradient, time.weight_gradient, s.out, s.in, s.rows, wgrad_bytes);
  }

  void add_attention(const Op& op) {
    const AttentionTime time = p.stack.fused_attention
                                   ? fused_attention_time(p.accelerator, op.attention, p.attention_factor)
                                   : unfused_attention_time(p.accelerator, op.attention, p.stack);
    OperatorCost cost;
    cost.name = op.name;
    cost.cause = Cause::Attention;
    cost.attention = op.attention;
    cost.once = time.forward;
    add(cost);
    cost.phase = OpPhase::Backward;
    cost.once = time.backward;
    add(cost);
  }

  void add_elementwise(const Op& op) {
    OperatorCost cost;
    cost.name = op.name;
    cost.cause = Cause::Elementwise;
    cost.traffic = op.forward_bytes;
    cost.once = elementwise_time(p.accelerator, op.forward_bytes);
    add(cost);
    cost.phase = OpPhase::Backward;
    cost.traffic = op.backward_bytes;
    cost.once = elementwise_time(p.accelerator, op.backward_bytes);
    add(cost);
  }
};

}  // namespace

std::string_view label_of(OpPhase phase) {
  switch (phase) {
    case OpPhase::Forward: return "forward";
    case OpPhase::Backward: return "backward";
    case OpPhase::DataGradient: return "data gradient";
    case OpPhase::WeightGradient: return "weight gradient";
  }
  return "";
}

std::string operator_id(const OperatorCost& op) {
  std::string id = "operator." + std::string(id_of(op.name)) + "." + std::string(label_of(op.phase));
  std::replace(id.begin(), id.end(), ' ', '_');
  return id;
}

std::string operator_label(const OperatorCost& op) {
  return std::string(label_of(op.name)) + ", " + std::string(label_of(op.phase));
}

std::vector<OperatorCost> operator_costs(const Problem& p, const StepTimes& step) {
  std::vector<OperatorCost> list;
  Collector collector{p, step, list};
  for (const LayerKind& kind : p.layers) {
    collector.runs = static_cast<double>(step.micro_batches) * static_cast<double>(kind.count) /
                     static_cast<double>(p.plan.pipeline);
    for (const Op& op :
         layer_ops(kind.layer, static_cast<double>(p.model.hidden), step.shard, kernel_style(p))) {
      switch (op.kind) {
        case OpKind::Linear: collector.add_linear(op); break;
        case OpKind::Attention: collector.add_attention(op); break;
        case OpKind::Elementwise: collector.add_elementwise(op); break;
      }
    }
  }
  return list;
}

}  // namespace trireme
