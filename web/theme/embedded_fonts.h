// SPDX-License-Identifier: MIT
// The font files that the build embeds into the interface.
#pragma once

#include <span>
#include <string_view>

namespace trireme {

// The bytes of assets/fonts/<name>; empty if there is no such file. They live as long as the program.
[[nodiscard]] std::span<const unsigned char> embedded_font(std::string_view name);

}  // namespace trireme
