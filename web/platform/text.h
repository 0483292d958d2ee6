// Text that does not come from single keys: soft keyboards, input methods, dead keys. The shell's text agent,
// a hidden field that has the focus while a text field of the canvas is edited, collects it.
// SPDX-License-Identifier: MIT
#pragma once

namespace trireme {

// What the shell needs to know about the text field in use.
struct TextRequest {
  bool wanted = false;
  bool number = false;  // a phone shows digits
  float x = 0, y = 0,
        height = 0;  // the caret, in CSS pixels of the canvas: input methods open their list there
  friend bool operator==(const TextRequest&, const TextRequest&) = default;
};

// Notes where Dear ImGui wants the input method.
void install_text();
[[nodiscard]] TextRequest text_request(bool wanted, bool number);

void insert_text(const char* text);

// Keys that soft keyboards do not send as keys.
enum class SoftKey { Backspace, Enter };
void tap_key(SoftKey key);

}  // namespace trireme
