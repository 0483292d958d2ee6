// Time of the kernels that send tokens to their experts and back: DeepEP, UCCL, pplx-garden.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/cost/collective_law.h"

namespace trireme {

// High throughput sends a token once to a node (DeepEP V1, UCCL, NVSHMEM; V2 does not copy with SMs), low
// latency once to an expert, batched (pplx-garden) the same in few messages.
enum class ExpertKernel { HighThroughput, HighThroughputV2, LowLatency, Batched };
template <>
struct EnumNames<ExpertKernel> {
  static constexpr std::array<EnumName<ExpertKernel>, 4> rows{{
      {ExpertKernel::HighThroughput, "high_throughput", "high throughput"},
      {ExpertKernel::HighThroughputV2, "high_throughput_v2", "high throughput, version 2"},
      {ExpertKernel::LowLatency, "low_latency", "low latency"},
      {ExpertKernel::Batched, "batched", "batched"},
  }};
};

struct ExpertCall {
  ExpertKernel kernel = ExpertKernel::HighThroughput;
  double tokens = 0;  // of a rank
  Bytes token;        // with its scales: 1.03125 B an element in FP8, 2 in BF16
  double top_k = 1;   // experts of a token
  double sms = 24;    // of a high-throughput kernel; the usual number, an assumption
  bool cross_rail = false;
};

struct ExpertTime {
  Seconds latency, network, scale_up, messages;  // network and scale-up overlap
  [[nodiscard]] Seconds time() const { return latency + max(network, scale_up) + messages; }
};

// Of all targets, the different ones that `choices` independent uniform picks hit on average.
[[nodiscard]] double different_targets(double targets, double choices);

// One dispatch or one combine; all zero for a single rank. Source: collectives specification, section 4.
[[nodiscard]] ExpertTime expert_exchange_time(const ExpertCall& call, const RankGroup& group);

}  // namespace trireme
