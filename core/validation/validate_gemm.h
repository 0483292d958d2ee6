// Measured matrix products against the accelerators' GEMM laws.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/catalog/catalog.h"
#include "core/validation/measured_table.h"
#include "core/validation/validation.h"

namespace trireme {

// Columns: m, n, k, dtype (bfloat16, fp8, fp8_block, nvfp4), latency_us; gpu, or the accelerator in the
// file's name; framework and version. Rows with `usable` 0 are skipped with their note. Bursts are compared
// with the law itself, not with its factors for sustained training.
[[nodiscard]] Checked<Validation> validate_gemm(const MeasuredTable& table, const Catalog& catalog);

}  // namespace trireme
