// Measured training steps against the cost model.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/catalog/catalog.h"
#include "core/validation/measured_table.h"
#include "core/validation/validation.h"

namespace trireme {

// Step time, and memory of the fullest GPU where it was measured. Rows as read_train_runs() takes them.
[[nodiscard]] Checked<Validation> validate_train(const MeasuredTable& table, const Catalog& catalog);

}  // namespace trireme
