// Scenario and catalog to a problem that can be evaluated; all faults at once.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"
#include "core/scenario/problem.h"

namespace trireme {

[[nodiscard]] Checked<Problem> resolve(const Scenario& scenario, const Catalog& catalog);

}  // namespace trireme
