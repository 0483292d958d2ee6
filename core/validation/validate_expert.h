// Measured dispatch and combine of experts against the law of expert exchange.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/catalog/catalog.h"
#include "core/validation/measured_table.h"
#include "core/validation/validation.h"

namespace trireme {

// Columns: mode (deepep_normal, deepep_low_latency), node_num, moe_ep_size, num_token, hidden_size, num_topk,
// sms, dispatch_us, combine_us, and more as in kernel_table.h. Dispatch in FP8 with scales, combine in BF16;
// across nodes over InfiniBand NDR, which is where the public tables were measured.
[[nodiscard]] Checked<Validation> validate_expert(const MeasuredTable& table, const Catalog& catalog);

}  // namespace trireme
