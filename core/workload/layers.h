// A model and a micro-batch as the operators that one GPU runs.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/catalog/model.h"
#include "core/workload/op.h"

namespace trireme {

// How much of everything one GPU holds during one micro-batch.
struct Shard {
  double sequences = 0;  // micro-batch, real: the global batch need not divide
  double sequence = 0;   // tokens
  double tensor = 1, context = 1;
  double tokens = 0;           // sequences * sequence / context
  double residual_tokens = 0;  // tokens / tensor with sequence parallelism, else tokens
};

// What the stack's kernels do differently.
struct KernelStyle {
  bool fused_attention = true;      // flash-attention class; otherwise the scores go through HBM
  bool dropout = false;             // residual and attention dropout masks
  double quantise_bytes = 0;        // HBM bytes per element of a low-precision linear's operands
  double cross_entropy_bytes = 16;  // moved per logit, forward and backward together
};

// One layer. Throughput law of each operator: core/cost/compute.h.
[[nodiscard]] OpList layer_ops(const Layer& layer, double hidden, const Shard& shard,
                               const KernelStyle& style);

// Output head with the loss, and the embedding look-up (all of its traffic is counted as forward).
[[nodiscard]] OpList head_ops(const Model& model, const Shard& shard, const KernelStyle& style);
[[nodiscard]] OpList embedding_ops(const Model& model, const Shard& shard);

// Bytes of one full-size activation tensor (BF16, micro-batch tokens x hidden) that a tensor-parallel block
// gathers before it and scatters after it, in each direction.
[[nodiscard]] Bytes tensor_parallel_message(double hidden, const Shard& shard);

// Parameters of the linear layers that one GPU holds of a layer (norms and biases left out), and of one
// vocabulary matrix.
[[nodiscard]] double layer_parameters_per_gpu(const Layer& layer, double hidden, double tensor);
[[nodiscard]] double vocabulary_parameters_per_gpu(const Model& model, double tensor);

}  // namespace trireme
