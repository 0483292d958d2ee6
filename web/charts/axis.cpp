// SPDX-License-Identifier: MIT
#include "web/charts/axis.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"

namespace trireme {
namespace {

std::string at_least(double value, int decimals) {
  const double last = std::pow(10.0, -decimals);
  if (value > 0 && value < last / 2) return "<" + fixed(last, decimals);
  return fixed(value, decimals);
}

}  // namespace

double tick_step(double range, int most) {
  if (!(range > 0) || most < 1) return 0;
  const double raw = range / most;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (double factor : {1.0, 2.0, 5.0})
    if (power * factor >= raw * (1 - 1e-9)) return power * factor;
  return power * 10;
}

std::string tick_text(double value, double step) {
  const int decimals = step > 0 && step < 1 ? static_cast<int>(std::ceil(-std::log10(step) - 1e-9)) : 0;
  return fixed(value, std::min(decimals, 9));
}

TimeUnit time_unit(double largest) {
  if (largest >= 7200) return {3600, "h", "hours", 2};
  if (largest >= 120) return {60, "min", "minutes", 2};
  if (largest >= 1) return {1, "s", "seconds", 2};
  if (largest >= 0.1) return {1e-3, "ms", "ms", 1};
  if (largest >= 1e-3) return {1e-3, "ms", "ms", 2};
  return {1e-6, "µs", "µs", 1};
}

std::string column_text(double seconds, const TimeUnit& unit) {
  return at_least(seconds / unit.seconds, unit.decimals);
}

std::string key_text(double seconds, const TimeUnit& unit) {
  const double value = seconds / unit.seconds;
  const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return at_least(value, std::min(decimals, unit.decimals)) + "\u202f" + unit.symbol;
}

std::string gigabytes_text(double bytes) { return at_least(bytes / 1e9, 1); }
std::string percent_text(double share) { return at_least(share * 100, 1); }
std::string whole_percent_text(double share) { return at_least(share * 100, 0) + "\u202f%"; }

}  // namespace trireme
