// A report as a JSON value, for those that add to it. Internal to the reports.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/report/report.h"

namespace trireme {

[[nodiscard]] nlohmann::ordered_json report_json(const Report& report);
[[nodiscard]] std::string json_to_text(const nlohmann::ordered_json& report);

}  // namespace trireme
