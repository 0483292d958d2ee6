// The page as the shell sees it: the app, its window, and when to draw.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "web/app/app.h"
#include "web/app/redraw.h"
#include "web/platform/text.h"
#include "web/platform/window.h"

namespace trireme {

class Page {
 public:
  explicit Page(Catalog catalog) : app(std::move(catalog)) {}

  // Without WebGL 2 there is no window; link, report and text editor work all the same.
  void start();
  void wake(int frames = Redraw::frames_after_event);
  // Draws now, for events that need the effect before they end: the clipboard and a phone's keyboard are
  // allowed only inside of the gesture, and a new canvas size must not be seen empty.
  void draw();
  // Draws until Dear ImGui has taken up all queued events and answered the last.
  void draw_pending();

  void resize(CanvasSize size);
  void set_theme(ThemeChoice theme, bool high_contrast);
  void context_lost();
  void context_restored();
  void set_engaged(bool engaged);
  void open_link(std::string_view fragment);

  App app;
  Window window;
  bool engaged = false;       // the canvas has keyboard and wheel
  bool wants_escape = false;  // of the last frame
  TextRequest text;           // of the last frame
  std::uint64_t frames_drawn = 0;

 private:
  void schedule();
  void carry_out(const Actions& actions);

  Redraw redraw_;
  int pending_timeout_ = 0;  // identifier; 0: none
  bool frame_requested_ = false;
  int cursor_ = -2;  // what the canvas shows; -2: not told yet
};

// The one page. It lives until the tab closes: main() returns to the browser while everything goes on.
[[nodiscard]] Page& page();

}  // namespace trireme
