// SPDX-License-Identifier: MIT
#include "web/platform/input.h"

#include <cfloat>
#include <cmath>
#include <string_view>

#include "imgui.h"
#include "imgui_internal.h"

namespace trireme {

namespace {

ImGuiKey key_of(int code) {
  const auto from = [code](int first, ImGuiKey key) { return static_cast<ImGuiKey>(key + (code - first)); };
  if (code >= '0' && code <= '9') return from('0', ImGuiKey_0);
  if (code >= 'A' && code <= 'Z') return from('A', ImGuiKey_A);
  if (code >= 96 && code <= 105) return from(96, ImGuiKey_Keypad0);
  switch (code) {
    case 8: return ImGuiKey_Backspace;
    case 9: return ImGuiKey_Tab;
    case 13: return ImGuiKey_Enter;
    case 16: return ImGuiKey_LeftShift;
    case 17: return ImGuiKey_LeftCtrl;
    case 18: return ImGuiKey_LeftAlt;
    case 27: return ImGuiKey_Escape;
    case 32: return ImGuiKey_Space;
    case 33: return ImGuiKey_PageUp;
    case 34: return ImGuiKey_PageDown;
    case 35: return ImGuiKey_End;
    case 36: return ImGuiKey_Home;
    case 37: return ImGuiKey_LeftArrow;
    case 38: return ImGuiKey_UpArrow;
    case 39: return ImGuiKey_RightArrow;
    case 40: return ImGuiKey_DownArrow;
    case 45: return ImGuiKey_Insert;
    case 46: return ImGuiKey_Delete;
    case 91: return ImGuiKey_LeftSuper;
    default: return ImGuiKey_None;
  }
}

ImGuiMouseSource source_of(PointerKind kind) {
  return kind == PointerKind::Touch ? ImGuiMouseSource_TouchScreen : ImGuiMouseSource_Mouse;
}

// Dear ImGui scrolls a window by five lines of text per unit of the wheel.
float pixels_per_unit() { return 5.0f * ImGui::GetStyle().FontSizeBase; }

bool can_scroll(float position, float maximum, float delta) {
  return delta < 0 ? position > 0.5f : delta > 0 && position < maximum - 0.5f;
}

}  // namespace

void move_pointer(float x, float y, PointerKind kind) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMouseSourceEvent(source_of(kind));
  io.AddMousePosEvent(x, y);
}

void press_pointer(int button, bool down, PointerKind kind) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMouseSourceEvent(source_of(kind));
  io.AddMouseButtonEvent(button, down);
}

void remove_pointer() { ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX); }

void turn_wheel(float dx, float dy) {
  ImGui::GetIO().AddMouseWheelEvent(-dx / pixels_per_unit(), -dy / pixels_per_unit());
}

bool wants_wheel(float dx, float dy) {
  // An item that zooms by the wheel says so with SetItemKeyOwner().
  const bool vertical = std::fabs(dy) >= std::fabs(dx);
  const ImGuiKey key = vertical ? ImGuiKey_MouseWheelY : ImGuiKey_MouseWheelX;
  if (ImGui::GetKeyOwner(key) != ImGuiKeyOwner_NoOwner) return true;
  const ImGuiWindow* window = ImGui::GetCurrentContext()->HoveredWindow;
  // The first window that scrolls in this direction gets the wheel, as in Dear ImGui.
  for (; window != nullptr; window = window->ParentWindow) {
    const bool fixed = (window->Flags & ImGuiWindowFlags_NoScrollWithMouse) != 0;
    const float maximum = vertical ? window->ScrollMax.y : window->ScrollMax.x;
    if (!fixed && maximum > 0) {
      return vertical ? can_scroll(window->Scroll.y, maximum, dy) : can_scroll(window->Scroll.x, maximum, dx);
    }
    if ((window->Flags & ImGuiWindowFlags_ChildWindow) == 0)
      return (window->Flags & ImGuiWindowFlags_Popup) != 0;
  }
  return false;
}

Hit hit_at(float x, float y, const std::vector<NamedRect>& rects) {
  constexpr std::string_view drag_prefix = "drag.";
  for (const NamedRect& rect : rects) {
    const bool inside = x >= rect.x0 && x < rect.x1 && y >= rect.y0 && y < rect.y1;
    if (inside && std::string_view(rect.name).substr(0, drag_prefix.size()) == drag_prefix) return Hit::Drag;
  }
  return ImGui::IsAnyItemHovered() ? Hit::Item : Hit::Nothing;
}

bool wants_escape() {
  return ImGui::IsAnyItemActive() || ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
}

void press_key(int code, bool down, Modifiers modifiers) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, modifiers.control);
  io.AddKeyEvent(ImGuiMod_Shift, modifiers.shift);
  io.AddKeyEvent(ImGuiMod_Alt, modifiers.alt);
  io.AddKeyEvent(ImGuiMod_Super, modifiers.super);
  if (const ImGuiKey key = key_of(code); key != ImGuiKey_None) io.AddKeyEvent(key, down);
}

void release_keys() { ImGui::GetIO().ClearInputKeys(); }

void end_edit() {
  release_keys();
  ImGui::ClearActiveID();
}

void set_mac_keys(bool on) { ImGui::GetIO().ConfigMacOSXBehaviors = on; }

bool has_pending_events() { return !ImGui::GetCurrentContext()->InputEventsQueue.empty(); }

}  // namespace trireme
