// Guards the JSON reader against text that would exhaust the stack. SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace trireme {

// Whether objects and lists nest deeper than in any real file.
[[nodiscard]] inline bool too_deep(std::string_view text) {
  constexpr int deepest = 32;
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      else if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > deepest) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

}  // namespace trireme
