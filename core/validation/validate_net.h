// Measured collectives against the collective law.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/catalog/catalog.h"
#include "core/validation/measured_table.h"
#include "core/validation/validation.h"

namespace trireme {

// nccl-tests and torch: by time; dispatch and combine of experts apart, by time, else by the time that the
// printed bandwidth means. Rates without a collective are skipped.
[[nodiscard]] Checked<Validation> validate_net(const MeasuredTable& table, const Catalog& catalog);

}  // namespace trireme
