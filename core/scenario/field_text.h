// One field's value as text and back: the spelling that links, JSON and messages share.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/flags.h"
#include "core/base/issue.h"
#include "core/base/names.h"
#include "core/base/number_text.h"
#include "core/catalog/closest_name.h"
#include "core/scenario/fields.h"

namespace trireme {

template <class T>
concept CatalogReference = requires(T& reference) {
  reference.id;
};
template <class T>
concept Choice = std::is_enum_v<T>;

// Whether `value` is inside the field's range; adds an issue when it is not.
bool check_range(const FieldInfo& info, double value, Issues& issues);

// Ids of a choice, for messages.
template <Choice T>
[[nodiscard]] std::vector<std::string_view> choice_ids() {
  std::vector<std::string_view> ids;
  for (const auto& row : EnumNames<T>::rows) ids.push_back(row.id);
  return ids;
}

[[nodiscard]] std::string field_text(std::int64_t value);
[[nodiscard]] std::string field_text(double value);
[[nodiscard]] std::string field_text(bool value);
[[nodiscard]] inline std::string field_text(const Definition& value) { return value.json; }
template <CatalogReference T>
[[nodiscard]] std::string field_text(const T& value) {
  return value.id;
}
template <Choice T>
[[nodiscard]] std::string field_text(T value) {
  return std::string(id_of(value));
}

template <Choice T>
[[nodiscard]] std::string field_text(const Flags<T>& value) {
  std::string text;
  for (const auto& row : EnumNames<T>::rows)
    if (value.contains(row.value)) text += (text.empty() ? "" : "+") + std::string(row.id);
  return text.empty() ? "none" : text;
}

// Reads the text into the field. On a fault the field keeps its value and an issue with the field's path is
// added. A catalog reference takes any text: resolve() knows the catalog.
void read_field(const FieldInfo& info, std::string_view text, std::int64_t& value, Issues& issues);
void read_field(const FieldInfo& info, std::string_view text, double& value, Issues& issues);
void read_field(const FieldInfo& info, std::string_view text, bool& value, Issues& issues);
// Any JSON object: resolve() knows what belongs into it. It is kept without blanks.
void read_field(const FieldInfo& info, std::string_view text, Definition& value, Issues& issues);
template <CatalogReference T>
void read_field(const FieldInfo&, std::string_view text, T& value, Issues&) {
  value.id = std::string(text);
}
void unknown_choice(const FieldInfo& info, std::string_view text, const std::vector<std::string_view>& ids,
                    Issues& issues);
template <Choice T>
void read_field(const FieldInfo& info, std::string_view text, T& value, Issues& issues) {
  if (const auto found = enum_from_id<T>(text)) {
    value = *found;
    return;
  }
  unknown_choice(info, text, choice_ids<T>(), issues);
}

template <Choice T>
void read_field(const FieldInfo& info, std::string_view text, Flags<T>& value, Issues& issues) {
  Flags<T> read;
  for (std::string_view rest = text == "none" ? std::string_view{} : text; !rest.empty();) {
    const std::size_t plus = std::min(rest.find('+'), rest.size());
    T member{};
    const std::size_t faults = issues.size();
    read_field(info, rest.substr(0, plus), member, issues);
    if (issues.size() > faults) return;
    read.insert(member);
    rest.remove_prefix(std::min(plus + 1, rest.size()));
  }
  value = read;
}

// All fields as text, in their order.
struct FieldText {
  std::string_view path;
  std::string text;
};
[[nodiscard]] std::vector<FieldText> field_texts(const Scenario& scenario);

// Paths of all fields, for "did you mean".
[[nodiscard]] std::vector<std::string_view> field_paths();

}  // namespace trireme
