// Writes the few JSON texts that cross the bridge.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace trireme {

// Values in order; the caller opens and closes. Commas come by themselves.
class JsonText {
 public:
  JsonText& open(char bracket);   // '{' or '['
  JsonText& close(char bracket);  // '}' or ']'
  JsonText& key(std::string_view name);
  JsonText& text(std::string_view value);
  JsonText& number(double value);
  JsonText& boolean(bool value);
  [[nodiscard]] const std::string& str() const { return out_; }

 private:
  void separate();
  void quote(std::string_view value);

  std::string out_;
  bool needs_comma_ = false;
};

}  // namespace trireme
