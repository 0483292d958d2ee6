// The fitted constants of the training model: where each one acts on a problem.
// SPDX-License-Identifier: MIT
#pragma once

#include "tests/calibration/fit.h"

namespace trireme::calibration {

[[nodiscard]] const std::vector<Constant>& training_constants();

}  // namespace trireme::calibration
