// Counts as doubles: exact up to 2^53, and a product of absurd inputs cannot overflow.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace trireme {

[[nodiscard]] constexpr double number(std::int64_t count) { return static_cast<double>(count); }

template <class... Counts>
[[nodiscard]] constexpr double product(Counts... counts) {
  return (1.0 * ... * static_cast<double>(counts));
}

}  // namespace trireme
