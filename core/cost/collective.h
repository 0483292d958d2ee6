// The operations that a group of ranks does together.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/base/names.h"

namespace trireme {

// Spelled as in nccl-tests.
enum class Collective { AllReduce, AllGather, ReduceScatter, AllToAll, SendReceive };
template <>
struct EnumNames<Collective> {
  static constexpr std::array<EnumName<Collective>, 5> rows{{
      {Collective::AllReduce, "allreduce", "all-reduce"},
      {Collective::AllGather, "allgather", "all-gather"},
      {Collective::ReduceScatter, "reducescatter", "reduce-scatter"},
      {Collective::AllToAll, "alltoall", "all-to-all"},
      {Collective::SendReceive, "sendrecv", "send and receive"},
  }};
};

}  // namespace trireme
