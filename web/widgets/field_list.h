// The scenario's fields in a form that one piece of code can draw: whatever the type, text goes in and comes
// out. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/scenario/fields.h"
#include "web/widgets/choice.h"

namespace trireme {

enum class FieldKind { Whole, Real, Toggle, Choice, Definition };

struct Field {
  FieldInfo info;
  FieldKind kind = FieldKind::Whole;
  void* member = nullptr;  // std::int64_t, double, bool, or what the functions below know
  // Of choices only.
  std::string (*chosen)(const void* member) = nullptr;
  void (*choose)(void* member, std::string_view id) = nullptr;
  std::vector<Option> (*options)(const Catalog& catalog) = nullptr;
};

// In the order of the page. The fields point into `scenario`.
[[nodiscard]] std::vector<Field> fields_of(Scenario& scenario);

// The heading under which a field stands: "Model", "Cluster", "Layout", "Run"; empty for the regime.
[[nodiscard]] std::string_view group_of(const Field& field);

// The symbol of a parallel degree, "TP" of "Tensor, TP"; empty for other fields.
[[nodiscard]] std::string_view degree_symbol(const Field& field);

[[nodiscard]] std::string field_text(const Field& field);                            // of the closed field
[[nodiscard]] std::string default_text(const Field& field, const Catalog& catalog);  // short, for "↺ 16"
[[nodiscard]] bool same_value(const Field& a, const Field& b);
void copy_value(const Field& from, const Field& to);

[[nodiscard]] double number_of(const Field& field);
void set_number(const Field& field, double value);

// Why a text is no value of this field: "A whole number from 1 to 1,024." Empty when it is one. A number
// outside the range is taken and reported by the core, like that of a link.
[[nodiscard]] std::string text_problem(const Field& field, std::string_view text);
// Takes the text over; false and no change when there is a problem.
bool set_text(const Field& field, std::string_view text);

}  // namespace trireme
