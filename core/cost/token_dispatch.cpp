// Dispatch and combine of mixture-of-experts layers.
// SPDX-License-Identifier: MIT
#include "core/cost/token_dispatch.h"

#include <cmath>

#include "core/cost/expert_exchange.h"

namespace trireme {

Seconds token_dispatch_time(Dispatcher dispatcher, const DispatchShape& shape, const Fabric& fabric) {
  const Group group{shape.ranks, shape.stride};
  if (dispatcher == Dispatcher::Nccl) {
    const bool crosses = place(group, fabric.scale_up_domain).crosses();
    return (crosses ? fabric.scale_out->nccl_dispatch_factor : 1) *
           collective_time(Collective::AllToAll, shape.tokens * shape.top_k * shape.token, group, fabric);
  }
  const bool copies_by_sm = dispatcher != Dispatcher::HybridEp && dispatcher != Dispatcher::Unknown;
  return expert_exchange_time(
             {.kernel = copies_by_sm ? ExpertKernel::HighThroughput : ExpertKernel::HighThroughputV2,
              .tokens = shape.tokens,
              .token = shape.token,
              .top_k = shape.top_k},
             rank_group(group, fabric))
      .time();
}

Seconds token_dispatch_latency(Dispatcher dispatcher, const DispatchShape& shape, const Fabric& fabric) {
  if (dispatcher != Dispatcher::Uccl && dispatcher != Dispatcher::Nvshmem) return {};
  const double nodes = std::ceil(static_cast<double>(shape.ranks * shape.stride) /
                                 static_cast<double>(fabric.scale_up_domain));
  return (nodes - 1) * fabric.scale_out->expert_latency_per_node;
}

}  // namespace trireme
