// The operators of one step with their times: what the breakdown's rows are made of.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/cost/compute.h"
#include "core/regime/pretrain.h"
#include "core/result/result.h"
#include "core/scenario/problem.h"

namespace trireme {

enum class OpPhase { Forward, Backward, DataGradient, WeightGradient };
[[nodiscard]] std::string_view label_of(OpPhase phase);

struct OperatorCost {
  OpName name = OpName::QkvProjection;
  // Layers of the model that run it in this shape. Where an operator has several shapes, `variant` numbers
  // them from 1 on in the order of the layer kinds; 0 where it has one.
  std::int64_t layers = 0;
  int variant = 0;
  OpPhase phase = OpPhase::Forward;
  Cause cause = Cause::MatrixMultiplications;  // the breakdown row it belongs to
  double runs = 0;                             // in one step, on the average pipeline stage
  Seconds once;                                // one run
  Seconds time;                                // runs * once * the stack's compute factor
  // One run: the product's shape for GEMMs, bytes for element-wise operators.
  GemmShape shape;
  MatrixFormat format = MatrixFormat::Bf16;
  GemmTime gemm;
  Bytes traffic;
  AttentionShape attention;
};

// "operator.qkv_projection.forward", or "operator.qkv_projection.kind_2.forward" where layer kinds differ in
// it: the id of its Term. Words for it likewise: "QKV projection in 12 layers, forward".
[[nodiscard]] std::string operator_id(const OperatorCost& op);
[[nodiscard]] std::string operator_label(const OperatorCost& op);

// Layers only; head and embedding have a row of their own. Times of a row's operators sum to the row. Layer
// kinds that run an operator in the same shape share one entry.
[[nodiscard]] std::vector<OperatorCost> operator_costs(const Problem& problem, const StepTimes& step);

// Of the output head with its loss, on the stage that has it.
[[nodiscard]] std::vector<OperatorCost> head_costs(const Problem& problem, const StepTimes& step);

}  // namespace trireme
