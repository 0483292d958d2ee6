// One kind of interconnect: NVLink and other scale-up links, EFA, InfiniBand, RoCE, PCIe.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>

#include "core/base/names.h"
#include "core/base/units.h"
#include "core/catalog/accelerator.h"
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

// Collectives that cross the network: t = base + per_node * nodes + bytes / rate, see core/cost/collectives.h.
struct Link {
  std::string id;
  std::string name;
  LinkKind kind = LinkKind::ScaleUp;
  std::string generation;
  bool in_network_reduction = false;

  BytesPerSecond bandwidth;          // per accelerator, one direction; zero where the instance decides
  double efficiency = 0;             // share of the nominal rate that large messages reach
  Seconds collective_latency;        // of a collective that crosses it
  Seconds collective_latency_per_node;  // added for each node or domain, once per pass over the ring
  Seconds message_latency;           // point to point

  Provenance provenance;
  friend bool operator==(const Link&, const Link&) = default;
};

template <class L, class Visit>
void for_each_number(L& l, Visit&& visit)
  requires requires { l.collective_latency; }
{
  using namespace unit;
  visit("bandwidth_gb_per_s_per_direction", "Rate per accelerator and direction", Need::Optional, l.bandwidth, gb / second);
  visit("efficiency", "Share of the nominal rate for large messages", Need::Optional, l.efficiency, 1.0);
  visit("collective_latency_us", "Latency of a collective", Need::Optional, l.collective_latency, microsecond);
  visit("collective_latency_per_node_us", "Latency per node and pass", Need::Optional, l.collective_latency_per_node, microsecond);
  visit("message_latency_us", "Latency of a message", Need::Optional, l.message_latency, microsecond);
}

}  // namespace trireme
