// Drawing in the visual language: shapes snapped to physical pixels, text on baselines, resources with their
// patterns. All coordinates are CSS pixels on the screen. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result/result.h"
#include "imgui.h"
#include "web/theme/fonts.h"
#include "web/theme/palette.h"

namespace trireme {

struct Box {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  [[nodiscard]] float width() const { return x1 - x0; }
  [[nodiscard]] float height() const { return y1 - y0; }
  [[nodiscard]] float cx() const { return (x0 + x1) / 2; }
  [[nodiscard]] float cy() const { return (y0 + y1) / 2; }
  [[nodiscard]] Box grown(float dx, float dy) const { return {x0 - dx, y0 - dy, x1 + dx, y1 + dy}; }
};

[[nodiscard]] inline bool touches(const Box& a, const Box& b) {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

struct TextStyle {
  Face face = Face::Regular;
  float size = 14;
  ImU32 colour = 0;
};

// For tests: what was written where, so that they can look for text that is cut off or lies on other text.
struct DrawnText {
  Box box;   // from the capitals' height to the descenders
  Box clip;  // what is visible
  const ImDrawList* list = nullptr;
  std::string text;
  bool elided = false;
};

class Pen {
 public:
  static void log_text(std::vector<DrawnText>* log);  // null: stop

  Pen(ImDrawList* list, const Palette& palette, const Fonts& fonts, float pixels_per_unit);

  [[nodiscard]] const Palette& colour() const { return palette_; }
  [[nodiscard]] float snap(float v) const;
  [[nodiscard]] float hairline() const { return hairline_; }  // at least one physical pixel, whole ones

  // --- text: x and baseline are where the first letter stands; returns the advance ---
  float text(float x, float baseline, TextStyle style, std::string_view text) const;
  float text_right(float x, float baseline, TextStyle style, std::string_view text) const;
  float text_centred(float x, float baseline, TextStyle style, std::string_view text) const;
  // Ends with an ellipsis where `width` is too little; returns whether all of it fitted.
  bool text_elided(float x, float baseline, float width, TextStyle style, std::string_view text) const;
  // Wrapped lines from the first baseline on; at most `lines`, the last one elided. Returns how many.
  int paragraph(float x, float baseline, float width, float leading, TextStyle style, std::string_view text,
                int lines = 1000) const;
  [[nodiscard]] int paragraph_lines(float width, TextStyle style, std::string_view text) const;
  [[nodiscard]] float width(TextStyle style, std::string_view text) const;
  // Baseline of text that is centred on `cy` by its capitals.
  [[nodiscard]] static float centred_baseline(float cy, float size);

  [[nodiscard]] TextStyle ink() const { return {Face::Regular, 14, palette_.ink}; }
  [[nodiscard]] TextStyle ink2() const { return {Face::Regular, 14, palette_.ink2}; }
  [[nodiscard]] TextStyle ink3() const { return {Face::Regular, 14, palette_.ink3}; }
  [[nodiscard]] TextStyle bold() const { return {Face::Bold, 14, palette_.ink}; }
  [[nodiscard]] TextStyle mono() const { return {Face::Mono, 14, palette_.ink}; }

  // --- shapes ---
  void rect(Box box, ImU32 colour) const;
  void frame(Box box, ImU32 colour, float thickness = 1) const;  // inside the box
  void rounded(Box box, ImU32 colour) const;                     // radius 2
  void field(Box box, ImU32 ground, ImU32 edge) const;           // rounded, with a hairline edge
  void hline(float x0, float x1, float y, ImU32 colour, float thickness = 1) const;  // below y
  void vline(float x, float y0, float y1, ImU32 colour, float thickness = 1) const;  // right of x
  void dashed_vline(float x, float y0, float y1, ImU32 colour, float on, float off) const;
  void dashed_hline(float x0, float x1, float y, ImU32 colour, float on, float off) const;
  void rising(Box box, ImU32 colour, float period) const;  // diagonals at a phase fixed to the screen
  void falling(Box box, ImU32 colour, float period) const;
  void line(float x0, float y0, float x1, float y1, ImU32 colour, float thickness) const;
  void dashed_line(float x0, float y0, float x1, float y1, ImU32 colour, float thickness, float on,
                   float off) const;
  void triangle_right(float cx, float cy, ImU32 colour) const;
  void triangle_up(float cx, float cy, ImU32 colour) const;
  void triangle_down(float cx, float cy, ImU32 colour) const;
  void cross(float cx, float cy, ImU32 colour) const;
  void circle(float cx, float cy, float radius, ImU32 colour) const;
  void disc(float cx, float cy, float radius, ImU32 colour) const;
  void warning_sign(float cx, float cy, ImU32 colour) const;
  void error_sign(float cx, float cy, ImU32 colour) const;
  void logo(float x, float cy, ImU32 colour) const;

  // --- resources: the one place that knows their fills and patterns ---
  void fill(Box box, Resource resource) const;
  void soft(Box box,
            Resource resource) const;  // less: of another resource than the pointed one, or out of date

  [[nodiscard]] ImDrawList* list() const { return list_; }

 private:
  struct Line {
    std::size_t end, next;
  };
  [[nodiscard]] Line first_line(TextStyle style, std::string_view text, float width) const;
  void pattern(Box box, Resource resource) const;

  ImDrawList* list_;
  const Palette& palette_;
  const Fonts& fonts_;
  float ratio_, hairline_;
};

}  // namespace trireme
