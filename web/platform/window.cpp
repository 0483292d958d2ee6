// SPDX-License-Identifier: MIT
#include "web/platform/window.h"

#include <GLES3/gl3.h>
#include <emscripten/emscripten.h>
#include <emscripten/html5.h>

#include <algorithm>

#include "imgui.h"
#include "imgui_impl_opengl3.h"

namespace trireme {

bool CanvasSize::empty() const {
  return css_width < 1 || css_height < 1 || pixel_width < 1 || pixel_height < 1;
}

bool Window::open() {
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.majorVersion = 2;
  // An opaque canvas without depth: the page behind must not shine through anti-aliased edges.
  attributes.alpha = attributes.depth = attributes.stencil = attributes.antialias = EM_FALSE;
  const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context("#canvas", &attributes);
  if (context <= 0) return false;
  emscripten_webgl_make_context_current(context);
  open_ = true;

  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;                              // the link is the state
  io.ConfigInputTextCursorBlink = false;                 // a blinking caret would draw for ever
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;  // the whole workbench without a mouse
  ImGui_ImplOpenGL3_Init("#version 300 es");
  return true;
}

bool Window::can_draw() const { return open_ && !lost_ && !size_.empty(); }

void Window::begin_frame() {
  ImGui_ImplOpenGL3_NewFrame();
  // Logical pixels everywhere, and a denser framebuffer.
  // Dear ImGui rasterises glyphs at that density.
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = ImVec2(size_.css_width, size_.css_height);
  io.DisplayFramebufferScale = ImVec2(static_cast<float>(size_.pixel_width) / size_.css_width,
                                      static_cast<float>(size_.pixel_height) / size_.css_height);
  // After a rest the time since the last frame means nothing; coarse clocks can make it zero.
  const double now = emscripten_get_now();
  io.DeltaTime = static_cast<float>(std::clamp((now - last_frame_) / 1000, 0.001, 0.1));
  last_frame_ = now;
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
  if (open_) ImGui_ImplOpenGL3_DestroyDeviceObjects();
}

}  // namespace trireme
