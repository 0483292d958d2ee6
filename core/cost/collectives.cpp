// Collective and message times.
// SPDX-License-Identifier: MIT
#include "core/cost/collectives.h"

#include <cmath>

namespace trireme {
namespace {

const CollectiveLaw& law_of(const KernelLaws& laws, Collective kind) {
  switch (kind) {
    case Collective::AllReduce: return laws.all_reduce;
    case Collective::AllGather: return laws.all_gather;
    default: return laws.reduce_scatter;
  }
}

// Latency steps grow like a ring up to eight ranks and like a tree beyond.
double latency_steps(double ranks) { return ranks <= 8 ? ranks - 1 : 7 + 2 * std::log2(ranks / 8); }

}  // namespace

Seconds collective_time(Collective kind, Bytes payload, const Group& group, const Fabric& fabric) {
  if (group.ranks <= 1) return {};
  const CollectiveLaw& law = law_of(fabric.accelerator->laws, kind);
  const double ranks = static_cast<double>(group.ranks);
  const double passes = kind == Collective::AllReduce ? 2 : 1;
  const Bytes wire = passes * payload * ((ranks - 1) / ranks);
  const Placement placement = place(group, fabric.scale_up_domain);
  const BytesPerSecond scale_up = fabric.accelerator->scale_up_bandwidth;

  if (!placement.crosses()) {
    const double efficiency =
        group.ranks == 2 ? law.efficiency_2 : (group.ranks <= 4 ? law.efficiency_4 : law.efficiency_8);
    return law.a0 + law.a1 * (passes * latency_steps(ranks)) + wire / (scale_up * efficiency) +
           law.gamma * std::sqrt(wire.in(unit::mb));
  }
  const BytesPerSecond network = placement.per_domain * fabric.scale_out_rate();
  // Without a scale-up link the network is the only limit.
  const BytesPerSecond rate =
      scale_up > BytesPerSecond{} ? min(network, scale_up * law.efficiency_8) : network;
  return fabric.scale_out->collective_latency +
         fabric.scale_out->collective_latency_per_node * (passes * placement.domains) + wire / rate;
}

MessagePath message_path(std::int64_t reach, const Fabric& fabric) {
  if (reach <= fabric.scale_up_domain)
    return {fabric.scale_up->efficiency * fabric.accelerator->scale_up_bandwidth,
            fabric.scale_up->message_latency, fabric.scale_up->ring_step_latency, false};
  return {fabric.scale_out_rate(), fabric.scale_out->message_latency, fabric.scale_out->ring_step_latency,
          true};
}

}  // namespace trireme
