// Measured collectives of one node against the collective law.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/catalog/catalog.h"
#include "core/validation/measured_table.h"
#include "core/validation/validation.h"

namespace trireme {

// Columns: collective (all_reduce, all_gather, reduce_scatter, alltoall), dtype (half, int8), num_gpus,
// bytes, latency_us, and more as in kernel_table.h.
[[nodiscard]] Checked<Validation> validate_nccl(const MeasuredTable& table, const Catalog& catalog);

// The same for the custom all-reduce of serving frameworks: num_gpus, bytes, latency_us.
[[nodiscard]] Checked<Validation> validate_custom_all_reduce(const MeasuredTable& table,
                                                             const Catalog& catalog);

}  // namespace trireme
