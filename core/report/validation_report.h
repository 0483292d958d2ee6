// A validation as tables, as JSON and as one line a row.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/base/checked.h"
#include "core/report/table.h"
#include "core/validation/validation.h"

namespace trireme {

// Errors of each metric, overall and by each grouping; then why rows were skipped, with their number.
[[nodiscard]] std::vector<Table> validation_tables(const Validation& validation);

// The keys of the product contract; without a value only `ok` and the issues. The first metric's errors are
// at the top; each further metric M has M_median_abs_rel_error there. With several metrics each is also an
// object of its own.
[[nodiscard]] std::string validation_json(const Checked<Validation>& checked);

// A line for each compared row and metric: metric, id, measured, predicted, error, groups.
[[nodiscard]] Table validation_rows(const Validation& validation);

}  // namespace trireme
