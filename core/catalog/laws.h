// Calibrated kernel laws of one accelerator: plain constants, each set with its source and error in the catalog.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/base/units.h"
#include "core/catalog/datatype.h"

namespace trireme {

// t = t0 + sqrt(tc^2 + tm^2 + ts^2), see core/cost/compute.h.
struct GemmLaw {
  Seconds t0;                    // launch and prologue
  double compute_efficiency = 0; // of the dense peak, for large shapes
  double memory_efficiency = 0;  // of the HBM peak
  Seconds tau;                   // serial time per unit of K
  double k0 = 0;                 // K at which the main loop loses half
  [[nodiscard]] constexpr bool present() const { return compute_efficiency > 0; }
  friend bool operator==(const GemmLaw&, const GemmLaw&) = default;
};

// Fused attention, prefill and training forward.
struct AttentionLaw {
  Seconds t0;
  double compute_efficiency = 0;  // of the dense BF16 peak
  double phi = 0;                 // exponentials per score
  double s0 = 0;                  // tokens added to the context length by tile edges
  [[nodiscard]] constexpr bool present() const { return compute_efficiency > 0; }
  friend bool operator==(const AttentionLaw&, const AttentionLaw&) = default;
};

// A collective inside one scale-up domain, see core/cost/collectives.h.
struct CollectiveLaw {
  Seconds a0, a1;       // fixed, and per ring step
  double efficiency_2 = 0, efficiency_4 = 0, efficiency_8 = 0;  // of the link rate with 2, 3-4, 5 and more ranks
  Seconds gamma;        // grows with the square root of the wire megabytes
  [[nodiscard]] constexpr bool present() const { return efficiency_8 > 0; }
  friend bool operator==(const CollectiveLaw&, const CollectiveLaw&) = default;
};

// What sustained training does to the burst timings above.
struct TrainingFactors {
  double gemm = 1;                 // GEMM compute time under sustained power
  double gemm_fp8 = 1, gemm_fp4 = 1;  // on top of it
  double gemm_unaligned = 1;       // N or K not a multiple of 64
  double attention_forward = 1;    // over the prefill law
  double attention_backward = 1;   // backward over forward
  double elementwise_efficiency = 0;  // of the HBM peak
  friend bool operator==(const TrainingFactors&, const TrainingFactors&) = default;
};

struct KernelLaws {
  std::array<GemmLaw, matrix_format_count> gemm;  // by MatrixFormat
  AttentionLaw attention;
  AttentionLaw latent_attention;  // MLA, 192/128 heads
  CollectiveLaw all_reduce, all_gather, reduce_scatter;
  TrainingFactors training;
  friend bool operator==(const KernelLaws&, const KernelLaws&) = default;
};

}  // namespace trireme
