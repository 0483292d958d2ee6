// SPDX-License-Identifier: MIT
#include "tests/calibration/training_constants.h"

namespace trireme::calibration {
namespace {

bool is_ampere(const Problem& p) {
  return p.accelerator.architecture == "ampere" || p.accelerator.architecture == "ada";
}
bool is_hopper(const Problem& p) { return p.accelerator.architecture == "hopper"; }
bool is_blackwell(const Problem& p) { return p.accelerator.architecture == "blackwell"; }
bool is_megatron(const Problem& p) { return p.stack.id == "megatron-core"; }

TrainingFactors& factors(Problem& p) { return p.accelerator.laws.training; }

}  // namespace

const std::vector<Constant>& training_constants() {
  static const std::vector<Constant> list{
      {"gemm, Ampere", 1, 0.3, [](Problem& p) { return is_ampere(p) ? &factors(p).gemm : nullptr; }},
      {"gemm, Hopper", 1, 0.3, [](Problem& p) { return is_hopper(p) ? &factors(p).gemm : nullptr; }},
      {"gemm, Blackwell", 1, 0.3, [](Problem& p) { return is_blackwell(p) ? &factors(p).gemm : nullptr; }},
      {"gemm_fp8", 1, 0.3, [](Problem& p) { return &factors(p).gemm_fp8; }},
      {"gemm_fp4", 1, 0.5, [](Problem& p) { return &factors(p).gemm_fp4; }},
      {"gemm_unaligned", 1.3, 0.5, [](Problem& p) { return &factors(p).gemm_unaligned; }},
      {"elementwise_efficiency", 0.75, 0.3, [](Problem& p) { return &factors(p).elementwise_efficiency; }},
      {"attention_forward, Ampere", 1, 0.5,
       [](Problem& p) { return is_ampere(p) ? &factors(p).attention_forward : nullptr; }},
      {"attention_forward", 1, 0.5,
       [](Problem& p) { return is_ampere(p) ? nullptr : &factors(p).attention_forward; }},
      {"attention_backward", 3, 0.3, [](Problem& p) { return &factors(p).attention_backward; }},
      {"attention_factor of FSDP stacks", 1.5, 0.5,
       [](Problem& p) { return is_ampere(p) || is_megatron(p) ? nullptr : &p.attention_factor; }},
      {"tp_exposed_share", 0.3, 0.7, [](Problem& p) { return &p.stack.tp_exposed_share; }},
      {"contention_share", 0.2, 0.7, [](Problem& p) { return &p.stack.contention_share; }},
      {"host_per_layer", 1e-3, 1, [](Problem& p) { return base(p.stack.host_per_layer); }},
      {"host_per_tp_layer", 1e-3, 1, [](Problem& p) { return base(p.stack.host_per_tp_layer); }},
      {"host_per_moe_layer", 5e-3, 1, [](Problem& p) { return base(p.stack.host_per_moe_layer); }},
      {"host_per_expert", 1e-4, 1, [](Problem& p) { return base(p.stack.host_per_expert); }},
      {"host_dispatcher_factor", 1, 0.5, [](Problem& p) { return &p.stack.host_dispatcher_factor; }},
      {"host_fp8_factor", 1.3, 0.5, [](Problem& p) { return &p.stack.host_fp8_factor; }},
      {"host_graph_share", 0.3, 0.7, [](Problem& p) { return &p.stack.host_graph_share; }},
      {"host_per_step", 0.03, 1, [](Problem& p) { return base(p.stack.host_per_step); }},
      {"jitter_per_doubling", 0.005, 0.7, [](Problem& p) { return &p.stack.jitter_per_doubling; }},
      {"expert_latency_per_node", 1e-3, 1,
       [](Problem& p) {
         return p.scale_out.kind == LinkKind::Efa ? base(p.scale_out.expert_latency_per_node) : nullptr;
       }},
      {"nccl_dispatch_factor, EFA", 1.5, 0.7,
       [](Problem& p) {
         return p.scale_out.kind == LinkKind::Efa ? &p.scale_out.nccl_dispatch_factor : nullptr;
       }},
      {"compute_factor, llm-foundry", 1, 0.3,
       [](Problem& p) { return p.stack.id == "llm-foundry" ? &p.stack.compute_factor : nullptr; }},
      {"compute_factor, hf-fsdp", 2, 1,
       [](Problem& p) { return p.stack.id == "hf-fsdp" ? &p.stack.compute_factor : nullptr; }},
      {"compute_factor, megatron-deepspeed", 1, 0.3,
       [](Problem& p) { return p.stack.id == "megatron-deepspeed" ? &p.stack.compute_factor : nullptr; }},
      {"scan_factor", 2, 1, [](Problem& p) { return &p.stack.scan_factor; }},
  };
  return list;
}

}  // namespace trireme::calibration
