// A software stack as data: what a framework's host code, fusion and overlap cost.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/base/units.h"
#include "core/catalog/accelerator.h"
#include "core/catalog/datatype.h"
#include "core/catalog/provenance.h"

namespace trireme {

// Names follow the training specification; every value carries source, error and kind in its file.
struct Stack {
  std::string id;
  std::string name;
  std::string validation;  // which measured runs stand behind it; empty = unvalidated

  // Kernels.
  double compute_factor = 1;        // on GEMM, attention, element-wise and recompute time
  double attention_factor = 1;      // attention on Hopper and Blackwell (older kernels > 1)
  double wgrad_output_bytes = 2;    // bytes written per weight-gradient element (8 = fp32 accumulation)
  double cross_entropy_bytes = 16;  // moved per logit, forward and backward
  double scan_factor = 1;           // Mamba-2 scan traffic over the counted bytes
  double scan_backward_factor = 1;  // its backward over its forward
  double unfused_glu_passes_forward = 0,
         unfused_glu_passes_backward = 0;    // over an expert's width, GPT-OSS activation
  double routing_imbalance_factor = 1;       // rows and traffic of experts under real, unbalanced routing
  double operator_recompute_gemm_share = 0;  // of the forward GEMM time that operator-level recompute repeats
  std::array<double, EnumNames<Precision>::rows.size()>
      quantise_bytes{};  // moved per quantised element, by Precision

  // Attention without fusion: only where `fused_attention` is false.
  double unfused_attention_efficiency = 0;                                   // of the dense BF16 peak
  double unfused_score_bytes_forward = 0, unfused_score_bytes_backward = 0;  // moved per score
  double unfused_score_bytes_kept = 0;  // kept for the backward pass per score

  // Overlap.
  double tp_exposed_share = 1;      // of TP communication that the framework overlaps
  double contention_share = 0;      // cost of overlapped communication, share of the smaller time
  double dp_overlap_share = 0;      // of a micro-batch's pass that hides gradient and weight collectives
  double expert_overlap_share = 0;  // of compute that hides the expert exchange when it is overlapped

  // Host.
  Seconds host_per_layer;                    // forward + backward
  Seconds host_per_tp_layer;                 // added per layer when TP > 1
  Seconds host_per_moe_layer;                // added per MoE layer
  Seconds host_per_expert;                   // added per local expert of an MoE layer
  double host_dispatcher_factor = 1;         // on host_per_moe_layer with any dispatcher but HybridEP
  double host_fp8_factor = 1;                // host time in FP8 and NVFP4
  double host_graph_share = 1;               // host time left with CUDA graphs
  Seconds host_per_step;                     // fixed time per step
  double host_per_step_moe_factor = 1;       // on host_per_step of an MoE model
  double jitter_per_doubling = 0;            // step growth per doubling above 8 GPUs
  double host_recompute_share = 0;           // host time added by a full recompute
  double host_operator_recompute_share = 0;  // of host_recompute_share, under operator-level recompute
  double host_moe_recompute_share = 0;       // of host_recompute_share, when only MoE layers are recomputed
  double host_norm_exponent = 4;             // p-norm of GPU and host time

  // Bytes.
  double gradient_bytes_timing = 2;        // bytes per gradient element on the wire
  double gradient_bytes_memory = 4;        // bytes per gradient element kept
  double bf16_gradient_copy_bytes = 0;     // kept beside FP32 gradients (DeepSpeed's BF16 optimizer)
  double optimizer_bytes_owned = 0;        // moved per parameter whose state the rank owns
  double optimizer_bytes_resident = 0;     // moved per parameter that the rank holds
  double lora_trained_share = 0.01;        // of a full optimizer's traffic, under LoRA
  double logits_bytes = 10;                // bytes per logit kept
  double activation_factor = 1;            // measured over counted activation bytes
  double activation_factor_recompute = 1;  // the same under full and operator-level recompute
  double lora_fp8_weight_bytes = 1;        // per frozen weight of a layer, when the precision is FP8
  Bytes memory_overhead;                   // beyond states, activations and logits
  Bytes memory_reserved_overhead;          // what the allocator reserves on top, as nvidia-smi shows it

  bool fused_attention = true;
  bool dropout = false;  // masks are kept and moved
  bool fp8_weight_gather =
      false;                 // the distributed optimizer gathers weights in FP8 (current scaling, MXFP8)
  bool overlaps_tp = false;  // default of the switch
  bool overlaps_dp = false;

  Provenance provenance;

  [[nodiscard]] double quantise_bytes_of(Precision precision) const {
    return quantise_bytes[static_cast<std::size_t>(precision)];
  }
  friend bool operator==(const Stack&, const Stack&) = default;
};

// The only list of a stack's numbers.
template <class S, class Visit>
void for_each_number(S& s, Visit&& visit) requires requires {
  s.host_per_layer;
}
{
  using namespace unit;
  visit("compute_factor", "Compute time over the kernel laws", Need::Required, s.compute_factor, 1.0);
  visit("attention_factor", "Attention time on Hopper and Blackwell", Need::Required, s.attention_factor,
        1.0);
  visit("wgrad_output_bytes", "Bytes written per weight-gradient element", Need::Required,
        s.wgrad_output_bytes, 1.0);
  visit("cross_entropy_bytes", "Bytes moved per logit by the loss", Need::Required, s.cross_entropy_bytes,
        1.0);
  visit("scan_factor", "Mamba-2 scan traffic over the counted bytes", Need::Optional, s.scan_factor, 1.0);
  visit("scan_backward_factor", "Mamba-2 scan, backward over forward", Need::Optional, s.scan_backward_factor,
        1.0);
  visit("unfused_glu_passes_forward", "Passes of an unfused expert activation, forward", Need::Optional,
        s.unfused_glu_passes_forward, 1.0);
  visit("unfused_glu_passes_backward", "Passes of an unfused expert activation, backward", Need::Optional,
        s.unfused_glu_passes_backward, 1.0);
  visit("routing_imbalance_factor", "Expert rows under real routing", Need::Optional,
        s.routing_imbalance_factor, 1.0);
  visit("operator_recompute_gemm_share", "GEMM time repeated by operator-level recompute", Need::Optional,
        s.operator_recompute_gemm_share, 1.0);
  for (std::size_t i = 0; i < s.quantise_bytes.size(); ++i)
    visit("quantise_" + std::string(EnumNames<Precision>::rows[i].id) + "_bytes",
          "Bytes moved per quantised element", Need::Optional, s.quantise_bytes[i], 1.0);
  visit("unfused_attention_efficiency", "Unfused attention, share of the dense BF16 peak", Need::Optional,
        s.unfused_attention_efficiency, 1.0);
  visit("unfused_score_forward_bytes", "Unfused attention, bytes moved per score, forward", Need::Optional,
        s.unfused_score_bytes_forward, 1.0);
  visit("unfused_score_backward_bytes", "Unfused attention, bytes moved per score, backward", Need::Optional,
        s.unfused_score_bytes_backward, 1.0);
  visit("unfused_score_kept_bytes", "Unfused attention, bytes kept per score", Need::Optional,
        s.unfused_score_bytes_kept, 1.0);
  visit("tp_exposed_share", "Exposed share of overlapped TP communication", Need::Required,
        s.tp_exposed_share, 1.0);
  visit("contention_share", "Cost of overlapped communication", Need::Required, s.contention_share, 1.0);
  visit("dp_overlap_share", "Share of a pass that hides DP collectives", Need::Required, s.dp_overlap_share,
        1.0);
  visit("expert_overlap_share", "Share of compute that hides the expert exchange", Need::Optional,
        s.expert_overlap_share, 1.0);
  visit("host_per_layer_us", "Host time per layer, forward and backward", Need::Required, s.host_per_layer,
        microsecond);
  visit("host_per_tp_layer_us", "Host time per layer added by TP", Need::Required, s.host_per_tp_layer,
        microsecond);
  visit("host_per_moe_layer_us", "Host time per MoE layer, forward and backward", Need::Optional,
        s.host_per_moe_layer, microsecond);
  visit("host_per_expert_us", "Host time per local expert", Need::Optional, s.host_per_expert, microsecond);
  visit("host_dispatcher_factor", "Host time per MoE layer without HybridEP", Need::Optional,
        s.host_dispatcher_factor, 1.0);
  visit("host_fp8_factor", "Host time in FP8 and FP4", Need::Required, s.host_fp8_factor, 1.0);
  visit("host_graph_share", "Host time left with CUDA graphs", Need::Required, s.host_graph_share, 1.0);
  visit("host_per_step_ms", "Fixed time per step", Need::Required, s.host_per_step, millisecond);
  visit("host_per_step_moe_factor", "Fixed time per step of an MoE model", Need::Optional,
        s.host_per_step_moe_factor, 1.0);
  visit("jitter_per_doubling_share", "Step growth per doubling above 8 GPUs", Need::Required,
        s.jitter_per_doubling, 1.0);
  visit("host_recompute_share", "Host time added by full recompute", Need::Required, s.host_recompute_share,
        1.0);
  visit("host_operator_recompute_share", "The same under operator-level recompute, share of it",
        Need::Optional, s.host_operator_recompute_share, 1.0);
  visit("host_moe_recompute_share", "The same for MoE layers alone, share of it", Need::Optional,
        s.host_moe_recompute_share, 1.0);
  visit("host_norm_exponent", "Exponent that joins GPU and host time", Need::Required, s.host_norm_exponent,
        1.0);
  visit("gradient_timing_bytes", "Bytes per gradient element on the wire", Need::Required,
        s.gradient_bytes_timing, 1.0);
  visit("gradient_memory_bytes", "Bytes per gradient element kept", Need::Required, s.gradient_bytes_memory,
        1.0);
  visit("bf16_gradient_copy_bytes", "Bytes of a BF16 gradient kept beside the FP32 one", Need::Optional,
        s.bf16_gradient_copy_bytes, 1.0);
  visit("optimizer_owned_bytes", "Bytes the optimizer moves per owned parameter", Need::Required,
        s.optimizer_bytes_owned, 1.0);
  visit("optimizer_resident_bytes", "Bytes the optimizer moves per resident parameter", Need::Required,
        s.optimizer_bytes_resident, 1.0);
  visit("lora_trained_share", "Optimizer traffic under LoRA, share of a full update", Need::Optional,
        s.lora_trained_share, 1.0);
  visit("logits_bytes", "Bytes kept per logit", Need::Required, s.logits_bytes, 1.0);
  visit("activation_factor", "Measured over counted activation bytes", Need::Required, s.activation_factor,
        1.0);
  visit("activation_recompute_factor", "The same under full and operator-level recompute", Need::Required,
        s.activation_factor_recompute, 1.0);
  visit("lora_fp8_weight_bytes", "Bytes per frozen layer weight under LoRA in FP8", Need::Optional,
        s.lora_fp8_weight_bytes, 1.0);
  visit("memory_overhead_gb", "Memory beyond states, activations and logits", Need::Required,
        s.memory_overhead, gb);
  visit("memory_reserved_overhead_gb", "Memory the allocator reserves on top", Need::Optional,
        s.memory_reserved_overhead, gb);
}

// The only list of a stack's switches: visit(name, label, bool&).
template <class S, class Visit>
void for_each_switch(S& s, Visit&& visit) requires requires {
  s.overlaps_tp;
}
{
  visit("fused_attention", "Attention in one kernel", s.fused_attention);
  visit("dropout", "Dropout masks", s.dropout);
  visit("fp8_weight_gather", "Weights gathered in FP8", s.fp8_weight_gather);
  visit("overlaps_tp", "Hides tensor-parallel collectives by default", s.overlaps_tp);
  visit("overlaps_dp", "Hides data-parallel collectives by default", s.overlaps_dp);
}

}  // namespace trireme
