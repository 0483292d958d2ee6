// Operators of one step.
// SPDX-License-Identifier: MIT
#include "core/result/operators.h"

#include <algorithm>

namespace trireme {
namespace {

struct Collector {
  const Problem& p;
  std::vector<OperatorCost>& list;
  double runs = 0;

  void add(OperatorCost cost) {
    cost.runs = runs;
    cost.time = runs * cost.once * p.stack.compute_factor;
    list.push_back(cost);
  }

  void add_linear(const Op& op) {
    const MatrixFormat format =
        op.linear.sixteen_bit ? MatrixFormat::Bf16 : matrix_format(p.training.precision);
    constexpr OpPhase phases[] = {OpPhase::Forward, OpPhase::DataGradient, OpPhase::WeightGradient};
    const auto shapes = gemm_shapes(op.linear, p.stack.wgrad_output_bytes);
    const std::size_t products = is_lora(p.training) ? 2 : 3;  // frozen weights have no gradient
    for (std::size_t i = 0; i < products; ++i) {
      OperatorCost cost;
      cost.name = op.name;
      cost.phase = phases[i];
      cost.shape = shapes[i];
      cost.format = format;
      cost.gemm = gemm_time(p.accelerator, format, shapes[i]);
      cost.cause = cost.gemm.memory_bound() ? Cause::MemoryBoundMatrix : Cause::MatrixMultiplications;
      cost.once = cost.gemm.total;
      add(cost);
    }
  }

  void add_attention(const Op& op) {
    const AttentionTime time = attention_time(p, op.attention);
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
    cost.cause = op.name == OpName::StateScan ? Cause::StateScan : Cause::Elementwise;
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
  const TrainingContext context = training_context(p);
  Collector collector{p, list};
  for (const LayerKind& kind : p.layers) {
    collector.runs = static_cast<double>(step.micro_batches) * static_cast<double>(kind.count) /
                     static_cast<double>(p.plan.pipeline);
    for (const Op& op : layer_ops(kind.layer, context.hidden(), step.shard, context.style)) {
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
