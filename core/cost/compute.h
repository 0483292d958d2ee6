// Time of one operator on one GPU from the accelerator's calibrated laws.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/base/units.h"
#include "core/catalog/accelerator.h"
#include "core/catalog/stack.h"
#include "core/workload/op.h"

namespace trireme {

// A GEMM's time and what limits it.
struct GemmTime {
  Seconds total;
  Seconds compute, memory, serial;  // tc, tm, ts of the law
  [[nodiscard]] bool memory_bound() const { return memory > compute; }
};

// `groups` products of m x k by k x n in one launch, writing `output_bytes` per element of the result. The
// k x n operand may be stored narrower than it is multiplied (weight-only quantisation): `weight_bytes` per
// element, 0 = as the format.
struct GemmShape {
  double m = 0, n = 0, k = 0;
  double groups = 1;
  double output_bytes = 2;
  double weight_bytes = 0;
};

// Kernel timings are bursts. Hours of training run at sustained power, and their odd shapes were measured.
enum class Conditions { Training, Burst };

// Whether the accelerator has matrix units for the format, and a law for them.
[[nodiscard]] bool runs(const Accelerator& accelerator, MatrixFormat format);

// t = t0 + sqrt(tc^2 + tm^2 + ts^2), with c groups:
//   tc = c 2 m n k (1 + k0/k) / (peak * efficiency) * sustained factors of training,
//   tm = c ((m k + n k) operand bytes + m n output bytes) / (HBM bandwidth * efficiency),
//   ts = tau k.
// Falls back to the BF16 law when the accelerator has none for the format, or no such units. Assumes weights
// come from HBM. Source: kernel fits and training specification, section 3.
[[nodiscard]] GemmTime gemm_time(const Accelerator& accelerator, MatrixFormat format, const GemmShape& shape,
                                 Conditions conditions = Conditions::Training);

// Forward, data gradient and weight gradient of a linear layer. The weight gradient writes
// `wgrad_output_bytes` per element: 8 when it accumulates into FP32.
[[nodiscard]] std::array<GemmShape, 3> gemm_shapes(const LinearShape& shape, double wgrad_output_bytes);
struct LinearTime {
  GemmTime forward, data_gradient, weight_gradient;
};
[[nodiscard]] LinearTime linear_time(const Accelerator& accelerator, MatrixFormat format,
                                     const LinearShape& shape, double wgrad_output_bytes);

// A low-rank adapter beside a frozen linear: down and up in BF16, data and weight gradients of both backward.
struct AdapterTime {
  Seconds forward, backward;
};
[[nodiscard]] AdapterTime adapter_time(const Accelerator& accelerator, const LinearShape& shape, double rank);

struct AttentionTime {
  Seconds forward, backward;
};

// Scores of one head and sequence that causal attention computes, with `tile_tokens` more keys for each
// query's tile edges: s (s + tile) / 2 in full; inside documents, chunks, or a sparse reach less.
[[nodiscard]] double attention_scores(const AttentionShape& shape, double tile_tokens);

// Fused attention: matrix products and exponentials on different units, added as vectors,
//   u = sqrt((2 (d_key + d_value) / (peak * efficiency))^2 + (phi / exponential rate)^2) a score.
// `kernel_factor` is what the stack's kernels take over the law. With context parallelism, 4 or 8 us of
// launches per ring step and one more pass over the output. Sliding windows are counted in full: the measured
// runs do not show their saving. Source: kernel fits and training specification, section 3.
[[nodiscard]] AttentionTime fused_attention_time(const Accelerator& accelerator, const AttentionShape& shape,
                                                 double kernel_factor);

// Attention whose scores go through HBM: two batched GEMMs at a share of the peak, and the stack's bytes a
// score of element-wise traffic forward and backward. Source: training specification, section 3 ("old").
[[nodiscard]] AttentionTime unfused_attention_time(const Accelerator& accelerator,
                                                   const AttentionShape& shape, const Stack& stack);

// HBM traffic at the sustained element-wise efficiency.
[[nodiscard]] Seconds elementwise_time(const Accelerator& accelerator, Bytes traffic);

}  // namespace trireme
