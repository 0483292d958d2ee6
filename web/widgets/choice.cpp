// SPDX-License-Identifier: MIT
#include "web/widgets/choice.h"

#include <algorithm>
#include <cstring>

#include "web/widgets/controls.h"

namespace trireme {
namespace {

constexpr float padding = 8;
constexpr std::size_t searchable_from = 6;  // fewer options are seen at a glance

bool contains(std::string_view text, std::string_view part) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  const auto equal = [lower](char a, char b) { return lower(a) == lower(b); };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), equal) != text.end();
}

int index_of(const std::vector<Option>& options, std::string_view id) {
  for (std::size_t i = 0; i < options.size(); ++i)
    if (options[i].id == id) return static_cast<int>(i);
  return -1;
}

float list_width(const Ui& ui, const std::vector<Option>& options) {
  const Pen pen = ui.pen();
  float widest = 0;
  for (const Option& option : options)
    widest = std::max(widest, pen.width(pen.bold(), option.label) +
                                  (option.detail.empty() ? 0 : 28 + pen.width(pen.ink3(), option.detail)));
  return widest + 4 * padding;
}

float row_height(const Ui& ui) { return ui.touch ? 48.0f : 28.0f; }

// Below the field, or above it where there is more room; on a phone at the lower end of the screen.
void place_list(const Ui& ui, Box field, const std::vector<Option>& options) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const bool search = options.size() >= searchable_from;
  const std::size_t shown = std::max<std::size_t>(1, matching(options, ui.memory->choice_filter).size());
  // On a phone the sheet keeps its height while the keyboard covers a part of it.
  const auto rows = static_cast<float>(ui.touch ? options.size() : std::min<std::size_t>(shown, 14));
  const float wanted = rows * row_height(ui) + (search ? row_height(ui) + 9 : 0) + 2;
  if (ui.touch) {
    const float height = std::min(wanted, screen.y * 0.7f);
    ImGui::SetNextWindowPos(ImVec2(0, screen.y - height));
    ImGui::SetNextWindowSize(ImVec2(screen.x, height));
    return;
  }
  const float width = std::min(std::max(field.width(), list_width(ui, options)), screen.x - 16);
  const float below = screen.y - field.y1 - 12, above = field.y0 - 12;
  const bool down = wanted <= below || below >= above;
  const float height = std::min(wanted, down ? below : above);
  ImGui::SetNextWindowPos(
      ImVec2(std::min(field.x0, screen.x - width - 8), down ? field.y1 + 4 : field.y0 - 4 - height));
  ImGui::SetNextWindowSize(ImVec2(width, height));
}

void filter_box(const Ui& ui, Box box) {
  char buffer[64] = {};
  UiMemory& memory = *ui.memory;
  std::memcpy(buffer, memory.choice_filter.data(), std::min(memory.choice_filter.size(), sizeof buffer - 1));
  ImGui::SetCursorScreenPos(ImVec2(box.x0, box.y0));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(2 * padding, (box.height() - 14) / 2));
  ImGui::SetNextItemWidth(box.width());
  if (ImGui::IsWindowAppearing() && !ui.touch) ImGui::SetKeyboardFocusHere();
  // The history callback keeps the arrows up and down from leaving the box.
  const auto ignore = [](ImGuiInputTextCallbackData*) { return 0; };
  if (ImGui::InputTextWithHint("##filter", "Search", buffer, sizeof buffer,
                               ImGuiInputTextFlags_CallbackHistory, ignore)) {
    memory.choice_filter = buffer;
    memory.choice_highlight = 0;
  }
  if (ImGui::IsItemActive()) ui.actions->wants_text = true;
  ImGui::PopStyleVar();
  ui.name("choice.filter", box);
  ui.pen().hline(box.x0, box.x1, box.y1 + 3, ui.colour().rule);
}

void draw_option(const Ui& ui, Box box, const Option& option, bool chosen, bool highlighted) {
  const Pen pen = ui.pen();
  row_ground(ui, box, chosen, highlighted);
  if (chosen && highlighted) pen.frame(box, ui.colour().ink3);
  const float x = box.x0 + 2 * padding, room = box.width() - 4 * padding;
  const TextStyle strong = chosen ? pen.bold() : pen.ink(), weak = chosen ? pen.ink2() : pen.ink3();
  const float detail = option.detail.empty() ? 0 : pen.width(weak, option.detail) + 12;
  if (ui.touch && pen.width(strong, option.label) + detail > room) {  // on two lines
    pen.text_elided(x, Pen::centred_baseline(box.cy() - 10, 14), room, strong, option.label);
    pen.text_elided(x, Pen::centred_baseline(box.cy() + 10, 14), room, weak, option.detail);
    return;
  }
  const float baseline = Pen::centred_baseline(box.cy(), 14);
  pen.text_elided(x, baseline, room - detail, strong, option.label);
  pen.text_right(box.x1 - 2 * padding, baseline, weak, option.detail);
}

// Moves the highlight and says whether Enter was pressed.
bool list_keys(const Ui& ui, int count) {
  if (ImGui::IsWindowAppearing()) return false;
  int& at = ui.memory->choice_highlight;
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) ++at;
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) --at;
  at = std::clamp(at, 0, std::max(0, count - 1));
  return ImGui::IsKeyPressed(ImGuiKey_Enter) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter);
}

// At first what is chosen, then what the arrows go to.
void keep_in_sight(const Ui& ui, Box row, bool chosen, bool highlighted) {
  if (ui.memory->choice_age < 3) {
    if (chosen) ImGui::SetScrollHereY(0.5f);
    return;
  }
  if (!highlighted) return;
  const float top = ImGui::GetWindowPos().y;
  if (row.y0 < top) ImGui::SetScrollHereY(0);
  if (row.y1 > top + ImGui::GetWindowHeight()) ImGui::SetScrollHereY(1);
}

std::optional<int> list_rows(const Ui& ui, const std::vector<Option>& options, int current, float width,
                             bool enter) {
  std::optional<int> picked;
  const std::vector<int> shown = matching(options, ui.memory->choice_filter);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float y = at.y;
  for (std::size_t i = 0; i < shown.size(); ++i, y += row_height(ui)) {
    const Option& option = options[static_cast<std::size_t>(shown[i])];
    const Box row{at.x, y, at.x + width, y + row_height(ui)};
    const Hit hit = ui.hit("option." + option.id, row, HitKind::Quiet);
    const bool moved = ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0;
    if (hit.hovered && moved) ui.memory->choice_highlight = static_cast<int>(i);
    const bool highlighted = !ui.touch && static_cast<int>(i) == ui.memory->choice_highlight;
    draw_option(ui, row, option, shown[i] == current, highlighted);
    keep_in_sight(ui, row, shown[i] == current, highlighted && !moved);
    if (hit.clicked || (enter && highlighted)) picked = shown[i];
  }
  if (shown.empty()) {
    ui.pen().text(at.x + 2 * padding, Pen::centred_baseline(y + row_height(ui) / 2, 14), ui.pen().ink3(),
                  "Nothing matches");
    y += row_height(ui);
  }
  ImGui::SetCursorScreenPos(ImVec2(at.x, y));
  ImGui::Dummy(ImVec2(1, 0));
  return picked;
}

std::optional<int> open_list(const Ui& ui, const std::vector<Option>& options, std::string_view current) {
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const bool enter = list_keys(ui, static_cast<int>(matching(options, ui.memory->choice_filter).size()));
  float top = at.y + 1;
  if (ui.touch) ui.pen().rect({at.x, at.y, at.x + size.x, at.y + 2}, ui.colour().ink);
  if (options.size() >= searchable_from) {
    filter_box(ui, {at.x + 1, top, at.x + size.x - 1, top + row_height(ui)});
    top += row_height(ui) + 8;
  }
  ImGui::SetCursorScreenPos(ImVec2(at.x + 1, top));
  ImGui::BeginChild("options", ImVec2(size.x - 2, at.y + size.y - 1 - top), ImGuiChildFlags_None,
                    ImGuiWindowFlags_NoNav);
  const std::optional<int> picked = list_rows(ui, options, index_of(options, current), size.x - 2, enter);
  ImGui::EndChild();
  // The filter would take the first Escape for itself and leave the list open.
  if (picked || enter || ImGui::IsKeyPressed(ImGuiKey_Escape, false)) ImGui::CloseCurrentPopup();
  return picked;
}

void draw_closed(const Ui& ui, Box box, std::string_view text, const ChoiceLook& look, bool hovered) {
  const Pen pen = ui.pen();
  const Palette& c = ui.colour();
  const float size = look.bare ? 16.0f : 14.0f;
  const TextStyle style{look.bold ? Face::Bold : Face::Regular, size, c.ink};
  const float baseline = Pen::centred_baseline(box.cy(), size);
  const float arrow = look.bare ? box.x1 - 6 : box.x1 - 13;
  pen.triangle_down(arrow, box.cy(), c.ink2);
  if (look.bare) {
    const float room = box.width() - 20;
    const float width = std::min(room, pen.width(style, text));
    pen.text_elided(box.x1 - 20 - width, baseline, width + 0.5f, style, text);
    return;
  }
  pen.field(box, c.base, hovered && look.edge == c.edge ? c.ink2 : look.edge);
  pen.triangle_down(arrow, box.cy(), c.ink2);
  pen.text_elided(box.x0 + padding, baseline, arrow - 8 - box.x0 - padding, style, text);
}

}  // namespace

std::string_view short_label(std::string_view label) {
  const std::size_t end = std::min(label.find(':'), label.find(" ("));
  return label.substr(0, end);
}

std::vector<int> matching(const std::vector<Option>& options, std::string_view filter) {
  std::vector<int> out;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const Option& o = options[i];
    if (contains(o.label, filter) || contains(o.id, filter) || contains(o.detail, filter))
      out.push_back(static_cast<int>(i));
  }
  return out;
}

std::optional<int> choice(const Ui& ui, std::string_view id, Box box, const std::vector<Option>& options,
                          std::string_view current, const ChoiceLook& look) {
  const int at = index_of(options, current);
  const Hit hit = ui.hit(id, box);
  draw_closed(ui, box, at >= 0 ? short_label(options[static_cast<std::size_t>(at)].label) : current, look,
              hit.hovered);
  const std::string popup = std::string(id) + ".list";
  if (hit.clicked) {
    ui.memory->choice_filter.clear();
    ui.memory->choice_highlight = std::max(0, at);
    ui.memory->choice_age = 0;
    ImGui::OpenPopup(popup.c_str());
  }
  if (!ImGui::IsPopupOpen(popup.c_str())) return std::nullopt;
  place_list(ui, box, options);
  std::optional<int> picked;
  const ImGuiWindowFlags flags =
      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoSavedSettings;
  if (ImGui::BeginPopup(popup.c_str(), flags)) {
    picked = open_list(ui, options, current);
    ++ui.memory->choice_age;
    ImGui::EndPopup();
  }
  return picked;
}

}  // namespace trireme
