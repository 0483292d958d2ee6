// Scenario as JSON: nested objects along the dots of the field paths.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/base/checked.h"
#include "core/scenario/scenario.h"

namespace trireme {

// Missing fields keep their defaults. Every fault is reported with its path: unknown keys (with the nearest
// known one), wrong types, names that no choice has, numbers out of range. A value is returned whenever the
// text is an object, so that an editor can go on with what was understood.
[[nodiscard]] Checked<Scenario> scenario_from_json(std::string_view text);

// Whether the text is meant as a scenario: an object with a part that scenarios have, faults or not.
[[nodiscard]] bool is_scenario(std::string_view text);

// All fields, in the order of the list, two spaces of indentation.
[[nodiscard]] std::string scenario_to_json(const Scenario& scenario);

}  // namespace trireme
