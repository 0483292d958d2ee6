// Measured matrix products against the accelerators' GEMM laws.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/catalog/catalog.h"
#include "core/validation/measured_table.h"
#include "core/validation/validation.h"

namespace trireme {

// Columns: m, n, k, dtype (bfloat16, fp8, fp8_block, nvfp4), latency_us, and more as in kernel_table.h. With
// includes_quant 1 the operator quantises its activations. Bursts are compared with the law itself, runs of
// regime "sustained" with its factor for sustained power. The law reads weights from HBM.
[[nodiscard]] Checked<Validation> validate_gemm(const MeasuredTable& table, const Catalog& catalog);

}  // namespace trireme
