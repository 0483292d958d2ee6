// SPDX-License-Identifier: MIT
#include "web/platform/page.h"

#include <emscripten/emscripten.h>
#include <emscripten/html5.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "imgui.h"
#include "web/platform/bridge.h"
#include "web/platform/clipboard.h"
#include "web/platform/input.h"

namespace trireme {

namespace {

double now_seconds() { return emscripten_get_now() / 1000.0; }

std::string_view css_cursor(ImGuiMouseCursor cursor) {
  switch (cursor) {
    case ImGuiMouseCursor_None: return "none";
    case ImGuiMouseCursor_TextInput: return "text";
    case ImGuiMouseCursor_ResizeAll: return "move";
    case ImGuiMouseCursor_ResizeNS: return "ns-resize";
    case ImGuiMouseCursor_ResizeEW: return "ew-resize";
    case ImGuiMouseCursor_ResizeNESW: return "nesw-resize";
    case ImGuiMouseCursor_ResizeNWSE: return "nwse-resize";
    case ImGuiMouseCursor_Hand: return "pointer";
    case ImGuiMouseCursor_Wait: return "wait";
    case ImGuiMouseCursor_Progress: return "progress";
    case ImGuiMouseCursor_NotAllowed: return "not-allowed";
    default: return "default";
  }
}

}  // namespace

void Page::start() {
  if (!window.open()) return;
  install_text();
  install_clipboard(shell::copy_text);
  wake(Redraw::frames_at_start);
}

void Page::wake(int frames) {
  redraw_.wake(frames);
  schedule();
}

// Asks the browser for the next frame. Its animation frames stop while the tab is hidden, which is what we
// want.
void Page::schedule() {
  if (!window.can_draw() || frame_requested_) return;
  const double delay = redraw_.delay(now_seconds());
  if (delay < 0) return;
  if (pending_timeout_ != 0) emscripten_clear_timeout(pending_timeout_);
  pending_timeout_ = 0;
  if (delay > 0) {
    const auto on_time = [](void*) {
      page().pending_timeout_ = 0;
      page().wake(1);
    };
    pending_timeout_ = emscripten_set_timeout(on_time, std::ceil(delay * 1000), nullptr);
    return;
  }
  frame_requested_ = true;
  const auto on_frame = [](double, void*) -> EM_BOOL {
    page().frame_requested_ = false;
    page().draw();
    return EM_FALSE;
  };
  emscripten_request_animation_frame(on_frame, nullptr);
}

void Page::draw() {
  if (!window.can_draw()) return;
  redraw_.begin_frame(now_seconds());
  window.begin_frame();
  const Actions actions = app.frame(window.size().css_width, window.size().css_height);
  window.end_frame();
  ++frames_drawn;
  carry_out(actions);
  schedule();
}

void Page::draw_pending() {
  if (!window.can_draw()) return;
  // One click is a move, a press and a release, each of which may take a frame; more than a few means that
  // events arrive faster than they are drawn.
  constexpr int at_most = 8;
  for (int i = 0; i < at_most && has_pending_events(); ++i) draw();
  draw();
  wake();
}

void Page::carry_out(const Actions& actions) {
  if (has_pending_events()) redraw_.wake();
  if (actions.redraw_after >= 0) redraw_.wake_at(now_seconds() + static_cast<double>(actions.redraw_after));
  if (actions.scenario_changed || actions.scenario_committed)
    shell::scenario_changed(actions.scenario_committed);
  if (actions.copy_link) shell::copy_link();
  if (!actions.copy_text.empty()) shell::copy_text(actions.copy_text.c_str());
  if (actions.show_tables) shell::show_tables();
  if (actions.open_file) shell::open_file();

  wants_escape = actions.wants_escape || trireme::wants_escape();
  const TextRequest request = text_request(actions.wants_text, actions.wants_number);
  if (!(request == text)) {
    text = request;
    shell::want_text(text);
  }
  if (const int cursor = ImGui::GetMouseCursor(); cursor != cursor_) {
    cursor_ = cursor;
    shell::set_cursor(css_cursor(cursor).data());
  }
}

void Page::resize(CanvasSize size) {
  window.set_size(size);
  draw();
  wake();
}

void Page::set_theme(ThemeChoice theme, bool high_contrast) {
  if (!window.is_open()) return;
  app.set_theme(theme, high_contrast);
  wake();
}

void Page::context_lost() { window.context_lost(); }

void Page::context_restored() {
  window.context_restored();
  wake(Redraw::frames_at_start);
}

void Page::set_engaged(bool on) {
  if (engaged == on) return;
  engaged = on;
  if (!window.is_open()) return;
  if (!on) end_edit();
  wake();
}

void Page::open_link(std::string_view fragment) {
  app.open_link(fragment);
  wake();
}

}  // namespace trireme
