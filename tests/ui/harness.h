// SPDX-License-Identifier: MIT
// The interface without a window or a renderer: frames, a pointer, a keyboard, and what was written where.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "imgui.h"
#include "web/app/app.h"
#include "web/theme/pen.h"

namespace trireme {

class Harness {
 public:
  Harness(float width, float height, ThemeChoice theme = ThemeChoice::Light, bool high_contrast = false);
  ~Harness();
  Harness(const Harness&) = delete;
  Harness& operator=(const Harness&) = delete;

  App app;
  Actions last;      // of the last frame
  Actions gathered;  // of all frames since clear()

  void frames(int count = 3);
  void clear() { gathered = {}; }
  void resize(float width, float height);

  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] NamedRect rect(std::string_view name) const;  // a failed check if there is none
  void move_to(std::string_view name);
  void move_away();
  void click(std::string_view name);
  void scroll_to_top();  // of what is under the pointer
  void type(std::string_view text);
  void press(ImGuiKey key, ImGuiKeyChord modifiers = 0);
  // Replaces what stands in a number field.
  void enter(std::string_view field, std::string_view text);

  // Of one further frame.
  [[nodiscard]] std::vector<DrawnText> texts();
  [[nodiscard]] bool shows(std::string_view part);  // some text holds it

 private:
  void frame();
  ImGuiContext* context_;
  float width_, height_;
};

// "'abc' is cut off at the right" for every text that leaves its window sideways or lies on another one.
[[nodiscard]] std::vector<std::string> misplaced(const std::vector<DrawnText>& texts);

}  // namespace trireme
