// The collective law for a group of a plan on the links of a machine.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/cost/collective_law.h"
#include "core/cost/collectives.h"

namespace trireme {

// Where the group lies: ranks that fit a domain share it, the others are reached over the network, each rank
// with its accelerator's share of the node's.
[[nodiscard]] RankGroup rank_group(const Group& group, const Fabric& fabric);

// `payload` is the full buffer, as in collectives.h.
[[nodiscard]] CollectiveTime group_collective_time(Collective kind, Bytes payload, const Group& group,
                                                   const Fabric& fabric, double element_bytes = 2);

}  // namespace trireme
