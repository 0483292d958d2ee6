// Reading what the user names: a file, standard input, or a link on the command line.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/base/checked.h"
#include "core/scenario/scenario.h"

namespace trireme::cli {

// Whole file, or standard input for "-". Says so on standard error and returns nothing when it cannot be
// read.
[[nodiscard]] std::optional<std::string> read_text(const std::string& name);

// A scenario from a file ("-" = standard input) with JSON or a link in it, or from a link itself.
[[nodiscard]] std::optional<Checked<Scenario>> read_scenario(const std::string& name);

}  // namespace trireme::cli
