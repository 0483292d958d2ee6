// SPDX-License-Identifier: MIT
#include "web/platform/clipboard.h"

#include "imgui.h"

namespace trireme {

namespace {

std::string content;    // what a paste finds
bool in_event = false;  // a copy event waits for the text
bool was_copied = false;
void (*write_outside_event)(const char*) = nullptr;

void set_text(ImGuiContext*, const char* text) {
  content = text;
  was_copied = true;
  if (!in_event) write_outside_event(text);
}

const char* get_text(ImGuiContext*) { return content.c_str(); }

void press_shortcut(ImGuiKey key, void (*draw)()) {
  ImGuiIO& io = ImGui::GetIO();
  const ImGuiKey modifier = io.ConfigMacOSXBehaviors ? ImGuiMod_Super : ImGuiMod_Ctrl;
  io.AddKeyEvent(modifier, true);
  io.AddKeyEvent(key, true);
  draw();
  io.AddKeyEvent(key, false);
  io.AddKeyEvent(modifier, false);
  draw();
}

}  // namespace

void install_clipboard(void (*write)(const char* text)) {
  write_outside_event = write;
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  platform.Platform_SetClipboardTextFn = set_text;
  platform.Platform_GetClipboardTextFn = get_text;
}

std::string copy_selection(bool cut, void (*draw)()) {
  was_copied = false;
  in_event = true;
  press_shortcut(cut ? ImGuiKey_X : ImGuiKey_C, draw);
  in_event = false;
  return was_copied ? content : std::string();
}

void paste(const char* text, void (*draw)()) {
  content = text;
  press_shortcut(ImGuiKey_V, draw);
}

}  // namespace trireme
