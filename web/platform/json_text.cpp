// SPDX-License-Identifier: MIT
#include "web/platform/json_text.h"

#include <cmath>
#include <cstdio>

namespace trireme {

void JsonText::separate() {
  if (needs_comma_) out_ += ',';
  needs_comma_ = false;
}

void JsonText::quote(std::string_view value) {
  out_ += '"';
  for (const char c : value) {
    if (c == '"' || c == '\\') {
      out_ += '\\';
      out_ += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      out_ += escape;
    } else {
      out_ += c;
    }
  }
  out_ += '"';
}

JsonText& JsonText::open(char bracket) {
  separate();
  out_ += bracket;
  return *this;
}

JsonText& JsonText::close(char bracket) {
  out_ += bracket;
  needs_comma_ = true;
  return *this;
}

JsonText& JsonText::key(std::string_view name) {
  separate();
  quote(name);
  out_ += ':';
  return *this;
}

JsonText& JsonText::text(std::string_view value) {
  separate();
  quote(value);
  needs_comma_ = true;
  return *this;
}

JsonText& JsonText::number(double value) {
  separate();
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.15g", value);
  out_ += std::isfinite(value) ? digits : "null";
  needs_comma_ = true;
  return *this;
}

JsonText& JsonText::boolean(bool value) {
  separate();
  out_ += value ? "true" : "false";
  needs_comma_ = true;
  return *this;
}

}  // namespace trireme
