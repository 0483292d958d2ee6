// The fitted constants of the serving model: where each one acts on a problem.
// SPDX-License-Identifier: MIT
#pragma once

#include "tests/calibration/fit.h"

namespace trireme::calibration {

[[nodiscard]] const std::vector<Constant>& serving_constants();

}  // namespace trireme::calibration
