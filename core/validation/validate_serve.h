// Errors of serving latencies, throughput and memory.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/catalog/catalog.h"
#include "core/validation/measured_table.h"
#include "core/validation/validation.h"

namespace trireme {

// Time per output token, time to first token, output tokens per second and memory, each where it was
// measured. Throughput counts where no latency was measured that it follows from.
[[nodiscard]] Checked<Validation> validate_serve(const MeasuredTable& table, const Catalog& catalog);

}  // namespace trireme
