// What an imported configuration amounts to: parameters, bytes, cache and its growth, FLOPs.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/hf_config.h"

namespace trireme {

// Element sizes of what a sequence keeps: a 16-bit cache, recurrent states in 32 bit.
inline constexpr double cache_element = 2, state_element = 4;

// Formats in which weights are told.
struct WeightFormat {
  std::string_view id, label;
  double bits = 0;
};
[[nodiscard]] std::span<const WeightFormat> weight_formats();

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
