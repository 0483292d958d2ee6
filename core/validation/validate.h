// A table of measurements compared with the models; its header tells what it holds.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "core/base/checked.h"
#include "core/catalog/catalog.h"
#include "core/validation/measured_table.h"
#include "core/validation/validation.h"

namespace trireme {

// One kind of table. A new kind is a row of the list in validate.cpp and its function.
struct ValidationKind {
  std::string_view id;
  std::string_view meaning;
  std::span<const std::string_view> columns;  // a table with the first two is of this kind; all are needed
  Checked<Validation> (*validate)(const MeasuredTable& table, const Catalog& catalog);
};
[[nodiscard]] std::span<const ValidationKind> validation_kinds();

// Faults of the table (wrong cells, missing columns, unknown kind) are issues with line and column; a row
// that cannot be predicted is skipped with a reason.
[[nodiscard]] Checked<Validation> validate(const MeasuredTable& table, const Catalog& catalog);

}  // namespace trireme
