// Units by suffix.
// SPDX-License-Identifier: MIT
#include "core/catalog/number_unit.h"

#include <array>

namespace trireme {
namespace {

// A row without underscore is the whole name of a count. Ranges catch slipped units, not surprising hardware.
constexpr std::array rows{
    NumberUnit{"_tflops", "TFLOP/s", 0.1, 1e5},
    NumberUnit{"_tops", "TOP/s", 0.1, 1e5},
    NumberUnit{"_t_per_s", "10\u00b9\u00b2/s", 0.01, 1e3},
    NumberUnit{"_kb", "kB", 0, 1e6},
    NumberUnit{"_gb", "GB", 0, 1e7},
    NumberUnit{"_gib", "GiB", 0, 1e6},
    NumberUnit{"_gb_per_s", "GB/s", 1, 1e5},
    NumberUnit{"_gb_per_s_per_direction", "GB/s per direction", 0.1, 1e4},
    NumberUnit{"_gbit_per_s", "Gbit/s", 0, 1e6},
    NumberUnit{"_gbit_per_s_per_direction", "Gbit/s per direction", 1, 1e6},
    NumberUnit{"_w", "W", 1, 1e5},
    NumberUnit{"_us", "\u00b5s", 0, 1e6},
    NumberUnit{"_ns", "ns", 0, 1e6},
    NumberUnit{"_ms", "ms", 0, 1e5},
    NumberUnit{"_usd_per_hour", "USD/h", 1e-3, 1e5},
    NumberUnit{"_tokens", "tokens", 0, 1e9},
    NumberUnit{"training_tokens", "tokens", 1e6, 1e17},
    NumberUnit{"_elements", "elements", 0, 1e5},
    NumberUnit{"_per_score", "per score", 0, 100},
    NumberUnit{"_bytes", "B", 0, 1e3},
    NumberUnit{"_share", "", 0, 1},
    NumberUnit{"_efficiency", "", 0.01, 1.5},
    NumberUnit{"efficiency", "", 0.01, 1.5},
    NumberUnit{"_ratio", "", 0.01, 5},
    NumberUnit{"_rows", "rows", 0, 1e4},
    NumberUnit{"_sequences", "sequences", 1, 1e6},
    NumberUnit{"_steps", "steps", 0, 1e3},
    NumberUnit{"_ranks", "", 0.01, 1.5},
    NumberUnit{"_half_ranks", "ranks", 1, 1e6},
    NumberUnit{"_from_ranks", "ranks", 1, 1e4},
    NumberUnit{"ring_domains", "domains", 1, 1e4},
    NumberUnit{"_fill_limit", "latencies", 0, 1e4},
    NumberUnit{"_per_peer", "per peer", 0, 1e3},
    NumberUnit{"_factor", "\u00d7", 0.1, 10},
    NumberUnit{"_exponent", "", 1, 100},
    NumberUnit{"_passes_forward", "passes", 0, 100},
    NumberUnit{"_passes_backward", "passes", 0, 100},
    NumberUnit{"_year", "", 2010, 2040},
    NumberUnit{"accelerators", "", 1, 1e5},
    NumberUnit{"scale_up_domain", "accelerators", 1, 1e5},
    NumberUnit{"network_interfaces", "", 0, 1e4},
    NumberUnit{"vcpus", "", 1, 1e5},
    NumberUnit{"hidden", "", 1, 1e6},
    NumberUnit{"vocabulary", "tokens", 0, 1e7},
    NumberUnit{"embedding_width", "", 1, 1e6},
    NumberUnit{"learned_positions", "", 0, 1e7},
    NumberUnit{"outer_norms", "", 0, 100},
    NumberUnit{"mtp_layers", "", 0, 100},
    NumberUnit{"_parameters", "", 0, 1e15},
};

bool fits(const NumberUnit& row, std::string_view name) {
  return row.suffix.front() == '_' ? name.ends_with(row.suffix) : name == row.suffix;
}

}  // namespace

const NumberUnit* unit_of_number(std::string_view name) {
  const NumberUnit* best = nullptr;
  if (const auto dot = name.rfind('.'); dot != std::string_view::npos) name.remove_prefix(dot + 1);
  for (const NumberUnit& row : rows)
    if (fits(row, name) && (best == nullptr || row.suffix.size() > best->suffix.size())) best = &row;
  return best;
}

}  // namespace trireme
