// "Did you mean": the known name that is nearest to an unknown one.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trireme {

// Insertions, deletions and substitutions between two names, upper and lower case alike.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

[[nodiscard]] bool same_ignoring_case(std::string_view a, std::string_view b);

// The nearest known name, or nothing when none is near. Ties go to the first in the list.
[[nodiscard]] std::string_view closest_name(std::string_view name,
                                            const std::vector<std::string_view>& known);

// "'h100-smx' is not a known accelerator; did you mean 'h100-sxm'?", or the list when nothing is near and it
// is short.
[[nodiscard]] std::string unknown_name_message(std::string_view kind, std::string_view name,
                                               const std::vector<std::string_view>& known);

}  // namespace trireme
