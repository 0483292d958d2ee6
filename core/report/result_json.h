// A report as JSON with stable keys; values in SI base units.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/report/report.h"

namespace trireme {

[[nodiscard]] std::string report_to_json(const Report& report);

}  // namespace trireme
