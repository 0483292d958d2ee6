// SPDX-License-Identifier: MIT
#include "web/widgets/controls.h"

#include <algorithm>
#include <cstring>

namespace trireme {

float text_button_width(const Ui& ui, std::string_view label) {
  return ui.pen().width(ui.pen().ink(), label);
}

bool text_button(const Ui& ui, std::string_view id, float x, float cy, std::string_view label, bool enabled) {
  const Pen pen = ui.pen();
  const float reach = ui.touch ? 22.0f : 13.0f;
  const Box box{x - 6, cy - reach, x + pen.width(pen.ink(), label) + 6, cy + reach};
  TextStyle style = pen.ink();
  bool clicked = false;
  if (enabled) {
    const Hit hit = ui.hit(id, box);
    if (hit.hovered || hit.held) pen.rounded(box, ui.colour().hover);
    clicked = hit.clicked;
  } else {
    style = pen.ink3();
    ui.name(id, box);
  }
  pen.text(x, Pen::centred_baseline(cy, style.size), style, label);
  return clicked;
}

bool box_button(const Ui& ui, std::string_view id, Box box, std::string_view label) {
  const Pen pen = ui.pen();
  const Hit hit = ui.hit(id, box);
  const Palette& c = ui.colour();
  pen.field(box, hit.held ? c.sel : hit.hovered ? c.hover : c.base, c.edge);
  pen.text_centred(box.cx(), Pen::centred_baseline(box.cy(), 14), pen.ink(), label);
  return hit.clicked;
}

std::optional<int> segments(const Ui& ui, std::string_view id, Box box, std::span<const Segment> parts,
                            int chosen, bool continues) {
  const Pen pen = ui.pen();
  const Palette& c = ui.colour();
  std::optional<int> clicked;
  pen.field(box, c.base, c.edge);
  const float width = box.width() / static_cast<float>(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const float x = box.x0 + width * static_cast<float>(i);
    const Box cell{pen.snap(x), box.y0, pen.snap(x + width), box.y1};
    const Hit hit = ui.hit(std::string(id) + "." + std::string(parts[i].id), cell);
    const bool on = static_cast<int>(i) == chosen;
    if (on) pen.rounded(cell, c.ink);
    else if (hit.hovered) pen.rounded(cell.grown(-pen.hairline(), -pen.hairline()), c.hover);
    if (!on && i > 0 && static_cast<int>(i) - 1 != chosen) pen.vline(cell.x0, cell.y0, cell.y1, c.edge);
    const TextStyle style{Face::Regular, 14, on ? c.base : c.ink};
    pen.text_centred(cell.cx(), Pen::centred_baseline(cell.cy(), 14), style, parts[i].label);
    if (hit.clicked) clicked = static_cast<int>(i);
  }
  if (!continues) ui.name(id, box);
  return clicked;
}

bool search_field(const Ui& ui, std::string_view id, Box box, std::string_view hint, std::string& text) {
  constexpr float padding = 8;
  char buffer[64] = {};
  std::memcpy(buffer, text.data(), std::min(text.size(), sizeof buffer - 1));
  ui.pen().field(box, ui.colour().base, ui.colour().edge);
  const float size = ui.touch ? 16.0f : 14.0f;  // smaller text makes phones zoom in
  ImGui::PushFont(nullptr, size);
  ImGui::SetCursorScreenPos(ImVec2(box.x0, box.y0));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(padding, (box.height() - size) / 2));
  ImGui::SetNextItemWidth(box.width());
  ImGui::PushID(std::string(id).c_str());
  const bool changed = ImGui::InputTextWithHint("##search", std::string(hint).c_str(), buffer, sizeof buffer);
  ImGui::PopID();
  if (changed) text = buffer;
  if (ImGui::IsItemActive()) ui.actions->wants_text = true;
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ui.name(id, box);
  return changed;
}

void row_ground(const Ui& ui, Box box, bool chosen, bool hovered) {
  const Pen pen = ui.pen();
  if (!chosen && !hovered) return;
  pen.rect(box, chosen ? ui.colour().sel : ui.colour().hover);
  if (chosen) pen.rect({box.x0, box.y0, box.x0 + 3, box.y1}, ui.colour().ink);
}

void reveal(Box box, float share) { ImGui::SetScrollFromPosY(box.y0 - ImGui::GetWindowPos().y, share); }

ImU32 edge_of(const Palette& colour, const Severity* severity) {
  if (severity == nullptr || *severity == Severity::Note) return colour.edge;
  return *severity == Severity::Error ? colour.error : colour.warn;
}

float note(const Ui& ui, float x, float y, float width, Severity severity, std::string_view message) {
  const Pen pen = ui.pen();
  const Palette& c = ui.colour();
  constexpr float leading = 20, indent = 28, padding = 3;
  const float room = width - indent - 8;
  const auto lines = static_cast<float>(pen.paragraph_lines(room, pen.ink(), message));
  const Box box{x, y, x + width, y + lines * leading + 2 * padding};
  const float sign_x = x + 14, sign_y = y + padding + leading / 2;
  if (severity == Severity::Error) {
    pen.rect(box, c.errbg);
    pen.error_sign(sign_x, sign_y, c.error);
  } else if (severity == Severity::Warning) {
    pen.rect(box, c.warnbg);
    pen.warning_sign(sign_x, sign_y, c.warn);
  } else {
    pen.rect(box, c.hover);
    pen.text_centred(sign_x, Pen::centred_baseline(sign_y, 14), pen.ink3(), "i");
  }
  pen.paragraph(x + indent, y + padding + 15, room, leading, pen.ink(), message);
  return box.height();
}

}  // namespace trireme
