// What is wrong with an input, as a value: where, what is allowed, what to do.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trireme {

enum class Severity { Error, Warning, Note };

// Stable codes, so that a program can tell faults apart without reading the sentence.
enum class IssueCode {
  Syntax,         // the text is not JSON or not a link
  UnknownField,   // a key that no version of the field list knows
  WrongType,      // a string where a number belongs
  OutOfRange,     // outside what the field list allows
  UnknownName,    // a catalog id or a choice that does not exist
  NotDivisible,   // a degree that does not divide what it splits
  Inconsistent,   // fields that exclude each other
  DoesNotFit,     // more memory than the accelerator has
  Unvalidated,    // no measured run stands behind this combination
  Assumed,        // a missing input was replaced by a stated assumption
  CatalogInvalid  // a catalog file breaks the schema
};

struct Issue {
  Severity severity = Severity::Error;
  IssueCode code = IssueCode::Syntax;
  std::string path;     // field path, e.g. "plan.tensor"; empty for the whole input
  std::string message;  // one or two sentences: what is wrong, what is allowed, what to do
  friend bool operator==(const Issue&, const Issue&) = default;
};
using Issues = std::vector<Issue>;

[[nodiscard]] std::string_view name_of(Severity severity);
[[nodiscard]] std::string_view name_of(IssueCode code);
[[nodiscard]] bool has_error(const Issues& issues);

}  // namespace trireme
