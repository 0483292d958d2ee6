// What every widget needs: tokens, faces, sizes, and where to leave names and wishes.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "web/app/app.h"
#include "web/theme/pen.h"

namespace trireme {

struct Hit {
  bool hovered = false, held = false, clicked = false;
};

// Where two overlap, the one that is asked first wins.
enum class HitKind {
  Button,  // a hand over it, reached by the keyboard
  Quiet    // reached by the pointer only
};

// A line of a tooltip.
struct TipLine {
  TextStyle style;
  std::string text;
};

// What lives from frame to frame.
struct UiMemory {
  std::string help_id;  // of the text the pointer rests on
  double help_since = 0;
  bool help_seen = false;
  std::string choice_filter;  // of the one open list
  int choice_highlight = 0;
  int choice_age = 0;  // frames since it was opened: its size settles in the first ones
};

struct Ui {
  const Palette* palette = nullptr;
  const Fonts* fonts = nullptr;
  float ratio = 1;     // physical pixels per CSS pixel
  bool touch = false;  // finger-sized targets, nothing that only hovering shows
  double now = 0;      // seconds of a clock that never goes back
  UiMemory* memory = nullptr;
  std::vector<NamedRect>* rects = nullptr;
  Actions* actions = nullptr;

  [[nodiscard]] const Palette& colour() const { return *palette; }
  [[nodiscard]] Pen pen() const;  // into the current window

  // Notes the visible part of the box under a name, if any part is.
  void name(std::string_view name, Box box) const;
  [[nodiscard]] Hit hit(std::string_view id, Box box, HitKind kind = HitKind::Button) const;
  // A sentence that appears when the pointer has rested on the box for a moment.
  void help(std::string_view id, Box box, std::string_view sentence) const;
  void tooltip(const std::vector<TipLine>& lines) const;
  void redraw_after(float seconds) const;
};

// A part that scrolls by itself. `content` is its inner box at the current scroll position, its height that
// of the visible part.
class Scroller {
 public:
  Scroller(const Ui& ui, const char* id, Box box, ImU32 ground);
  ~Scroller();
  Scroller(const Scroller&) = delete;
  Scroller& operator=(const Scroller&) = delete;
  [[nodiscard]] Box content() const { return content_; }
  void end_at(float y);     // the lower end of what was drawn
  void extend(float more);  // room below it
  // What stands still above the content, over the whole box: edges, handles.
  [[nodiscard]] Pen begin_fixed() const;
  void end_fixed() const;

 private:
  const Ui& ui_;
  Box box_, content_;
  float end_ = 0;
};

}  // namespace trireme
