// Ticks of an axis and the one unit that a column or an axis of times keeps.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace trireme {

// 1, 2 or 5 times a power of ten, so that at most `most` steps fit into `range`. 0 for an empty range.
[[nodiscard]] double tick_step(double range, int most);

// "0", "2.5", "1,000": as many decimals as `step` needs.
[[nodiscard]] std::string tick_text(double value, double step);

struct TimeUnit {
  double seconds = 1;  // in one of it
  const char* symbol = "s";
  const char* name = "seconds";
  int decimals = 2;  // of a column
};

// The unit for a column whose largest value this is: two decimals, so that sums can be checked.
[[nodiscard]] TimeUnit time_unit(double largest_seconds);

// In a column; a value under the last digit is "<0.01".
[[nodiscard]] std::string column_text(double seconds, const TimeUnit& unit);

// Alone, with its unit, three digits at most: "11.8 s", "0.30 s".
[[nodiscard]] std::string key_text(double seconds, const TimeUnit& unit);

// "62.1" and "<0.1": bytes as 10^9, shares as percent.
[[nodiscard]] std::string gigabytes_text(double bytes);
[[nodiscard]] std::string percent_text(double share);        // "28.6"
[[nodiscard]] std::string whole_percent_text(double share);  // "29 %"

}  // namespace trireme
