// How far predictions are from measurements.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace trireme {

struct ErrorStatistics {
  std::size_t rows = 0;
  double median = 0, mean = 0, p90 = 0;  // of |predicted/measured - 1|
  double bias = 0;                       // median of ln(predicted/measured): above 0 is too much
  double within = 0;                     // share of rows with a ratio between 1/1.25 and 1.25
};

// All zero without a ratio. A ratio is predicted/measured, above zero.
[[nodiscard]] ErrorStatistics error_statistics(const std::vector<double>& ratios);

// The value below which `share` of the values lie, interpolated linearly between neighbours as numpy's
// quantile() does by default. Zero without values.
[[nodiscard]] double quantile(std::vector<double> values, double share);

}  // namespace trireme
