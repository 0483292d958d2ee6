// SPDX-License-Identifier: MIT
#include "core/base/json_text.h"

namespace trireme {
namespace {

bool too_deep(std::string_view text, int deepest) {
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

}  // namespace

nlohmann::json json_from_text(std::string_view text, int deepest) {
  if (too_deep(text, deepest)) return nlohmann::json(nlohmann::json::value_t::discarded);
  return nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
}

// Reports are written in the order of their keys, so that the writer of ordered objects is there anyway.
std::string text_from_json(const nlohmann::json& json) {
  using Ordered = nlohmann::ordered_json;
  return Ordered(json).dump(-1, ' ', false, Ordered::error_handler_t::replace);
}

}  // namespace trireme
