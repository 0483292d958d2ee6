// Issues as JSON, spelled the same in every answer. Internal to the reports.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/issue.h"

namespace trireme {

[[nodiscard]] inline nlohmann::ordered_json issues_json(const Issues& issues) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Issue& issue : issues)
    list.push_back({{"severity", name_of(issue.severity)},
                    {"code", name_of(issue.code)},
                    {"path", issue.path},
                    {"message", issue.message}});
  return list;
}

}  // namespace trireme
