// Time of the routed experts of one layer in an inference step, where few tokens meet many experts.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/units.h"
#include "core/catalog/accelerator.h"
#include "core/catalog/engine.h"

namespace trireme {

struct ExpertShape {
  double tokens = 0;              // that enter the expert group in this step, of all its ranks
  double rank_tokens = 0;         // of them, on this attention rank
  double experts = 0, top_k = 0;  // of the layer
  double input = 0, width = 0;    // of an expert on this GPU
  double matrices = 3;            // 3 gated, 2 not
  double ranks = 1;               // expert-parallel
  MatrixFormat format = MatrixFormat::Bf16;
  double weight_bytes = 2;      // as stored
  bool narrow_weights = false;  // 4-bit weights on 16-bit matrix units
};

struct ExpertKernelTime {
  Seconds total;
  Seconds compute, memory;
  double hit = 0;   // experts of the busiest rank that any token picked
  double rows = 0;  // token copies of the busiest rank
};

// Experts hit   A = E_l (1 - (1 - k/E)^(1 + distinct (T - 1))), between min(1, rows) and E_l = E / ranks;
// busiest rank  R = T k / ranks, R' = (R + sqrt(2 ln ranks) sqrt(R)) busiest, at most T k;
// t = t0 + (tc^p + tm^p)^(1/p) + traffic of activations + per_expert A, with padded rows r' of an expert:
//   tc = compute A r' input width 2 (up (1 + k0/input) + 1 + k0/width) / peak,  tm = A weights.
// The fastest of the kernels that the accelerator has laws for. Source: kernel fits, section e, and inference
// specification, section 3.
[[nodiscard]] ExpertKernelTime expert_kernel_time(const Accelerator& accelerator, const ExpertShape& shape,
                                                  const RoutingSkew& skew);

}  // namespace trireme
