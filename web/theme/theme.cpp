// SPDX-License-Identifier: MIT
#include "web/theme/theme.h"

namespace trireme {
namespace {

ImVec4 vec(ImU32 colour) { return ImGui::ColorConvertU32ToFloat4(colour); }

void set_colours(ImGuiStyle& style, const Palette& c) {
  const ImVec4 none(0, 0, 0, 0);
  for (ImVec4& colour : style.Colors) colour = none;
  style.Colors[ImGuiCol_Text] = vec(c.ink);
  style.Colors[ImGuiCol_TextDisabled] = vec(c.ink3);
  style.Colors[ImGuiCol_InputTextCursor] = vec(c.ink);
  style.Colors[ImGuiCol_TextSelectedBg] = vec(c.sel);
  style.Colors[ImGuiCol_PopupBg] = vec(c.base);
  style.Colors[ImGuiCol_Border] = vec(c.edge);
  style.Colors[ImGuiCol_ScrollbarGrab] = vec(c.rule);
  style.Colors[ImGuiCol_ScrollbarGrabHovered] = vec(c.edge);
  style.Colors[ImGuiCol_ScrollbarGrabActive] = vec(c.edge);
  style.Colors[ImGuiCol_NavCursor] = vec(c.ink);
}

}  // namespace

void apply_style(const Palette& colour) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.FontSizeBase = 14;
  style.WindowPadding = ImVec2(0, 0);
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = 1;
  style.WindowMinSize = ImVec2(1, 1);
  style.FramePadding = ImVec2(8, 6);
  style.FrameRounding = 2;
  style.ItemSpacing = ImVec2(0, 0);
  style.ItemInnerSpacing = ImVec2(4, 4);
  style.ScrollbarSize = 8;
  style.DisplaySafeAreaPadding = ImVec2(8, 8);
  style.DisplayWindowPadding = ImVec2(0, 0);
  set_colours(style, colour);
}

}  // namespace trireme
