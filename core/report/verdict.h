// The answer as a sentence.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/report/report.h"

namespace trireme {

// "A step takes 37.7 s. Compute fills 78 % of it; 2.9 s go to the pipeline bubble." What does not fit is said
// first.
[[nodiscard]] std::string verdict(const Report& report);

}  // namespace trireme
