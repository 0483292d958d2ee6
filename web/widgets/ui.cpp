// SPDX-License-Identifier: MIT
#include "web/widgets/ui.h"

#include <algorithm>

namespace trireme {

namespace {

constexpr double help_delay = 0.4;
constexpr float tip_width = 300, tip_leading = 20;

}  // namespace

Pen Ui::pen() const { return Pen(ImGui::GetWindowDrawList(), *palette, *fonts, ratio); }

void Ui::name(std::string_view name, Box box) const {
  const ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 low = list->GetClipRectMin(), high = list->GetClipRectMax();
  const NamedRect visible{std::string(name), std::max(box.x0, low.x), std::max(box.y0, low.y),
                          std::min(box.x1, high.x), std::min(box.y1, high.y)};
  if (visible.x0 < visible.x1 && visible.y0 < visible.y1) rects->push_back(visible);
}

Hit Ui::hit(std::string_view id, Box box, HitKind kind) const {
  const std::string key(id);
  ImGui::SetCursorScreenPos(ImVec2(box.x0, box.y0));
  const ImGuiButtonFlags flags = kind == HitKind::Quiet ? ImGuiButtonFlags_None : ImGuiButtonFlags_EnableNav;
  Hit hit;
  hit.clicked = ImGui::InvisibleButton(
      key.c_str(), ImVec2(std::max(1.0f, box.width()), std::max(1.0f, box.height())), flags);
  hit.hovered = ImGui::IsItemHovered();
  hit.held = ImGui::IsItemActive();
  if (hit.hovered && kind != HitKind::Quiet) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (touch) hit.hovered = false;
  name(id, box);
  return hit;
}

void Ui::help(std::string_view id, Box box, std::string_view sentence) const {
  if (touch || sentence.empty() || !ImGui::IsWindowHovered()) return;
  if (!ImGui::IsMouseHoveringRect(ImVec2(box.x0, box.y0), ImVec2(box.x1, box.y1))) return;
  memory->help_seen = true;
  if (memory->help_id != id) {
    memory->help_id = id;
    memory->help_since = now;
  }
  const double left = memory->help_since + help_delay - now;
  if (left > 0) return redraw_after(static_cast<float>(left) + 0.01f);
  tooltip({{pen().ink(), std::string(sentence)}});
}

void Ui::tooltip(const std::vector<TipLine>& lines) const {
  if (touch) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(10, 6));
  ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, 1.0f);
  if (ImGui::BeginTooltip()) {
    const Pen pen = this->pen();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    float width = 0, y = at.y;
    for (const TipLine& line : lines) {
      width = std::max(width, std::min(tip_width, pen.width(line.style, line.text) + 1));
      y += tip_leading *
           static_cast<float>(pen.paragraph(at.x, y + 15, tip_width, tip_leading, line.style, line.text));
    }
    ImGui::Dummy(ImVec2(width, y - at.y));
    ImGui::EndTooltip();
  }
  ImGui::PopStyleVar(2);
}

void Ui::redraw_after(float seconds) const {
  if (actions->redraw_after < 0 || seconds < actions->redraw_after) actions->redraw_after = seconds;
}

Scroller::Scroller(const Ui& ui, const char* id, Box box, ImU32 ground) : ui_(ui), box_(box) {
  ImGui::SetCursorScreenPos(ImVec2(box.x0, box.y0));
  // A finger needs no bar to scroll, only a sign of where it is: see the destructor.
  const ImGuiWindowFlags flags = ui.touch ? ImGuiWindowFlags_NoScrollbar : ImGuiWindowFlags_None;
  ImGui::BeginChild(id, ImVec2(box.width(), box.height()), ImGuiChildFlags_NavFlattened, flags);
  ui.pen().rect(box, ground);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  content_ = {at.x, at.y, at.x + box.width(), at.y + box.height()};
  end_ = at.y;
}

Scroller::~Scroller() {
  const float most = ImGui::GetScrollMaxY();
  if (ui_.touch && most > 0) {
    const float part = box_.height() / (box_.height() + most);
    const float y = box_.y0 + (box_.height() - box_.height() * part) * ImGui::GetScrollY() / most;
    begin_fixed().rect({box_.x1 - 4, y + 2, box_.x1 - 1, y + box_.height() * part - 2}, ui_.colour().rule);
    end_fixed();
  }
  ImGui::SetCursorScreenPos(ImVec2(content_.x0, end_));
  ImGui::Dummy(ImVec2(1, 0));
  ImGui::EndChild();
}

void Scroller::end_at(float y) { end_ = y; }

void Scroller::extend(float more) { end_ += more; }

Pen Scroller::begin_fixed() const {
  ImGui::GetWindowDrawList()->PushClipRect(ImVec2(box_.x0, box_.y0), ImVec2(box_.x1, box_.y1), false);
  return ui_.pen();
}

void Scroller::end_fixed() const { ImGui::GetWindowDrawList()->PopClipRect(); }

}  // namespace trireme
