// Collectives and messages of a plan's groups on the links of a machine.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/base/units.h"
#include "core/catalog/accelerator.h"
#include "core/catalog/link.h"
#include "core/cost/collective_law.h"
#include "core/parallel/placement.h"

namespace trireme {

// The links a group may use.
struct Fabric {
  const Accelerator* accelerator = nullptr;
  const Link* scale_up = nullptr;
  const Link* scale_out = nullptr;
  std::int64_t scale_up_domain = 1;  // GPUs
  BytesPerSecond scale_out_per_gpu;  // nominal, one direction
};

// Where the group lies: ranks that fit a domain share it, the others are reached over the network, each rank
// with its accelerator's share of the node's.
[[nodiscard]] RankGroup rank_group(const Group& group, const Fabric& fabric);

// `payload` is the full buffer: what each rank holds before an all-reduce or reduce-scatter, or after an
// all-gather; the whole send buffer of an all-to-all.
[[nodiscard]] CollectiveTime group_collective(Collective kind, Bytes payload, const Group& group,
                                              const Fabric& fabric, double element_bytes = 2);
[[nodiscard]] inline Seconds collective_time(Collective kind, Bytes payload, const Group& group,
                                             const Fabric& fabric) {
  return group_collective(kind, payload, group, fabric).time();
}

// A message between neighbours of a group that spans `reach` GPUs: over the scale-up link when they fit a
// domain, over the network otherwise.
[[nodiscard]] Seconds message_time(Bytes message, std::int64_t reach, const Fabric& fabric);

}  // namespace trireme
