// Time of carrying tokens to their experts and back.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/units.h"
#include "core/cost/collectives.h"
#include "core/parallel/plan.h"

namespace trireme {

// One dispatch or combine of one MoE layer.
struct DispatchShape {
  Bytes tokens;             // this rank's tokens, each once: tokens * experts' input width * element bytes
  double top_k = 1;         // experts of a token
  std::int64_t ranks = 1;   // expert-parallel ranks
  std::int64_t stride = 1;  // GPUs between them: the expert-tensor group
};

// NCCL sends each copy of a token: latency + latency per domain + the slower of the bytes inside the domain
// over the scale-up link and those that leave it over the network.
// The others send a token once to each rank and, across the network, once to each domain, where it is
// forwarded. Source: training specification, section 3.
[[nodiscard]] Seconds token_dispatch_time(Dispatcher dispatcher, const DispatchShape& shape,
                                           const Fabric& fabric);

// What the DeepEP ports for EFA add to each call for every further node, whatever else runs.
[[nodiscard]] Seconds token_dispatch_latency(Dispatcher dispatcher, const DispatchShape& shape, const Fabric& fabric);

}  // namespace trireme
