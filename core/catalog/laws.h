// Calibrated kernel laws of one accelerator: plain constants, each set with its source and error in the
// catalog. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/base/units.h"
#include "core/catalog/datatype.h"
#include "core/catalog/provenance.h"

namespace trireme {

// t = t0 + sqrt(tc^2 + tm^2 + ts^2), see core/cost/compute.h.
struct GemmLaw {
  Seconds t0;                     // launch and prologue
  double compute_efficiency = 0;  // of the dense peak, for large shapes
  double memory_efficiency = 0;   // of the HBM peak
  Seconds tau;                    // serial time per unit of K
  double k0 = 0;                  // K at which the main loop loses half
  [[nodiscard]] constexpr bool present() const { return compute_efficiency > 0; }
  friend bool operator==(const GemmLaw&, const GemmLaw&) = default;
};

// Casting the activations of a matrix product to its format in a kernel of its own or as part of the
// operator, see core/cost/quantise.h.
struct QuantiseLaw {
  Seconds start;          // launches
  double efficiency = 0;  // of the HBM peak
  [[nodiscard]] constexpr bool present() const { return efficiency > 0; }
  friend bool operator==(const QuantiseLaw&, const QuantiseLaw&) = default;
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

// What the prefill of inference adds to an attention law, see core/cost/prefill_attention.h. The training
// form leaves it out: its factors were fitted without.
struct PrefillLaw {
  double traffic = 0;        // weight of the whole operator's HBM traffic at the HBM peak
  double tile_tokens = 0;    // length of the longest tile on one SM, times the SMs
  double block_tokens = 0;   // shortest sequence that the kernel distinguishes
  double norm_exponent = 1;  // that combines tile and throughput
  [[nodiscard]] constexpr bool present() const { return traffic > 0; }
  friend bool operator==(const PrefillLaw&, const PrefillLaw&) = default;
};

// Attention of the newest tokens over the cache, see core/cost/decode_attention.h.
struct DecodeLaw {
  Seconds t0;
  double memory_efficiency = 0;   // of the HBM peak
  double compute_efficiency = 0;  // of the dense BF16 peak; above 1 where kernels multiply in FP8
  double min_context = 0;         // tokens: a shorter context costs as much
  Seconds per_doubling;           // of the context beyond 128 tokens
  [[nodiscard]] constexpr bool present() const { return memory_efficiency > 0; }
  friend bool operator==(const DecodeLaw&, const DecodeLaw&) = default;
};

// Routed experts of one layer in one fused operator, see core/cost/expert_kernel.h.
struct ExpertLaw {
  Seconds t0;
  double compute_efficiency = 0;     // of the dense peak
  double memory_efficiency = 0;      // of the HBM peak, for the experts' weights
  double activation_efficiency = 0;  // of the HBM peak, for what tokens move
  Seconds per_expert;
  double k0 = 0;             // K at which the main loop loses half
  double norm_exponent = 1;  // that combines compute and memory
  double pad_rows = 0;       // an expert's rows are rounded up by as many
  [[nodiscard]] constexpr bool present() const { return compute_efficiency > 0; }
  friend bool operator==(const ExpertLaw&, const ExpertLaw&) = default;
};
// Engines try both and keep the faster one.
enum class ExpertKernelChoice { Cutlass, Alternative };
inline constexpr std::array<std::string_view, 2> expert_kernel_ids{"cutlass", "alternative"};

// Formats of the key-value cache. Fp8Fused: TensorRT-LLM's kernel on Hopper.
enum class CacheFormat { Bf16, Fp8, Fp8Fused };
inline constexpr std::array<std::string_view, 3> cache_format_ids{"bf16", "fp8", "fp8_fused"};

// What an accelerator differs by from the part whose serving laws it takes over.
struct ServingFactors {
  double bandwidth = 1;     // on the memory efficiency of GEMM, experts and decode attention
  double gemm_compute = 1;  // on the compute efficiency of GEMM
  friend bool operator==(const ServingFactors&, const ServingFactors&) = default;
};

// What sustained training does to the burst timings above.
struct TrainingFactors {
  double gemm = 1;                    // GEMM compute time under sustained power
  double gemm_fp8 = 1, gemm_fp4 = 1;  // on top of it
  double gemm_unaligned = 1;          // N or K not a multiple of 64
  double attention_forward = 1;       // over the prefill law
  double attention_backward = 1;      // backward over forward
  double attention_fp8 = 1;           // attention kernels in FP8 over those in 16 bit
  double elementwise_efficiency = 0;  // of the HBM peak
  friend bool operator==(const TrainingFactors&, const TrainingFactors&) = default;
};

struct KernelLaws {
  std::array<GemmLaw, matrix_format_count> gemm;          // by MatrixFormat
  std::array<QuantiseLaw, matrix_format_count> quantise;  // none for BF16
  AttentionLaw attention;
  AttentionLaw latent_attention;  // MLA, 192/128 heads
  PrefillLaw prefill, latent_prefill;
  std::array<DecodeLaw, cache_format_ids.size()> decode;         // by CacheFormat
  std::array<DecodeLaw, cache_format_ids.size()> latent_decode;  // MLA; no fused one
  std::array<std::array<ExpertLaw, expert_kernel_ids.size()>, matrix_format_count> experts;
  ServingFactors serving;
  TrainingFactors training;
  friend bool operator==(const KernelLaws&, const KernelLaws&) = default;
};

inline constexpr std::array<std::string_view, matrix_format_count> matrix_format_ids{"bf16", "fp8",
                                                                                     "fp8_block", "fp4"};

// The only list of the laws' numbers: visit(table, key, label, quantity&, unit). A table is given as a whole
// or not at all; the name of the number at the rim is "laws.<table>.<key>", for example
// "laws.gemm.bf16.t0_us".
template <class L, class Visit>
void for_each_law_number(L& laws, Visit&& visit) {
  using namespace unit;
  for (std::size_t i = 0; i < matrix_format_ids.size(); ++i) {
    const std::string table = "gemm." + std::string(matrix_format_ids[i]);
    auto& law = laws.gemm[i];
    visit(table, "t0_us", "GEMM, launch and prologue", law.t0, microsecond);
    visit(table, "compute_efficiency", "GEMM, share of the dense peak", law.compute_efficiency, 1.0);
    visit(table, "memory_efficiency", "GEMM, share of the HBM peak", law.memory_efficiency, 1.0);
    visit(table, "tau_ns", "GEMM, serial time per unit of K", law.tau, nanosecond);
    visit(table, "k0_elements", "GEMM, K at which the main loop loses half", law.k0, 1.0);
  }
  for (std::size_t i = 1; i < matrix_format_ids.size(); ++i) {
    const std::string table = "quantise." + std::string(matrix_format_ids[i]);
    auto& law = laws.quantise[i];
    visit(table, "start_us", "Quantising activations, launches", law.start, microsecond);
    visit(table, "efficiency", "Quantising activations, share of the HBM peak", law.efficiency, 1.0);
  }
  const auto attention = [&](const std::string& table, auto& law) {
    visit(table, "t0_us", "Attention, launch and prologue", law.t0, microsecond);
    visit(table, "compute_efficiency", "Attention, share of the dense BF16 peak", law.compute_efficiency,
          1.0);
    visit(table, "phi_per_score", "Attention, exponentials per score", law.phi, 1.0);
    visit(table, "s0_tokens", "Attention, tokens that tile edges add to the context", law.s0, 1.0);
  };
  attention("attention", laws.attention);
  attention("latent_attention", laws.latent_attention);
  const auto prefill = [&](const std::string& table, auto& law) {
    visit(table, "traffic_factor", "Prefill attention, HBM traffic", law.traffic, 1.0);
    visit(table, "tile_tokens", "Prefill attention, longest tile times SMs", law.tile_tokens, 1.0);
    visit(table, "block_tokens", "Prefill attention, shortest sequence", law.block_tokens, 1.0);
    visit(table, "norm_exponent", "Prefill attention, how tile and throughput combine", law.norm_exponent,
          1.0);
  };
  prefill("prefill", laws.prefill);
  prefill("latent_prefill", laws.latent_prefill);
  const auto decode = [&](const std::string& table, auto& law) {
    visit(table, "t0_us", "Decode attention, launch", law.t0, microsecond);
    visit(table, "memory_efficiency", "Decode attention, share of the HBM peak", law.memory_efficiency, 1.0);
    visit(table, "bf16_peak_ratio", "Decode attention, rate over the dense BF16 peak", law.compute_efficiency,
          1.0);
    visit(table, "min_context_tokens", "Decode attention, shortest context", law.min_context, 1.0);
    visit(table, "per_doubling_us", "Decode attention, per doubling of the context", law.per_doubling,
          microsecond);
  };
  for (std::size_t i = 0; i < cache_format_ids.size(); ++i) {
    decode("decode." + std::string(cache_format_ids[i]), laws.decode[i]);
    decode("latent_decode." + std::string(cache_format_ids[i]), laws.latent_decode[i]);
  }
  for (std::size_t i = 0; i < matrix_format_ids.size(); ++i)
    for (std::size_t j = 0; j < expert_kernel_ids.size(); ++j) {
      const std::string table =
          "experts." + std::string(matrix_format_ids[i]) + "." + std::string(expert_kernel_ids[j]);
      auto& law = laws.experts[i][j];
      visit(table, "t0_us", "Experts, launches", law.t0, microsecond);
      visit(table, "compute_efficiency", "Experts, share of the dense peak", law.compute_efficiency, 1.0);
      visit(table, "memory_efficiency", "Experts, weights, share of the HBM peak", law.memory_efficiency,
            1.0);
      visit(table, "activation_efficiency", "Experts, activations, share of the HBM peak",
            law.activation_efficiency, 1.0);
      visit(table, "per_expert_us", "Experts, time per expert", law.per_expert, microsecond);
      visit(table, "k0_elements", "Experts, K at which the main loop loses half", law.k0, 1.0);
      visit(table, "norm_exponent", "Experts, how compute and memory combine", law.norm_exponent, 1.0);
      visit(table, "pad_rows", "Experts, rows that rounding up adds at most", law.pad_rows, 1.0);
    }
  auto& serving = laws.serving;
  visit("serving", "bandwidth_factor", "Serving, HBM share over the part of the laws", serving.bandwidth,
        1.0);
  visit("serving", "gemm_compute_factor", "Serving, GEMM share over the part of the laws",
        serving.gemm_compute, 1.0);
  auto& training = laws.training;
  visit("training", "gemm_factor", "Training, GEMM time under sustained power", training.gemm, 1.0);
  visit("training", "gemm_fp8_factor", "Training, FP8 GEMM time on top of it", training.gemm_fp8, 1.0);
  visit("training", "gemm_fp4_factor", "Training, FP4 GEMM time on top of it", training.gemm_fp4, 1.0);
  visit("training", "gemm_unaligned_factor", "Training, GEMM with N or K not a multiple of 64",
        training.gemm_unaligned, 1.0);
  visit("training", "attention_forward_factor", "Training, attention forward over the prefill law",
        training.attention_forward, 1.0);
  visit("training", "attention_backward_factor", "Training, attention backward over forward",
        training.attention_backward, 1.0);
  visit("training", "attention_fp8_factor", "Training, FP8 attention over 16-bit", training.attention_fp8,
        1.0);
  visit("training", "elementwise_efficiency", "Training, element-wise share of the HBM peak",
        training.elementwise_efficiency, 1.0);
}

}  // namespace trireme
