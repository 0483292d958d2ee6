// Which layers of a mixture of experts have the experts.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/import/shape.h"
#include "core/import/text_config.h"

namespace trireme::hf {

[[nodiscard]] std::vector<bool> moe_placement(const TextConfig& config, const Shape& shape);

}  // namespace trireme::hf
