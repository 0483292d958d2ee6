// What an imported configuration amounts to: parameters, bytes, cache and its growth, FLOPs.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/import/hf_config.h"

namespace trireme {

// Contexts for the growth of the cache when none are asked for: powers of two up to the model's own limit,
// and that.
[[nodiscard]] std::vector<std::int64_t> usual_contexts(const Model& model);

// JSON with the keys that others rely on: params_total, params_active, kv_bytes_per_token (16-bit cache,
// beyond every window), kv_bytes by context, warnings, ok and issues. Counts and bytes are whole numbers.
[[nodiscard]] std::string import_json(const Checked<ImportedModel>& imported,
                                      std::span<const std::int64_t> contexts);

// The same for a person. Without issues; those belong on standard error.
[[nodiscard]] std::string import_text(const ImportedModel& imported, std::span<const std::int64_t> contexts);

}  // namespace trireme
