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
  double document = 0;   // mean length of packed documents, tokens; 0 = the sequence
  double tensor = 1, context = 1;
  double expert = 1, expert_tensor = 1;
  double tokens = 0;           // sequences * sequence / context
  double residual_tokens = 0;  // tokens / tensor with sequence parallelism, else tokens
};

// What the stack's kernels do differently.
struct KernelStyle {
  bool fused_attention = true;      // flash-attention class; otherwise the scores go through HBM
  bool dropout = false;             // residual and attention dropout masks
  double quantise_bytes = 0;        // HBM bytes per element of a low-precision linear's operands
  double cross_entropy_bytes = 16;  // moved per logit, forward and backward together
  double scan_factor = 1, scan_backward_factor = 1;        // state-space scan, see core/catalog/stack.h
  double expert_rows_factor = 1;                           // rows of experts under uneven routing
  bool permutes_copies = false;                            // NCCL dispatch: every copy of a token is moved
  double glu_passes_forward = 0, glu_passes_backward = 0;  // unfused expert activation; 0 = fused
};

// One layer. Throughput law of each operator: core/cost/compute.h.
[[nodiscard]] OpList layer_ops(const Layer& layer, double hidden, const Shard& shard,
                               const KernelStyle& style);

// Output head with the loss (and one more of both for each MTP layer), and the embedding look-up (all of its
// traffic is counted as forward).
[[nodiscard]] OpList head_ops(const Model& model, double mtp_layers, const Shard& shard,
                              const KernelStyle& style);
[[nodiscard]] OpList embedding_ops(const Model& model, const Shard& shard);

// Bytes of one full-size activation tensor (BF16, micro-batch tokens x hidden) that a tensor-parallel block
// gathers before it and scatters after it, in each direction.
[[nodiscard]] Bytes tensor_parallel_message(double hidden, const Shard& shard);

// Blocks of a layer that have such collectives: mixer and dense MLP. Experts exchange tokens instead.
[[nodiscard]] double tensor_parallel_blocks(const Layer& layer);

// Expert rows of one GPU and layer, over all of its experts, and how many experts those are.
[[nodiscard]] double expert_rows(const FeedForward& moe, const Shard& shard, double rows_factor);
[[nodiscard]] double local_experts(const FeedForward& moe, const Shard& shard);
// Width of the vectors that travel to the experts.
[[nodiscard]] double expert_input(const FeedForward& moe, double hidden);

// Parameters of the linear layers that one GPU holds of a layer (norms and biases left out), experts apart,
// and of one vocabulary matrix.
struct GpuParameters {
  double dense = 0, experts = 0;
};
[[nodiscard]] GpuParameters layer_parameters_per_gpu(const Layer& layer, double hidden, const Shard& shard);
[[nodiscard]] double vocabulary_parameters_per_gpu(const Model& model, double tensor);

// Widths on one GPU that memory and element-wise work go by.
struct MixerWidths {
  double query = 0, key = 0, value = 0, output = 0;
  double projection = 0;  // of the input, of state mixers
};
[[nodiscard]] MixerWidths mixer_widths(const Mixer& mixer, double tensor);

}  // namespace trireme
