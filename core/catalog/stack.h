// A software stack as data: what a framework's host code, fusion and overlap cost.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/base/units.h"
#include "core/catalog/accelerator.h"
#include "core/catalog/provenance.h"

namespace trireme {

// Names follow the training specification; every value carries source, error and kind in its file.
struct Stack {
  std::string id;
  std::string name;
  std::string validation;  // which measured runs stand behind it; empty = unvalidated

  double compute_factor = 1;            // on GEMM, attention, element-wise and recompute time
  double attention_factor = 1;          // attention on Hopper and Blackwell (older kernels > 1)
  double tp_exposed_share = 1;          // of TP communication that the framework overlaps
  double contention_share = 0;          // cost of overlapped communication, share of the smaller time
  double dp_overlap_share = 0;          // of a micro-batch's pass that hides gradient and weight collectives
  Seconds host_per_layer;               // forward + backward
  Seconds host_per_tp_layer;            // added per layer when TP > 1
  double host_fp8_factor = 1;           // host time in FP8 and NVFP4
  double host_graph_share = 1;          // host time left with CUDA graphs
  Seconds host_per_step;                // fixed time per step
  double jitter_per_doubling = 0;       // step growth per doubling above 8 GPUs
  double host_recompute_share = 0;      // host time added by a full recompute
  double gradient_bytes_timing = 2;     // bytes per gradient element on the wire
  double gradient_bytes_memory = 4;     // bytes per gradient element kept
  double wgrad_output_bytes = 2;        // bytes written per weight-gradient element (8 = fp32 accumulation)
  double logits_bytes = 10;             // bytes per logit kept
  double activation_factor = 1;         // measured over counted activation bytes
  Bytes memory_overhead;                // beyond states, activations and logits
  bool overlaps_tp = false;             // default of the switch
  bool overlaps_dp = false;

  Provenance provenance;
  friend bool operator==(const Stack&, const Stack&) = default;
};

template <class S, class Visit>
void for_each_number(S& s, Visit&& visit)
  requires requires { s.host_per_layer; }
{
  using namespace unit;
  visit("compute_factor", "Compute time over the kernel laws", Need::Required, s.compute_factor, 1.0);
  visit("attention_factor", "Attention time on Hopper and Blackwell", Need::Required, s.attention_factor, 1.0);
  visit("tp_exposed_share", "Exposed share of overlapped TP communication", Need::Required, s.tp_exposed_share, 1.0);
  visit("contention_share", "Cost of overlapped communication", Need::Required, s.contention_share, 1.0);
  visit("dp_overlap_share", "Share of a pass that hides DP collectives", Need::Required, s.dp_overlap_share, 1.0);
  visit("host_per_layer_us", "Host time per layer, forward and backward", Need::Required, s.host_per_layer, microsecond);
  visit("host_per_tp_layer_us", "Host time per layer added by TP", Need::Required, s.host_per_tp_layer, microsecond);
  visit("host_fp8_factor", "Host time in FP8 and FP4", Need::Required, s.host_fp8_factor, 1.0);
  visit("host_graph_share", "Host time left with CUDA graphs", Need::Required, s.host_graph_share, 1.0);
  visit("host_per_step_ms", "Fixed time per step", Need::Required, s.host_per_step, millisecond);
  visit("jitter_per_doubling", "Step growth per doubling above 8 GPUs", Need::Required, s.jitter_per_doubling, 1.0);
  visit("host_recompute_share", "Host time added by full recompute", Need::Required, s.host_recompute_share, 1.0);
  visit("gradient_bytes_timing", "Bytes per gradient element on the wire", Need::Required, s.gradient_bytes_timing, 1.0);
  visit("gradient_bytes_memory", "Bytes per gradient element kept", Need::Required, s.gradient_bytes_memory, 1.0);
  visit("wgrad_output_bytes", "Bytes written per weight-gradient element", Need::Required, s.wgrad_output_bytes, 1.0);
  visit("logits_bytes", "Bytes kept per logit", Need::Required, s.logits_bytes, 1.0);
  visit("activation_factor", "Measured over counted activation bytes", Need::Required, s.activation_factor, 1.0);
  visit("memory_overhead_gb", "Memory beyond states, activations and logits", Need::Required, s.memory_overhead, gb);
}

}  // namespace trireme
