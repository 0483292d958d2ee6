// The clipboard by the browser's copy, cut and paste events. They carry the text themselves, so that no
// permission is asked; but they want an answer at once, while Dear ImGui answers in the next frame.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace trireme {

// `write` receives what Dear ImGui copies by itself, outside of a copy event.
void install_clipboard(void (*write)(const char* text));

// Presses the shortcut and runs `draw`, which draws until it has had its effect; returns what was copied, or
// nothing.
[[nodiscard]] std::string copy_selection(bool cut, void (*draw)());
void paste(const char* text, void (*draw)());

}  // namespace trireme
