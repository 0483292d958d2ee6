// The text of a configuration as JSON, with what Python's writer adds to the standard understood.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/checked.h"

namespace trireme::hf {

// Takes a byte-order mark away, reads NaN as null and Infinity as 1e308, and refuses more than 64 levels of
// nesting and more than 64 MB. Keys that appear twice are warned about; the last one counts, as in Python.
[[nodiscard]] Checked<nlohmann::json> parse_json(std::string_view text);

}  // namespace trireme::hf
