// Where a communication group lies on the machine.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace trireme {

// Ranks are numbered tensor first, then context, data, pipeline: neighbours of a group are `stride` GPUs
// apart.
struct Group {
  std::int64_t ranks = 1;
  std::int64_t stride = 1;
};

// How a group falls into scale-up domains: `per_domain` of its ranks share one, `domains` are touched.
struct Placement {
  double per_domain = 1;
  double domains = 1;
  [[nodiscard]] bool crosses() const { return domains > 1; }
};

[[nodiscard]] inline Placement place(const Group& group, std::int64_t domain) {
  const std::int64_t fit = std::max<std::int64_t>(1, domain / group.stride);
  const std::int64_t inside = std::min(group.ranks, fit);
  return {static_cast<double>(inside),
          std::ceil(static_cast<double>(group.ranks) / static_cast<double>(inside))};
}

}  // namespace trireme
