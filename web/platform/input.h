// Pointer, wheel and keys of the browser, handed to Dear ImGui. Coordinates are CSS pixels of the canvas.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "web/app/app.h"

namespace trireme {

enum class PointerKind { Mouse, Touch };

// What lies under the pointer, so that the shell knows what a finger may do there.
enum class Hit {
  Nothing,  // a drag scrolls
  Item,     // a tap presses, a drag scrolls
  Drag      // a drag belongs to the item
};

void move_pointer(float x, float y, PointerKind kind);
void press_pointer(int button, bool down, PointerKind kind);
void remove_pointer();  // nothing is hovered any more

// Distances in CSS pixels, as the page would scroll.
void turn_wheel(float dx, float dy);
// Whether what is under the pointer can still scroll that way. If not, the wheel belongs to the page around.
[[nodiscard]] bool wants_wheel(float dx, float dy);

[[nodiscard]] Hit hit_at(float x, float y, const std::vector<NamedRect>& rects);

// Whether Escape closes or reverts something here; if not, it leaves the canvas.
[[nodiscard]] bool wants_escape();

struct Modifiers {
  bool control = false, shift = false, alt = false, super = false;
};
// `code` is the browser's keyCode: what the key types without Shift, wherever it lies.
void press_key(int code, bool down, Modifiers modifiers);
void release_keys();
// The canvas lost the focus: keys go up and an edit in progress ends as if the user had clicked elsewhere.
void end_edit();
// Command takes the place of Control.
void set_mac_keys(bool on);

// Events that Dear ImGui has not taken up yet.
[[nodiscard]] bool has_pending_events();

}  // namespace trireme
