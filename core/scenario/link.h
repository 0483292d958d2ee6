// Scenario as a link fragment: "v=1&model=llama-3.1-8b&plan.tensor=2", sorted, only what differs from the
// defaults. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/base/checked.h"
#include "core/scenario/scenario.h"

namespace trireme {

// Version of the links that are written. Defaults belong to a version: see migrate.h.
inline constexpr int link_version = 1;

// The fragment without '#'.
[[nodiscard]] std::string link_from_scenario(const Scenario& scenario);

// Whether the text is meant as a link: a fragment with its version, or an address that has one.
[[nodiscard]] bool is_link(std::string_view text);

// Reads a fragment, with or without '#', or a whole address that has one. Unknown keys warn and never fail: a
// link of a newer page opens as far as it is understood.
[[nodiscard]] Checked<Scenario> scenario_from_link(std::string_view text);

}  // namespace trireme
