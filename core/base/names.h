// Enumerators and their spellings, as one table per enum.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace trireme {

template <class E>
struct EnumName {
  E value;
  std::string_view id;     // spelling in JSON, links and CSV
  std::string_view label;  // words for a person
};

// Each enum that a user can set specialises this with a constexpr table `rows`.
template <class E>
struct EnumNames;

template <class E>
[[nodiscard]] constexpr std::string_view id_of(E value) {
  for (const auto& row : EnumNames<E>::rows)
    if (row.value == value) return row.id;
  return "";
}
template <class E>
[[nodiscard]] constexpr std::string_view label_of(E value) {
  for (const auto& row : EnumNames<E>::rows)
    if (row.value == value) return row.label;
  return "";
}
template <class E>
[[nodiscard]] constexpr std::optional<E> enum_from_id(std::string_view id) {
  for (const auto& row : EnumNames<E>::rows)
    if (row.id == id) return row.value;
  return std::nullopt;
}

}  // namespace trireme
