// The parallel layout of a training run.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "core/base/flags.h"
#include "core/base/names.h"

namespace trireme {

// Order of the micro-batches in a pipeline.
enum class Schedule {
  OneForwardOneBackward,  // 1F1B, interleaved with virtual stages
  ZeroBubble,             // ZB-H1: weight gradients fill the drain
  DualPipe                // from both ends, forward and backward of two micro-batches at a time
};
template <>
struct EnumNames<Schedule> {
  static constexpr std::array<EnumName<Schedule>, 3> rows{{
      {Schedule::OneForwardOneBackward, "1f1b", "1F1B, interleaved with VP"},
      {Schedule::ZeroBubble, "zero_bubble", "Zero bubble (ZB-H1)"},
      {Schedule::DualPipe, "dualpipe", "DualPipe"},
  }};
};

// What data-parallel ranks split among themselves.
enum class Sharding {
  None,       // DDP: every rank holds everything, gradients are all-reduced
  Optimizer,  // distributed optimizer, ZeRO-1: optimizer states split
  Gradients,  // ZeRO-2, FSDP SHARD_GRAD_OP: gradients too, weights gathered once per step
  Full        // FSDP, ZeRO-3: weights too
};
template <>
struct EnumNames<Sharding> {
  static constexpr std::array<EnumName<Sharding>, 4> rows{{
      {Sharding::None, "ddp", "DDP, nothing split"},
      {Sharding::Optimizer, "distributed_optimizer", "Distributed optimizer (ZeRO-1)"},
      {Sharding::Gradients, "zero2", "ZeRO-2, SHARD_GRAD_OP"},
      {Sharding::Full, "fsdp", "FSDP (ZeRO-3)"},
  }};
};

// What the backward pass computes again instead of keeping.
enum class Recompute { None, Selective, Operators, Full };
template <>
struct EnumNames<Recompute> {
  static constexpr std::array<EnumName<Recompute>, 4> rows{{
      {Recompute::None, "none", "None"},
      {Recompute::Selective, "selective", "Selective: the modules named"},
      {Recompute::Operators, "operators", "Operator-level (torchtitan SAC)"},
      {Recompute::Full, "full", "Full: every layer"},
  }};
};

// What selective recompute repeats; the spelling is Megatron-Core's.
enum class RecomputeModule { CoreAttention, MlaUpProjection, Mlp, Moe, MoeActivation, LayerNorm };
template <>
struct EnumNames<RecomputeModule> {
  static constexpr std::array<EnumName<RecomputeModule>, 6> rows{{
      {RecomputeModule::CoreAttention, "core_attn", "Core attention"},
      {RecomputeModule::MlaUpProjection, "mla_up_proj", "MLA up-projections"},
      {RecomputeModule::Mlp, "mlp", "Dense MLP"},
      {RecomputeModule::Moe, "moe", "MoE layer with its exchange"},
      {RecomputeModule::MoeActivation, "moe_act", "Expert activation"},
      {RecomputeModule::LayerNorm, "layernorm", "Norms"},
  }};
};

// How tokens travel to the ranks of their experts and back.
enum class Dispatcher {
  Unknown,  // sends a token once per rank or node, host time of an older dispatcher
  Nccl,     // all-to-all of every copy of a token
  DeepEp,
  Uccl,  // DeepEP ports for EFA: latency of every extra node in each call
  Nvshmem,
  HybridEp
};
template <>
struct EnumNames<Dispatcher> {
  static constexpr std::array<EnumName<Dispatcher>, 6> rows{{
      {Dispatcher::Unknown, "unknown", "Not known"},
      {Dispatcher::Nccl, "nccl", "NCCL all-to-all"},
      {Dispatcher::DeepEp, "deepep", "DeepEP"},
      {Dispatcher::Uccl, "uccl", "UCCL-EP"},
      {Dispatcher::Nvshmem, "nvshmem", "NVSHMEM (pplx)"},
      {Dispatcher::HybridEp, "hybridep", "HybridEP"},
  }};
};

enum class CudaGraphs { None, Layers, Iteration };
template <>
struct EnumNames<CudaGraphs> {
  static constexpr std::array<EnumName<CudaGraphs>, 3> rows{{
      {CudaGraphs::None, "none", "None"},
      {CudaGraphs::Layers, "layers", "Layer by layer"},
      {CudaGraphs::Iteration, "iteration", "Whole iteration"},
  }};
};

// A switch whose default is the stack's.
enum class Switch { Auto, On, Off };
template <>
struct EnumNames<Switch> {
  static constexpr std::array<EnumName<Switch>, 3> rows{{
      {Switch::Auto, "auto", "As the stack does"},
      {Switch::On, "on", "On"},
      {Switch::Off, "off", "Off"},
  }};
};

// Degrees multiply: tensor * context * pipeline * data = GPUs. The data-parallel degree is what is left.
// Experts are laid out anew over the GPUs of a stage: expert * expert_tensor * expert data = GPUs / pipeline.
struct Plan {
  std::int64_t tensor = 1;
  bool sequence_parallel = true;  // norms and residuals split over the tensor group (no effect at tensor = 1)
  std::int64_t context = 1;
  std::int64_t pipeline = 1;
  std::int64_t virtual_stages = 1;  // model chunks per pipeline stage; 1 = 1F1B, more = interleaved
  Schedule schedule = Schedule::OneForwardOneBackward;
  std::int64_t micro_batch = 1;    // sequences per data-parallel rank and micro-batch
  std::int64_t expert = 1;         // ranks that the experts of a layer are spread over
  std::int64_t expert_tensor = 1;  // ranks that split each expert's matrices
  Dispatcher dispatcher = Dispatcher::Unknown;
  Sharding sharding = Sharding::Optimizer;
  std::int64_t sharding_group = 0;  // ranks that split weights under FSDP, copies beyond (HSDP); 0 = all
  Recompute recompute = Recompute::None;
  Flags<RecomputeModule> recompute_modules{RecomputeModule::CoreAttention};  // of selective recompute
  Switch overlap_tensor = Switch::Auto;     // tensor-parallel collectives behind GEMMs
  Switch overlap_data = Switch::Auto;       // gradient and weight collectives behind compute
  Switch fp8_weight_gather = Switch::Auto;  // weights travel in FP8
  Switch overlap_expert = Switch::Auto;     // expert exchange behind the compute of other micro-batches
  CudaGraphs cuda_graphs = CudaGraphs::None;
  friend bool operator==(const Plan&, const Plan&) = default;
};

}  // namespace trireme
