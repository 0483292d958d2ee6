// SPDX-License-Identifier: MIT
#include "web/platform/text.h"

#include "imgui.h"

namespace trireme {

namespace {

ImVec2 caret_position;
float caret_height = 0;

void note_caret(ImGuiContext*, ImGuiViewport*, ImGuiPlatformImeData* data) {
  if (!data->WantVisible) return;
  caret_position = data->InputPos;
  caret_height = data->InputLineHeight;
}

}  // namespace

void install_text() { ImGui::GetPlatformIO().Platform_SetImeDataFn = note_caret; }

TextRequest text_request(bool wanted, bool number) {
  if (!wanted) return {};
  return {
      .wanted = true, .number = number, .x = caret_position.x, .y = caret_position.y, .height = caret_height};
}

void insert_text(const char* text) { ImGui::GetIO().AddInputCharactersUTF8(text); }

void tap_key(SoftKey key) {
  const ImGuiKey imgui_key = key == SoftKey::Backspace ? ImGuiKey_Backspace : ImGuiKey_Enter;
  ImGui::GetIO().AddKeyEvent(imgui_key, true);
  ImGui::GetIO().AddKeyEvent(imgui_key, false);
}

}  // namespace trireme
