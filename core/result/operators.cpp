// Operators of one step.
// SPDX-License-Identifier: MIT
#include "core/result/operators.h"

#include <algorithm>

#include "core/base/number_text.h"

namespace trireme {
namespace {

bool is_same_operator(const OperatorCost& a, const OperatorCost& b) {
  return a.name == b.name && a.phase == b.phase;
}

// The time of one run says whether two attentions are the same.
bool is_same_work(const OperatorCost& a, const OperatorCost& b) {
  return is_same_operator(a, b) && a.format == b.format && a.shape.m == b.shape.m && a.shape.n == b.shape.n &&
         a.shape.k == b.shape.k && a.shape.groups == b.shape.groups && a.traffic == b.traffic &&
         a.once == b.once;
}

void number_variants(std::vector<OperatorCost>& list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].variant > 0) continue;
    int variants = 1;
    for (std::size_t j = i + 1; j < list.size(); ++j)
      if (is_same_operator(list[i], list[j])) list[j].variant = ++variants;
    if (variants > 1) list[i].variant = 1;
  }
}

struct Collector {
  const Problem& p;
  std::vector<OperatorCost>& list;
  double runs = 0;
  std::int64_t layers = 0;
  double factor = 1;
  bool head = false;

  void add(OperatorCost cost) {
    cost.runs = runs;
    cost.layers = layers;
    cost.time = runs * cost.once * factor;
    if (head) cost.cause = Cause::OutputHead;
    for (OperatorCost& earlier : list) {
      if (!is_same_work(earlier, cost)) continue;
      earlier.runs += cost.runs;
      earlier.layers += cost.layers;
      earlier.time += cost.time;
      return;
    }
    list.push_back(cost);
  }

  void add_op(const Op& op) {
    switch (op.kind) {
      case OpKind::Linear: return add_linear(op);
      case OpKind::Attention: return add_attention(op);
      case OpKind::Elementwise: return add_elementwise(op);
    }
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
  const std::string kind = op.variant > 0 ? ".kind_" + std::to_string(op.variant) : "";
  std::string id = "operator." + std::string(id_of(op.name)) + kind + "." + std::string(label_of(op.phase));
  std::replace(id.begin(), id.end(), ' ', '_');
  return id;
}

std::string operator_label(const OperatorCost& op) {
  std::string where;
  if (op.variant > 0)
    where = " in " + grouped(static_cast<double>(op.layers)) + (op.layers == 1 ? " layer" : " layers");
  return std::string(label_of(op.name)) + where + ", " + std::string(label_of(op.phase));
}

std::vector<OperatorCost> operator_costs(const Problem& p, const StepTimes& step) {
  std::vector<OperatorCost> list;
  const TrainingContext context = training_context(p);
  Collector collector{p, list};
  collector.factor = p.stack.compute_factor;
  for (const LayerKind& kind : p.layers) {
    collector.layers = kind.count;
    collector.runs = static_cast<double>(step.micro_batches) * static_cast<double>(kind.count) /
                     static_cast<double>(p.plan.pipeline);
    for (const Op& op : layer_ops(kind.layer, context.hidden(), step.shard, context.style))
      collector.add_op(op);
  }
  number_variants(list);
  return list;
}

std::vector<OperatorCost> head_costs(const Problem& p, const StepTimes& step) {
  std::vector<OperatorCost> list;
  const TrainingContext context = training_context(p);
  Collector collector{p, list};
  collector.runs = static_cast<double>(step.micro_batches);
  collector.head = true;
  for (const Op& op : head_ops(p.model, static_cast<double>(p.mtp_layers), step.shard, context.style))
    collector.add_op(op);
  number_variants(list);
  return list;
}

}  // namespace trireme
