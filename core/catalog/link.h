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

struct Link {
  std::string id;
  std::string name;
  LinkKind kind = LinkKind::ScaleUp;
  std::string generation;
  bool in_network_reduction = false;

  BytesPerSecond bandwidth;  // per accelerator, one direction; zero where the instance decides
  // Expert exchange in training over what the collective law gives: 1 where nothing else is known.
  double nccl_dispatch_factor = 1;
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
  l.expert_latency_per_node;
}
{
  using namespace unit;
  visit("bandwidth_gb_per_s_per_direction", "Rate per accelerator and direction", Need::Optional, l.bandwidth,
        gb / second);
  visit("nccl_dispatch_factor", "NCCL expert exchange in training, time over the collective law",
        Need::Optional, l.nccl_dispatch_factor, 1.0);
  visit("expert_latency_per_node_us", "Ported expert exchange, latency per call and extra node",
        Need::Optional, l.expert_latency_per_node, microsecond);
}

}  // namespace trireme
