// Text to JSON and back in one place: reader and writer are large templates, and copies of them would not fit
// into the page.
// Internal: public headers do not show the JSON library. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace trireme {

// "Discarded" where the text is not JSON, or where it nests deeper than any real file: recursive readers of
// the result would exhaust the stack.
[[nodiscard]] nlohmann::json json_from_text(std::string_view text, int deepest = 32);

// Without blanks, keys sorted. Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string text_from_json(const nlohmann::json& json);

}  // namespace trireme
