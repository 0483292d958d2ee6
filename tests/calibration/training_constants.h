// The fitted constants of the training model: where each one acts on a problem.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "core/scenario/problem.h"

namespace trireme::calibration {

struct Constant {
  std::string_view name;
  double prior;     // a guess from physics, or 1 for a factor
  double prior_sd;  // of its logarithm
  // The member it sets on this problem, in SI base units, or null where it does not act.
  double* (*member)(Problem& problem);
};

[[nodiscard]] const std::vector<Constant>& training_constants();

}  // namespace trireme::calibration
