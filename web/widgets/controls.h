// Small controls of invisible buttons and drawn shapes; no stock style fits them.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/issue.h"
#include "web/widgets/ui.h"

namespace trireme {

// Words that act: "Undo". Disabled ones are said in ink3 and cannot be reached. `x` is the left end of the
// text.
bool text_button(const Ui& ui, std::string_view id, float x, float cy, std::string_view label,
                 bool enabled = true);
[[nodiscard]] float text_button_width(const Ui& ui, std::string_view label);

// Words in a box.
bool box_button(const Ui& ui, std::string_view id, Box box, std::string_view label);

// Equal parts of one box; the chosen one is filled with ink. Returns the index that was clicked. Each part is
// named "id.part", and the box "id" unless it continues an earlier one.
struct Segment {
  std::string_view id, label;
};
std::optional<int> segments(const Ui& ui, std::string_view id, Box box, std::span<const Segment> parts,
                            int chosen, bool continues = false);

// One line of text to search by; returns whether it was changed. `hint` stands in it while it is empty.
bool search_field(const Ui& ui, std::string_view id, Box box, std::string_view hint, std::string& text);

// A row that is one of several: the ground and the bar of what is chosen, or of what the pointer is on.
void row_ground(const Ui& ui, Box box, bool chosen, bool hovered);

// Scrolls so that the box stands at this share of the height of its window.
void reveal(Box box, float share = 0.2f);

// An issue, directly below what it is about. Returns its height.
float note(const Ui& ui, float x, float y, float width, Severity severity, std::string_view message);
[[nodiscard]] ImU32 edge_of(const Palette& colour, const Severity* severity);  // of the field; null: no issue

// What has been typed into a number field.
struct NumberEdit {
  bool active = false;     // it has the caret
  bool changed = false;    // `text` differs from what was displayed
  bool committed = false;  // the edit has ended
  std::string text;
};
struct NumberLook {
  ImU32 edge = 0;
  float size = 14;
  bool bold = false;
  bool centred = false;
  std::string_view unit = {};  // inside, at the right
};
NumberEdit number_field(const Ui& ui, std::string_view id, Box box, std::string_view displayed,
                        const NumberLook& look);

}  // namespace trireme
