// Groups of a plan under the collective law.
// SPDX-License-Identifier: MIT
#include "core/cost/group_collective.h"

namespace trireme {

RankGroup rank_group(const Group& group, const Fabric& fabric) {
  return {.ranks = static_cast<double>(group.ranks),
          .domains = place(group, fabric.scale_up_domain).domains,
          .scale_up = fabric.accelerator->scale_up_bandwidth,
          .scale_out = fabric.scale_out_per_gpu,
          .inside = &fabric.scale_up->domain_collectives,
          .across = &fabric.scale_out->network_collectives};
}

CollectiveTime group_collective_time(Collective kind, Bytes payload, const Group& group, const Fabric& fabric,
                                     double element_bytes) {
  return collective_time({.kind = kind, .size = payload, .element_bytes = element_bytes},
                         rank_group(group, fabric));
}

}  // namespace trireme
