// What the two arrangements of the inputs share: the column that is being filled, its issues, and how an edit
// of a field becomes an edit of the scenario. SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "web/views/views.h"
#include "web/widgets/controls.h"
#include "web/widgets/field_list.h"

namespace trireme {

// A field with its default.
struct InputField {
  Field now;
  Field original;
  [[nodiscard]] bool edited() const { return !same_value(now, original); }
  [[nodiscard]] std::string path() const { return std::string(now.info.path); }
};

// Consecutive fields under one heading; those without an effect in the report are left out.
struct InputGroup {
  std::string_view title;
  std::vector<InputField> fields;
};

[[nodiscard]] std::vector<InputGroup> group_inputs(const std::vector<Field>& fields,
                                                   const std::vector<Field>& originals,
                                                   const ExplainedReport& report);

struct InputColumn {
  const Ui& ui;
  ViewState& state;
  const Shown& shown;
  const Catalog& catalog;
  Box area;  // the inner column; labels start at its left, fields end at its right
  float y;
  Edit& edit;

  // The worst issue of a field, or null.
  [[nodiscard]] const Severity* severity(std::string_view path) const;
  void notes(std::string_view path);
  void problem(std::string_view sentence);  // of a text that is no value
  void fact(std::string_view sentence);     // about what was chosen above it

  void pick(const InputField& field, int option);
  void reset(const InputField& field);
  void set(const InputField& field, double value);
  // Takes over what is being typed; returns what is wrong with it.
  std::string take(const InputField& field, const NumberEdit& typed);
};

// What stands in a number field that is not being edited. A price of 0 stands for the catalog's, which is
// said.
[[nodiscard]] std::string displayed(const InputField& field, const ExplainedReport& report);

// Issues that belong to no field of the list stand above all fields.
void general_notes(InputColumn& column, const std::vector<InputGroup>& groups);

// The fact line behind a field, or empty.
[[nodiscard]] std::string_view fact_after(std::string_view path, const ExplainedReport& report);

// Fields that few people change stand behind a line while they are at their defaults and without an issue.
[[nodiscard]] bool is_folded(const InputColumn& column, const InputField& field);

// What a regime is about, in a few words.
[[nodiscard]] std::string_view regime_words(std::string_view id);

// An entry of the scenario's own: what it is called, and a way to be rid of it. It is edited as text.
void draw_definition(InputColumn& column, const InputField& field, float height);

void draw_inputs_desk(InputColumn& column, const std::vector<InputGroup>& groups);
void draw_inputs_touch(InputColumn& column, const std::vector<InputGroup>& groups);

}  // namespace trireme
