// A set of enumerators with a spelling: "core_attention+moe_activation".
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>

#include "core/base/names.h"

namespace trireme {

template <class E>
struct Flags {
  std::uint32_t bits = 0;

  constexpr Flags() = default;
  constexpr Flags(std::initializer_list<E> members) {
    for (const E member : members) insert(member);
  }
  [[nodiscard]] constexpr bool contains(E member) const {
    return (bits >> static_cast<unsigned>(member)) & 1;
  }
  constexpr void insert(E member) { bits |= std::uint32_t{1} << static_cast<unsigned>(member); }
  constexpr void toggle(E member) { bits ^= std::uint32_t{1} << static_cast<unsigned>(member); }
  [[nodiscard]] constexpr bool empty() const { return bits == 0; }
  friend bool operator==(const Flags&, const Flags&) = default;
};

}  // namespace trireme
