// The canvas as a window: its WebGL context, sizes in two kinds of pixels, loss of the context.
// SPDX-License-Identifier: MIT
#pragma once

namespace trireme {

// Both sizes of the canvas, always set together: the box on the page in CSS pixels and the buffer behind it
// in device pixels. Their ratio may differ between the axes by rounding.
struct CanvasSize {
  float css_width = 0, css_height = 0;
  int pixel_width = 0, pixel_height = 0;
  [[nodiscard]] bool empty() const;
};

class Window {
 public:
  // Makes the context and Dear ImGui's context. False where the browser has no WebGL 2: then
  // nothing may be drawn, and there is no Dear ImGui either.
  [[nodiscard]] bool open();
  [[nodiscard]] bool can_draw() const;
  [[nodiscard]] bool is_open() const { return open_; }

  // The shell owns the size of the canvas (canvas.js); this only takes notice.
  void set_size(CanvasSize size) { size_ = size; }
  [[nodiscard]] const CanvasSize& size() const { return size_; }

  void begin_frame();
  void end_frame();

  void context_lost();
  void context_restored();

 private:
  CanvasSize size_;
  double last_frame_ = 0;  // ms
  bool open_ = false;
  bool lost_ = false;
};

}  // namespace trireme
