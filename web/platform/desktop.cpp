// The same workbench in a native window, for developing the interface: trireme_desktop [--dark] [LINK]
// SPDX-License-Identifier: MIT
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cfloat>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "core/catalog/catalog.h"
#include "imgui.h"
#include "imgui_impl_glfw.h"
#include "imgui_impl_opengl3.h"
#include "web/app/app.h"
#include "web/app/redraw.h"

namespace {

using namespace trireme;

Redraw redraw;

// Logical pixels per unit of the window's coordinates. Only macOS counts its windows in logical pixels.
float logical_per_window_unit(GLFWwindow* window) {
  float scale_x = 1, scale_y = 1;
  glfwGetWindowContentScale(window, &scale_x, &scale_y);
  int window_width = 0, window_height = 0, pixel_width = 0, pixel_height = 0;
  glfwGetWindowSize(window, &window_width, &window_height);
  glfwGetFramebufferSize(window, &pixel_width, &pixel_height);
  if (window_width == 0 || pixel_width == 0) return 1;
  return static_cast<float>(pixel_width) / static_cast<float>(window_width) / scale_x;
}

void on_cursor(GLFWwindow* window, double x, double y) {
  const float logical = logical_per_window_unit(window);
  ImGui::GetIO().AddMousePosEvent(static_cast<float>(x) * logical, static_cast<float>(y) * logical);
  redraw.wake();
}

void install_callbacks(GLFWwindow* window) {
  glfwSetCursorPosCallback(window, on_cursor);
  glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int entered) {
    ImGui_ImplGlfw_CursorEnterCallback(w,
                                       GLFW_TRUE);  // else the backend asks for the position in other pixels
    if (entered == GLFW_FALSE) ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    redraw.wake();
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int mods) {
    ImGui_ImplGlfw_MouseButtonCallback(w, button, action, mods);
    redraw.wake();
  });
  glfwSetScrollCallback(window, [](GLFWwindow* w, double dx, double dy) {
    ImGui_ImplGlfw_ScrollCallback(w, dx, dy);
    redraw.wake();
  });
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    ImGui_ImplGlfw_KeyCallback(w, key, scancode, action, mods);
    redraw.wake();
  });
  glfwSetCharCallback(window, [](GLFWwindow* w, unsigned int code) {
    ImGui_ImplGlfw_CharCallback(w, code);
    redraw.wake();
  });
  glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int focused) {
    ImGui_ImplGlfw_WindowFocusCallback(w, focused);
    redraw.wake();
  });
  glfwSetWindowRefreshCallback(window, [](GLFWwindow*) { redraw.wake(); });
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow*, int, int) { redraw.wake(); });
  ImGui_ImplGlfw_CursorEnterCallback(window, GLFW_TRUE);
}

GLFWwindow* open_window() {
  if (!glfwInit()) return nullptr;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  GLFWwindow* window = glfwCreateWindow(1440, 900, "Trireme", nullptr, nullptr);
  if (window == nullptr) return nullptr;
  glfwMakeContextCurrent(window);
  glfwSwapInterval(1);
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui_ImplGlfw_InitForOpenGL(window, false);
  ImGui_ImplOpenGL3_Init("#version 150");
  install_callbacks(window);
  return window;
}

Actions draw(GLFWwindow* window, App& app) {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGuiIO& io = ImGui::GetIO();
  const float logical = logical_per_window_unit(window);
  int pixel_width = 0, pixel_height = 0;
  glfwGetFramebufferSize(window, &pixel_width, &pixel_height);
  io.DisplaySize.x *= logical;
  io.DisplaySize.y *= logical;
  if (io.DisplaySize.x < 1 || io.DisplaySize.y < 1) io.DisplaySize = ImVec2(1, 1);  // minimised
  io.DisplayFramebufferScale = ImVec2(static_cast<float>(pixel_width) / io.DisplaySize.x,
                                      static_cast<float>(pixel_height) / io.DisplaySize.y);
  io.DeltaTime = std::clamp(io.DeltaTime, 0.001f, 0.1f);
  ImGui::NewFrame();
  Actions actions = app.frame(io.DisplaySize.x, io.DisplaySize.y);
  ImGui::Render();
  glViewport(0, 0, pixel_width, pixel_height);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(window);
  return actions;
}

void carry_out(GLFWwindow* window, const App& app, const Actions& actions) {
  if (actions.redraw_after >= 0) redraw.wake_at(glfwGetTime() + static_cast<double>(actions.redraw_after));
  if (actions.scenario_changed) glfwSetWindowTitle(window, (app.report().title + " · Trireme").c_str());
  if (actions.copy_link) glfwSetClipboardString(window, ("#" + app.link()).c_str());
  if (!actions.copy_text.empty()) glfwSetClipboardString(window, actions.copy_text.c_str());
}

void run(GLFWwindow* window, App& app) {
  redraw.wake(Redraw::frames_at_start);
  while (!glfwWindowShouldClose(window)) {
    const double delay = redraw.delay(glfwGetTime());
    if (delay < 0) glfwWaitEvents();
    else if (delay > 0) glfwWaitEventsTimeout(delay);
    else glfwPollEvents();
    if (redraw.delay(glfwGetTime()) != 0) continue;
    redraw.begin_frame(glfwGetTime());
    carry_out(window, app, draw(window, app));
  }
}

}  // namespace

int main(int argc, char** argv) {
  Checked<Catalog> catalog = builtin_catalog();
  if (!catalog.value) return 1;
  GLFWwindow* window = open_window();
  if (window == nullptr) {
    std::fputs("trireme_desktop: no window with OpenGL 3.2 can be opened\n", stderr);
    return 1;
  }
  App app(std::move(*catalog.value));
  bool dark = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--dark") dark = true;
    else app.open_link(argument);
  }
  app.set_theme(dark ? ThemeChoice::Dark : ThemeChoice::Light, false);
  run(window, app);
  glfwTerminate();
  return 0;
}
