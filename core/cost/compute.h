// Time of one operator on one GPU from the accelerator's calibrated laws.
// SPDX-License-Identifier: MIT
#pragma once

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

// t = t0 + sqrt(tc^2 + tm^2 + ts^2) for an m x k by k x n product:
//   tc = 2 m n k (1 + k0/k) / (peak * efficiency) * sustained factors,
//   tm = ((m k + n k) operand bytes + m n output bytes) / (HBM bandwidth * efficiency),
//   ts = tau k.
// Falls back to the BF16 law when the accelerator has none for the format. Assumes weights come from HBM.
// Source: kernel fits and training specification, section 3.
[[nodiscard]] GemmTime gemm_time(const Accelerator& accelerator, MatrixFormat format, double m, double n,
                                 double k, double output_bytes);

// Forward, data gradient and weight gradient of a linear layer. The weight gradient writes
// `wgrad_output_bytes` per element: 8 when it accumulates into FP32.
struct LinearTime {
  GemmTime forward, data_gradient, weight_gradient;
};
[[nodiscard]] LinearTime linear_time(const Accelerator& accelerator, MatrixFormat format,
                                     const LinearShape& shape, double wgrad_output_bytes);

struct AttentionTime {
  Seconds forward, backward;
};

// Fused attention: matrix products and exponentials on different units, added as vectors,
//   u = sqrt((4 d / (peak * efficiency))^2 + (phi / exponential rate)^2) a score, s (s + s0) / 2 scores a
//   head.
// With context parallelism, 4 or 8 us of launches per ring step and one more pass over the output.
// Source: kernel fits and training specification, section 3.
[[nodiscard]] AttentionTime fused_attention_time(const Accelerator& accelerator, const AttentionShape& shape,
                                                 double stack_factor);

// Attention whose scores go through HBM: two batched GEMMs at a share of the peak, and the stack's bytes a
// score of element-wise traffic forward and backward. Source: training specification, section 3 ("old").
[[nodiscard]] AttentionTime unfused_attention_time(const Accelerator& accelerator,
                                                   const AttentionShape& shape, const Stack& stack);

// HBM traffic at the sustained element-wise efficiency.
[[nodiscard]] Seconds elementwise_time(const Accelerator& accelerator, Bytes traffic);

}  // namespace trireme
