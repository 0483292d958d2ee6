// One node that can be rented or bought: accelerators, network, host, local disks, prices.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "core/catalog/accelerator.h"
#include "core/catalog/provenance.h"

namespace trireme {

// A list price; a user must check it before buying, and can override it.
struct Price {
  std::string kind;    // "on_demand", "capacity_block", "capex" …
  std::string region;  // cloud region, or empty
  Usd usd_per_hour;    // of the whole instance
  std::string date;
  std::string source;
  std::string note;
  friend bool operator==(const Price&, const Price&) = default;
};

// Shown beside every price.
inline constexpr std::string_view price_advice = "List price of the date given; check it before you buy.";

struct Instance {
  std::string id;
  std::string name;
  std::vector<std::string> aliases;
  std::string provider;        // "aws", "nvidia", …
  std::string accelerator;     // catalog id
  std::string scale_up_link;   // link id; empty when there is none
  std::string scale_out_link;  // link id; empty when nodes cannot be joined

  std::int64_t accelerators = 0;  // per instance
  std::int64_t scale_up_domain =
      0;  // accelerators that share the scale-up fabric; may span instances (72 in an NVL72)
  BytesPerSecond scale_out_bandwidth;  // per instance, one direction, nominal
  BytesPerSecond host_bandwidth;  // between host and accelerator, one direction; 0 = as the accelerator says
  std::int64_t network_interfaces = 0;
  std::int64_t vcpus = 0;
  Bytes host_memory;
  Bytes local_nvme;
  BytesPerSecond ebs_bandwidth;

  std::vector<Price> prices;
  Provenance provenance;

  // Nominal, one direction.
  [[nodiscard]] BytesPerSecond scale_out_per_accelerator() const {
    return scale_out_bandwidth / static_cast<double>(accelerators > 0 ? accelerators : 1);
  }
  friend bool operator==(const Instance&, const Instance&) = default;
};

template <class I, class Visit>
void for_each_number(I& i, Visit&& visit) requires requires {
  i.scale_out_bandwidth;
}
{
  using namespace unit;
  visit("accelerators", "Accelerators per instance", Need::Required, i.accelerators, std::int64_t{1});
  visit("scale_up_domain", "Accelerators in one scale-up domain", Need::Required, i.scale_up_domain,
        std::int64_t{1});
  visit("scale_out_gbit_per_s_per_direction", "Network per instance and direction", Need::Optional,
        i.scale_out_bandwidth, gbit / second);
  visit("host_link_gb_per_s_per_direction", "Host link, per direction", Need::Optional, i.host_bandwidth,
        gb / second);
  visit("network_interfaces", "Network interfaces", Need::Optional, i.network_interfaces, std::int64_t{1});
  visit("vcpus", "vCPUs", Need::Optional, i.vcpus, std::int64_t{1});
  visit("host_memory_gib", "Host memory", Need::Optional, i.host_memory, gib);
  visit("local_nvme_gb", "Local NVMe", Need::Optional, i.local_nvme, gb);
  visit("ebs_gbit_per_s", "EBS bandwidth", Need::Optional, i.ebs_bandwidth, gbit / second);
}

}  // namespace trireme
