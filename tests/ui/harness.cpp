// SPDX-License-Identifier: MIT
#include "tests/ui/harness.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/catalog/catalog.h"

namespace trireme {
namespace {

ImGuiContext* make_context(float width, float height) {
  ImGuiContext* context = ImGui::CreateContext();
  ImGui::SetCurrentContext(context);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures | ImGuiBackendFlags_HasMouseCursors;
  io.DisplaySize = ImVec2(width, height);
  return context;
}

const Catalog& catalog() {
  static const Checked<Catalog> loaded = builtin_catalog();
  REQUIRE(loaded.value.has_value());
  return *loaded.value;
}

// There is no renderer: every texture is said to be uploaded.
void take_textures(bool destroy) {
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    if (destroy || texture->Status == ImTextureStatus_WantDestroy) {
      texture->SetTexID(ImTextureID_Invalid);
      texture->SetStatus(ImTextureStatus_Destroyed);
    } else if (texture->Status != ImTextureStatus_OK) {
      texture->SetTexID(1);
      texture->SetStatus(ImTextureStatus_OK);
    }
  }
}

}  // namespace

Harness::Harness(float width, float height, ThemeChoice theme, bool high_contrast)
    : app(catalog()), context_(make_context(width, height)), width_(width), height_(height) {
  app.set_theme(theme, high_contrast);
  frames(4);
}

Harness::~Harness() {
  ImGui::SetCurrentContext(context_);
  take_textures(true);
  ImGui::DestroyContext(context_);
}

void Harness::frame() {
  ImGui::SetCurrentContext(context_);
  ImGui::GetIO().DisplaySize = ImVec2(width_, height_);
  ImGui::GetIO().DeltaTime = 1.0f / 60;
  ImGui::NewFrame();
  last = app.frame(width_, height_);
  ImGui::Render();
  take_textures(false);
  gathered.scenario_changed |= last.scenario_changed;
  gathered.scenario_committed |= last.scenario_committed;
  gathered.copy_link |= last.copy_link;
  gathered.show_tables |= last.show_tables;
  gathered.wants_text |= last.wants_text;
  gathered.wants_number |= last.wants_number;
}

void Harness::frames(int count) {
  for (int i = 0; i < count; ++i) frame();
}

void Harness::resize(float width, float height) {
  width_ = width;
  height_ = height;
  frames();
}

bool Harness::has(std::string_view name) const {
  return std::any_of(app.rects().begin(), app.rects().end(),
                     [&](const NamedRect& r) { return r.name == name; });
}

NamedRect Harness::rect(std::string_view name) const {
  for (const NamedRect& r : app.rects())
    if (r.name == name) return r;
  FAIL_CHECK("no rectangle is named " << std::string(name));
  return {};
}

void Harness::move_to(std::string_view name) {
  const NamedRect r = rect(name);
  ImGui::GetIO().AddMousePosEvent((r.x0 + r.x1) / 2, (r.y0 + r.y1) / 2);
  frames(2);
}

void Harness::move_away() {
  ImGui::GetIO().AddMousePosEvent(-1e9f, -1e9f);
  frames(2);
}

void Harness::click(std::string_view name) {
  move_to(name);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  frames(2);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  frames(3);
}

void Harness::scroll_to_top() {
  ImGui::GetIO().AddMouseWheelEvent(0, 1000);
  frames(12);
}

void Harness::type(std::string_view text) {
  ImGui::GetIO().AddInputCharactersUTF8(std::string(text).c_str());
  frames(3);
}

void Harness::press(ImGuiKey key, ImGuiKeyChord modifiers) {
  ImGuiIO& io = ImGui::GetIO();
  for (ImGuiKey modifier : {ImGuiMod_Ctrl, ImGuiMod_Shift})
    if ((modifiers & modifier) != 0) io.AddKeyEvent(modifier, true);
  io.AddKeyEvent(key, true);
  frames(2);
  io.AddKeyEvent(key, false);
  for (ImGuiKey modifier : {ImGuiMod_Ctrl, ImGuiMod_Shift}) io.AddKeyEvent(modifier, false);
  frames(3);
}

void Harness::enter(std::string_view field, std::string_view text) {
  click(field);
  press(ImGuiKey_A, ImGuiMod_Ctrl);
  type(text);
}

std::vector<DrawnText> Harness::texts() {
  std::vector<DrawnText> log;
  Pen::log_text(&log);
  frame();
  Pen::log_text(nullptr);
  return log;
}

bool Harness::shows(std::string_view part) {
  const std::vector<DrawnText> drawn = texts();
  return std::any_of(drawn.begin(), drawn.end(),
                     [&](const DrawnText& t) { return t.text.find(part) != std::string::npos; });
}

namespace {

bool is_blank(const DrawnText& t) { return t.text.find_first_not_of(' ') == std::string::npos; }

bool visible(const DrawnText& t) {
  return t.box.y1 > t.clip.y0 && t.box.y0 < t.clip.y1 && t.clip.x1 > t.clip.x0 && !is_blank(t);
}

std::string where(const DrawnText& t) {
  return "'" + t.text + "' at " + std::to_string(static_cast<int>(t.box.x0)) + "," +
         std::to_string(static_cast<int>(t.box.y0));
}

}  // namespace

std::vector<std::string> misplaced(const std::vector<DrawnText>& texts) {
  std::vector<std::string> out;
  constexpr float tolerance = 0.75f;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const DrawnText& a = texts[i];
    if (!visible(a)) continue;
    if (a.box.x0 < a.clip.x0 - tolerance || a.box.x1 > a.clip.x1 + tolerance)
      out.push_back(where(a) + " is cut off");
    for (std::size_t k = i + 1; k < texts.size(); ++k) {
      const DrawnText& b = texts[k];
      if (b.list != a.list || !visible(b)) continue;
      const float wide = std::min(a.box.x1, b.box.x1) - std::max(a.box.x0, b.box.x0);
      const float high = std::min(a.box.y1, b.box.y1) - std::max(a.box.y0, b.box.y0);
      if (wide > tolerance && high > tolerance) out.push_back(where(a) + " lies on " + where(b));
    }
  }
  return out;
}

}  // namespace trireme
