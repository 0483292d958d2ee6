// The unit that the name of a catalog number ends in, and the range in which such a number is plausible.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace trireme {

struct NumberUnit {
  std::string_view suffix;  // of the name: "_gb_per_s"
  std::string_view text;    // for a person: "GB/s"
  double minimum = 0;
  double maximum = 0;
};

// The unit of a number, by the longest suffix that fits; null when the name states none.
[[nodiscard]] const NumberUnit* unit_of_number(std::string_view name);

}  // namespace trireme
