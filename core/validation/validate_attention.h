// Measured prefill attention against the accelerators' attention laws.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/catalog/catalog.h"
#include "core/validation/measured_table.h"
#include "core/validation/validation.h"

namespace trireme {

// Columns: batch_size, seq_len, num_heads, num_key_value_heads, head_dim, variant (gqa, mla), attn_dtype,
// kv_cache_dtype, latency_us, and more as in kernel_table.h. Causal, without prefix or window. A file whose
// name says "attn_gen" holds decoding.
[[nodiscard]] Checked<Validation> validate_attention(const MeasuredTable& table, const Catalog& catalog);

}  // namespace trireme
