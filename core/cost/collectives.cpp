// Groups of a plan under the collective law.
// SPDX-License-Identifier: MIT
#include "core/cost/collectives.h"

namespace trireme {

RankGroup rank_group(const Group& group, const Fabric& fabric) {
  return {.ranks = static_cast<double>(group.ranks),
          .domains = place(group, fabric.scale_up_domain).domains,
          .scale_up = fabric.accelerator->scale_up_bandwidth,
          .scale_out = fabric.scale_out_per_gpu,
          .inside = &fabric.scale_up->domain_collectives,
          .across = &fabric.scale_out->network_collectives};
}

CollectiveTime group_collective(Collective kind, Bytes payload, const Group& group, const Fabric& fabric,
                                double element_bytes) {
  return collective_time({.kind = kind, .size = payload, .element_bytes = element_bytes},
                         rank_group(group, fabric));
}

Seconds message_time(Bytes message, std::int64_t reach, const Fabric& fabric) {
  const std::int64_t stride = reach > fabric.scale_up_domain ? fabric.scale_up_domain : 1;
  return collective_time(Collective::SendReceive, message, {2, stride}, fabric);
}

}  // namespace trireme
