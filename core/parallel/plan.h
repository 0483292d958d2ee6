// The parallel layout of a training run.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "core/base/names.h"

namespace trireme {

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
      {Recompute::Selective, "selective", "Selective: core attention"},
      {Recompute::Operators, "operators", "Operator-level (torchtitan SAC)"},
      {Recompute::Full, "full", "Full: every layer"},
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
struct Plan {
  std::int64_t tensor = 1;
  bool sequence_parallel = true;  // norms and residuals split over the tensor group (no effect at tensor = 1)
  std::int64_t context = 1;
  std::int64_t pipeline = 1;
  std::int64_t virtual_stages = 1;  // model chunks per pipeline stage; 1 = 1F1B, more = interleaved
  std::int64_t micro_batch = 1;     // sequences per data-parallel rank and micro-batch
  Sharding sharding = Sharding::Optimizer;
  Recompute recompute = Recompute::None;
  Switch overlap_tensor = Switch::Auto;  // tensor-parallel collectives behind GEMMs
  Switch overlap_data = Switch::Auto;    // gradient and weight collectives behind compute
  CudaGraphs cuda_graphs = CudaGraphs::None;
  friend bool operator==(const Plan&, const Plan&) = default;
};

}  // namespace trireme
