// Values of terms as a person reads them in the card.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace trireme {

// "117 MB", "5.25", "900 GB/s", "405 B": bytes, seconds and counts in the unit a person would use.
[[nodiscard]] std::string value_text(double value, std::string_view unit);

// The same in two parts, for a large figure with a small unit.
struct ValueParts {
  std::string number, unit;
};
[[nodiscard]] ValueParts value_parts(double value, std::string_view unit);

// A formula with the signs of mathematics instead of those of a programming language.
[[nodiscard]] std::string formula_text(std::string_view formula);

}  // namespace trireme
