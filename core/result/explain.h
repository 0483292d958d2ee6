// The numbers of a result, explained with the same formulas that computed them.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/result/result.h"
#include "core/result/term.h"
#include "core/scenario/problem.h"

namespace trireme {

// Every explained number, in the order of the report.
[[nodiscard]] std::vector<Term> explain(const Problem& problem);

// One of them by id.
[[nodiscard]] std::optional<Term> explain(const Problem& problem, std::string_view id);

}  // namespace trireme
