// SPDX-License-Identifier: MIT
#include "web/platform/window.h"

#include <GLFW/glfw3.h>

#include <algorithm>

#include "imgui.h"
#include "imgui_impl_glfw.h"
#include "imgui_impl_opengl3.h"

namespace trireme {

bool CanvasSize::empty() const {
  return css_width < 1 || css_height < 1 || pixel_width < 1 || pixel_height < 1;
}

bool Window::open() {
  if (!glfwInit()) return false;
  glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_ES_API);
  // An opaque canvas without depth: the page behind must not shine through anti-aliased edges.
  glfwWindowHint(GLFW_ALPHA_BITS, 0);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  // The size is a placeholder. glfwSetWindowSize() must never be called: before Emscripten 3.1.49 it asks for
  // fullscreen when the size equals the screen's.
  handle_ = glfwCreateWindow(640, 480, "Trireme", nullptr, nullptr);
  if (handle_ == nullptr) return false;
  glfwMakeContextCurrent(handle_);

  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;                                // the link is the state
  io.ConfigInputTextCursorBlink = false;                   // a blinking caret would draw for ever
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;    // the whole workbench without a mouse
  io.ConfigFlags |= ImGuiConfigFlags_NoMouseCursorChange;  // GLFW's emulation has no cursors: see page.cpp
  ImGui_ImplGlfw_InitForOpenGL(handle_, false);
  ImGui_ImplOpenGL3_Init("#version 300 es");
  // Else the backend asks GLFW for the cursor in each frame, which answers in canvas pixels before
  // Emscripten 3.1.51 and in CSS pixels since. The shell sends the pointer in CSS pixels.
  ImGui_ImplGlfw_CursorEnterCallback(handle_, GLFW_TRUE);
  return true;
}

bool Window::can_draw() const { return handle_ != nullptr && !lost_ && !size_.empty(); }

void Window::begin_frame() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  // After the backend, which would set canvas pixels: logical pixels everywhere, and a denser framebuffer.
  // Dear ImGui rasterises glyphs at that density.
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = ImVec2(size_.css_width, size_.css_height);
  io.DisplayFramebufferScale = ImVec2(static_cast<float>(size_.pixel_width) / size_.css_width,
                                      static_cast<float>(size_.pixel_height) / size_.css_height);
  // After a rest the time since the last frame means nothing; coarse clocks can make it zero.
  io.DeltaTime = std::clamp(io.DeltaTime, 0.001f, 0.1f);
  ImGui::NewFrame();
}

void Window::end_frame() {
  ImGui::Render();
  glViewport(0, 0, size_.pixel_width, size_.pixel_height);
  const ImVec4& ground = ImGui::GetStyle().Colors[ImGuiCol_WindowBg];
  glClearColor(ground.x, ground.y, ground.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Window::context_lost() { lost_ = true; }

void Window::context_restored() {
  lost_ = false;
  // Every object of the old context is gone. The next frame makes them again, font textures included.
  if (handle_ != nullptr) ImGui_ImplOpenGL3_DestroyDeviceObjects();
}

}  // namespace trireme
