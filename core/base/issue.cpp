// Texts of severities and issue codes.
// SPDX-License-Identifier: MIT
#include "core/base/issue.h"

#include <algorithm>

namespace trireme {

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Note: return "note";
  }
  return "";
}

std::string_view name_of(IssueCode code) {
  switch (code) {
    case IssueCode::Syntax: return "syntax";
    case IssueCode::UnknownField: return "unknown_field";
    case IssueCode::WrongType: return "wrong_type";
    case IssueCode::OutOfRange: return "out_of_range";
    case IssueCode::UnknownName: return "unknown_name";
    case IssueCode::NotDivisible: return "not_divisible";
    case IssueCode::Inconsistent: return "inconsistent";
    case IssueCode::DoesNotFit: return "does_not_fit";
    case IssueCode::Unvalidated: return "unvalidated";
    case IssueCode::Assumed: return "assumed";
    case IssueCode::CatalogInvalid: return "catalog_invalid";
  }
  return "";
}

bool has_error(const Issues& issues) {
  return std::any_of(issues.begin(), issues.end(),
                     [](const Issue& i) { return i.severity == Severity::Error; });
}

}  // namespace trireme
