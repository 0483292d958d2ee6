// Problem to result: the only place where costs meet. Does not allocate.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/result/result.h"
#include "core/scenario/problem.h"

namespace trireme {

[[nodiscard]] Result evaluate(const Problem& problem);

}  // namespace trireme
