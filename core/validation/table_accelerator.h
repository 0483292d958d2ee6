// The accelerator that a kernel table was measured on.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/catalog/catalog.h"
#include "core/validation/measured_table.h"

namespace trireme {

// From the end of the file's name: "gemm_h100_sxm.csv" is of h100-sxm. Null, and an issue, when no
// accelerator is called so.
[[nodiscard]] const Accelerator* table_accelerator(const MeasuredTable& table, const Catalog& catalog,
                                                   Issues& issues);

}  // namespace trireme
