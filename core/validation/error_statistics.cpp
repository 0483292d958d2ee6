// Statistics of relative errors.
// SPDX-License-Identifier: MIT
#include "core/validation/error_statistics.h"

#include <algorithm>
#include <cmath>

namespace trireme {

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double position = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return std::lerp(values[below], values[above], position - static_cast<double>(below));
}

ErrorStatistics error_statistics(const std::vector<double>& ratios) {
  ErrorStatistics result;
  result.rows = ratios.size();
  if (ratios.empty()) return result;
  std::vector<double> errors, logarithms;
  double sum = 0, inside = 0;
  for (const double ratio : ratios) {
    errors.push_back(std::fabs(ratio - 1));
    logarithms.push_back(std::log(ratio));
    sum += errors.back();
    inside += ratio <= 1.25 && ratio >= 1 / 1.25;
  }
  const double count = static_cast<double>(ratios.size());
  result.mean = sum / count;
  result.within = inside / count;
  result.median = quantile(errors, 0.5);
  result.p90 = quantile(errors, 0.9);
  result.bias = quantile(logarithms, 0.5);
  return result;
}

}  // namespace trireme
