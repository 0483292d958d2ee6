// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>

#include "imgui_internal.h"  // GetActiveID()
#include "web/widgets/controls.h"

namespace trireme {
namespace {

constexpr float padding = 8;

// Dear ImGui writes what stands before "##" beside the box.
std::string input_key(std::string_view id) { return "##" + std::string(id); }

// The stock text input, invisible until it is edited: it can neither centre nor mix weights.
NumberEdit text_input(const Ui& ui, std::string_view id, Box box, std::string_view displayed,
                      const NumberLook& look) {
  char buffer[64] = {};
  std::memcpy(buffer, displayed.data(), std::min(displayed.size(), sizeof buffer - 1));
  const std::string key = input_key(id);
  ImFont* font = (*ui.fonts)[look.bold ? Face::Bold : Face::Regular];
  ImGui::PushFont(font, look.size);
  const float ascent = font->GetFontBaked(look.size)->Ascent;
  const float pad_y = std::max(0.0f, (box.height() - look.size) / 2);
  const bool was_active = ImGui::GetActiveID() == ImGui::GetID(key.c_str());
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(padding, pad_y));
  if (!was_active) ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32_BLACK_TRANS);
  ImGui::SetCursorScreenPos(ImVec2(box.x0, Pen::centred_baseline(box.cy(), look.size) - ascent - pad_y));
  ImGui::SetNextItemWidth(box.width());
  NumberEdit edit;
  edit.changed = ImGui::InputText(key.c_str(), buffer, sizeof buffer, ImGuiInputTextFlags_AutoSelectAll);
  edit.active = ImGui::IsItemActive();
  edit.committed = ImGui::IsItemDeactivatedAfterEdit();
  edit.text = buffer;
  if (!was_active) ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  return edit;
}

}  // namespace

NumberEdit number_field(const Ui& ui, std::string_view id, Box box, std::string_view displayed,
                        const NumberLook& look) {
  const Pen pen = ui.pen();
  const Palette& c = ui.colour();
  const bool hovered = !ui.touch && ImGui::IsWindowHovered() &&
                       ImGui::IsMouseHoveringRect(ImVec2(box.x0, box.y0), ImVec2(box.x1, box.y1));
  pen.field(box, c.base, hovered && look.edge == c.edge ? c.ink2 : look.edge);
  const std::string key = input_key(id);
  const bool active = ImGui::GetActiveID() == ImGui::GetID(key.c_str());
  const TextStyle style{look.bold ? Face::Bold : Face::Regular, look.size, c.ink};
  const float baseline = Pen::centred_baseline(box.cy(), look.size);
  if (!active) {
    if (look.centred) pen.text_centred(box.cx(), baseline, style, displayed);
    else pen.text_elided(box.x0 + padding, baseline, box.width() - padding - 4, style, displayed);
  }
  const NumberEdit edit = text_input(ui, id, box, displayed, look);
  // Digits come first: the unit gives way where there is no room for both.
  const float used = pen.width(style, active ? std::string_view(edit.text) : displayed) + 3 * padding;
  if (!look.unit.empty() && used + pen.width(pen.ink3(), look.unit) <= box.width())
    pen.text_right(box.x1 - padding, Pen::centred_baseline(box.cy(), 14), pen.ink3(), look.unit);
  if (edit.active) {
    ui.actions->wants_text = true;
    ui.actions->wants_number = true;
    pen.frame(box.grown(2, 2), c.ink, 2);
  }
  ui.name(id, box);
  return edit;
}

}  // namespace trireme
