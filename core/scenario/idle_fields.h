// Fields that change nothing in a scenario, so that nobody has to read them.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "core/scenario/problem.h"

namespace trireme {

// Expert fields of a dense model, ranks of adapters without adapters, and such.
[[nodiscard]] std::vector<std::string_view> idle_fields(const Problem& problem);

}  // namespace trireme
