// What a quantization_config says, under the spellings of all its writers.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/import/quantization.h"
#include "core/import/text_config.h"

namespace trireme::hf {

struct QuantizationScheme {
  std::string method;                            // "" = none
  std::array<double, weight_part_count> bits{};  // by WeightPart; 0 = as dtype says
  double weight_bits = 0;                        // of the most common quantised matrices
  double dtype_bits = 16;
  double kv_bits = 16;
  std::vector<std::string> excluded;  // names or patterns of modules that stay as they are
  std::string excluded_key;           // where they are listed
};

[[nodiscard]] QuantizationScheme read_quantization_scheme(const TextConfig& config);

// Which part of the weights a module's name or pattern means; none when the words in it are not known.
[[nodiscard]] std::optional<WeightPart> part_of_module(std::string_view name);

}  // namespace trireme::hf
