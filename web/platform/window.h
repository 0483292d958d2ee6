// The canvas as a window: GLFW's window and WebGL context, sizes in two kinds of pixels, loss of the context.
// SPDX-License-Identifier: MIT
#pragma once

struct GLFWwindow;

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
  // Makes the window, the context and Dear ImGui's context. False where the browser has no WebGL 2: then
  // nothing may be drawn, and there is no Dear ImGui either.
  [[nodiscard]] bool open();
  [[nodiscard]] bool can_draw() const;
  [[nodiscard]] GLFWwindow* handle() const { return handle_; }

  // The shell owns the size of the canvas (canvas.js); this only takes notice.
  void set_size(CanvasSize size) { size_ = size; }
  [[nodiscard]] const CanvasSize& size() const { return size_; }

  void begin_frame();
  void end_frame();

  void context_lost();
  void context_restored();

 private:
  GLFWwindow* handle_ = nullptr;
  CanvasSize size_;
  bool lost_ = false;
};

}  // namespace trireme
