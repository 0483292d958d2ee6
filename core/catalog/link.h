// One kind of interconnect: NVLink and other scale-up links, EFA, InfiniBand, RoCE, PCIe.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>

#include "core/base/names.h"
#include "core/base/units.h"
#include "core/catalog/accelerator.h"
#include "core/catalog/link_collectives.h"
#include "core/catalog/provenance.h"

namespace trireme {

enum class LinkKind { ScaleUp, Efa, InfiniBand, Roce, Ethernet, OmniPath, Host };
template <>
struct EnumNames<LinkKind> {
  static constexpr std::array<EnumName<LinkKind>, 7> rows{{
      {LinkKind::ScaleUp, "scale_up", "scale-up link"},
      {LinkKind::Efa, "efa", "EFA"},
      {LinkKind::InfiniBand, "infiniband", "InfiniBand"},
      {LinkKind::Roce, "roce", "RoCE"},
      {LinkKind::Ethernet, "ethernet", "Ethernet"},
      {LinkKind::OmniPath, "omni_path", "Omni-Path"},
      {LinkKind::Host, "host", "host link"},
  }};
};

// Collectives that cross the network: t = base + per_node * nodes + bytes / rate, see
// core/cost/collectives.h.
struct Link {
  std::string id;
  std::string name;
  LinkKind kind = LinkKind::ScaleUp;
  std::string generation;
  bool in_network_reduction = false;

  BytesPerSecond bandwidth;  // per accelerator, one direction; zero where the instance decides
  // Shares of the nominal rate. Collectives inside a scale-up domain have laws of their own in the
  // accelerator: there `efficiency` is that of messages between two accelerators.
  double efficiency = 0;                  // large messages, and collectives that cross the link
  double all_to_all_efficiency = 0;       // expert exchange that sends a token once per rank or node
  double nccl_all_to_all_efficiency = 0;  // expert exchange by NCCL's all-to-all
  Seconds collective_latency;             // of a collective that crosses it
  Seconds collective_latency_per_node;    // added for each node or domain, once per pass over the ring
  Seconds message_latency;                // point to point
  Seconds ring_step_latency;              // one step of ring attention
  Seconds all_to_all_latency;
  Seconds nccl_all_to_all_latency, nccl_all_to_all_latency_per_node;
  Seconds expert_latency_per_node;  // DeepEP ports (UCCL, NVSHMEM): per call and extra node, never hidden

  // NCCL's collectives: the first inside a domain of this link, the second across it; the other is absent.
  DomainCollectives domain_collectives;
  NetworkCollectives network_collectives;
  [[nodiscard]] bool joins_domain() const { return kind == LinkKind::ScaleUp || kind == LinkKind::Host; }

  Provenance provenance;
  friend bool operator==(const Link&, const Link&) = default;
};

template <class L, class Visit>
void for_each_number(L& l, Visit&& visit) requires requires {
  l.collective_latency;
}
{
  using namespace unit;
  visit("bandwidth_gb_per_s_per_direction", "Rate per accelerator and direction", Need::Optional, l.bandwidth,
        gb / second);
  visit("efficiency", "Share of the nominal rate for large messages", Need::Optional, l.efficiency, 1.0);
  visit("collective_latency_us", "Latency of a collective", Need::Optional, l.collective_latency,
        microsecond);
  visit("collective_latency_per_node_us", "Latency per node and pass", Need::Optional,
        l.collective_latency_per_node, microsecond);
  visit("message_latency_us", "Latency of a message", Need::Optional, l.message_latency, microsecond);
  visit("ring_step_latency_us", "Latency of a step of ring attention", Need::Optional, l.ring_step_latency,
        microsecond);
  visit("all_to_all_efficiency", "Expert exchange, share of the nominal rate", Need::Optional,
        l.all_to_all_efficiency, 1.0);
  visit("all_to_all_latency_us", "Expert exchange, latency", Need::Optional, l.all_to_all_latency,
        microsecond);
  visit("nccl_all_to_all_efficiency", "NCCL all-to-all, share of the nominal rate", Need::Optional,
        l.nccl_all_to_all_efficiency, 1.0);
  visit("nccl_all_to_all_latency_us", "NCCL all-to-all, latency", Need::Optional, l.nccl_all_to_all_latency,
        microsecond);
  visit("nccl_all_to_all_latency_per_node_us", "NCCL all-to-all, latency per node", Need::Optional,
        l.nccl_all_to_all_latency_per_node, microsecond);
  visit("expert_latency_per_node_us", "Ported expert exchange, latency per call and extra node",
        Need::Optional, l.expert_latency_per_node, microsecond);
}

}  // namespace trireme
