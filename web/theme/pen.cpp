// SPDX-License-Identifier: MIT
#include "web/theme/pen.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trireme {

Pen::Pen(ImDrawList* list, const Palette& palette, const Fonts& fonts, float pixels_per_unit)
    : list_(list),
      palette_(palette),
      fonts_(fonts),
      ratio_(pixels_per_unit > 0 ? pixels_per_unit : 1),
      hairline_(std::max(1.0f, std::round(ratio_)) / ratio_) {
  // Dear ImGui softens edges over one unit; over one physical pixel is enough.
  list_->_FringeScale = 1 / ratio_;
}

float Pen::snap(float v) const { return std::round(v * ratio_) / ratio_; }

void Pen::rect(Box b, ImU32 colour) const {
  const float x0 = snap(b.x0), y0 = snap(b.y0);
  const float x1 = std::max(snap(b.x1), x0 + 1 / ratio_), y1 = std::max(snap(b.y1), y0 + 1 / ratio_);
  list_->AddRectFilled(ImVec2(x0, y0), ImVec2(x1, y1), colour);
}

void Pen::frame(Box b, ImU32 colour, float thickness) const {
  const float t = thickness * hairline_;
  rect({b.x0, b.y0, b.x1, b.y0 + t}, colour);
  rect({b.x0, b.y1 - t, b.x1, b.y1}, colour);
  rect({b.x0, b.y0 + t, b.x0 + t, b.y1 - t}, colour);
  rect({b.x1 - t, b.y0 + t, b.x1, b.y1 - t}, colour);
}

// By rows of physical pixels, since a path's softened edge would blur the straight sides as well.
void Pen::rounded(Box b, ImU32 colour) const {
  const float px = 1 / ratio_;
  b = {snap(b.x0), snap(b.y0), snap(b.x1), snap(b.y1)};
  const int rows = static_cast<int>(std::round(2 * ratio_));
  const auto radius = static_cast<float>(rows);
  for (int row = 0; row < rows; ++row) {
    const float dy = radius - static_cast<float>(row) - 0.5f;
    const float inset = radius - std::sqrt(std::max(0.0f, radius * radius - dy * dy));  // in pixels
    const float whole = std::ceil(inset), part = whole - inset;
    const auto alpha = static_cast<ImU32>(part * static_cast<float>(colour >> IM_COL32_A_SHIFT & 255));
    const ImU32 faint = (colour & ~IM_COL32_A_MASK) | alpha << IM_COL32_A_SHIFT;
    for (float y : {b.y0 + static_cast<float>(row) * px, b.y1 - static_cast<float>(row + 1) * px}) {
      rect({b.x0 + whole * px, y, b.x1 - whole * px, y + px}, colour);
      if (whole < 1) continue;
      rect({b.x0 + (whole - 1) * px, y, b.x0 + whole * px, y + px}, faint);
      rect({b.x1 - whole * px, y, b.x1 - (whole - 1) * px, y + px}, faint);
    }
  }
  rect({b.x0, b.y0 + radius * px, b.x1, b.y1 - radius * px}, colour);
}

void Pen::field(Box b, ImU32 ground, ImU32 edge) const {
  rounded(b, edge);
  rounded(b.grown(-hairline_, -hairline_), ground);
}

void Pen::hline(float x0, float x1, float y, ImU32 colour, float thickness) const {
  y = snap(y);
  rect({x0, y, x1, y + thickness * hairline_}, colour);
}

void Pen::vline(float x, float y0, float y1, ImU32 colour, float thickness) const {
  x = snap(x);
  rect({x, y0, x + thickness * hairline_, y1}, colour);
}

void Pen::dashed_vline(float x, float y0, float y1, ImU32 colour, float on, float off) const {
  for (float y = y0; y < y1; y += on + off) vline(x, y, std::min(y + on, y1), colour);
}

void Pen::dashed_hline(float x0, float x1, float y, ImU32 colour, float on, float off) const {
  for (float x = x0; x < x1; x += on + off) hline(x, std::min(x + on, x1), y, colour);
}

void Pen::rising(Box b, ImU32 colour, float period) const {
  list_->PushClipRect(ImVec2(b.x0, b.y0), ImVec2(b.x1, b.y1), true);
  for (float k = std::ceil((b.x0 + b.y0) / period) * period; k < b.x1 + b.y1; k += period)
    list_->AddLine(ImVec2(k - b.y1, b.y1), ImVec2(k - b.y0, b.y0), colour, hairline_);
  list_->PopClipRect();
}

void Pen::falling(Box b, ImU32 colour, float period) const {
  list_->PushClipRect(ImVec2(b.x0, b.y0), ImVec2(b.x1, b.y1), true);
  for (float k = std::ceil((b.x0 - b.y1) / period) * period; k < b.x1 - b.y0; k += period)
    list_->AddLine(ImVec2(k + b.y0, b.y0), ImVec2(k + b.y1, b.y1), colour, hairline_);
  list_->PopClipRect();
}

void Pen::line(float x0, float y0, float x1, float y1, ImU32 colour, float thickness) const {
  list_->AddLine(ImVec2(x0, y0), ImVec2(x1, y1), colour, thickness);
}

void Pen::dashed_line(float x0, float y0, float x1, float y1, ImU32 colour, float thickness, float on,
                      float off) const {
  const float length = std::hypot(x1 - x0, y1 - y0);
  for (float at = 0; at < length; at += on + off) {
    const float a = at / length, b = std::min(at + on, length) / length;
    line(x0 + (x1 - x0) * a, y0 + (y1 - y0) * a, x0 + (x1 - x0) * b, y0 + (y1 - y0) * b, colour, thickness);
  }
}

void Pen::triangle_right(float cx, float cy, ImU32 colour) const {
  list_->AddTriangleFilled(ImVec2(cx - 2.5f, cy - 4), ImVec2(cx + 2.5f, cy), ImVec2(cx - 2.5f, cy + 4),
                           colour);
}

void Pen::triangle_up(float cx, float cy, ImU32 colour) const {
  list_->AddTriangleFilled(ImVec2(cx - 4, cy + 2.5f), ImVec2(cx, cy - 2.5f), ImVec2(cx + 4, cy + 2.5f),
                           colour);
}

void Pen::triangle_down(float cx, float cy, ImU32 colour) const {
  list_->AddTriangleFilled(ImVec2(cx - 4, cy - 2.5f), ImVec2(cx + 4, cy - 2.5f), ImVec2(cx, cy + 2.5f),
                           colour);
}

void Pen::cross(float cx, float cy, ImU32 colour) const {
  list_->AddLine(ImVec2(cx - 4, cy - 4), ImVec2(cx + 4, cy + 4), colour, 1.5f);
  list_->AddLine(ImVec2(cx - 4, cy + 4), ImVec2(cx + 4, cy - 4), colour, 1.5f);
}

void Pen::circle(float cx, float cy, float radius, ImU32 colour) const {
  list_->AddCircle(ImVec2(cx, cy), radius, colour, 0, 1.5f);
}

void Pen::disc(float cx, float cy, float radius, ImU32 colour) const {
  list_->AddCircleFilled(ImVec2(cx, cy), radius, colour);
}

void Pen::warning_sign(float cx, float cy, ImU32 colour) const {
  list_->AddTriangle(ImVec2(cx, cy - 5.5f), ImVec2(cx + 6, cy + 5), ImVec2(cx - 6, cy + 5), colour, 1.5f);
  rect({cx - 0.75f, cy - 2, cx + 0.75f, cy + 1.5f}, colour);
  rect({cx - 0.75f, cy + 2.5f, cx + 0.75f, cy + 4}, colour);
}

void Pen::error_sign(float cx, float cy, ImU32 colour) const {
  circle(cx, cy, 6, colour);
  line(cx - 2.5f, cy - 2.5f, cx + 2.5f, cy + 2.5f, colour, 1.5f);
  line(cx - 2.5f, cy + 2.5f, cx + 2.5f, cy - 2.5f, colour, 1.5f);
}

// Three oars.
void Pen::logo(float x, float cy, ImU32 colour) const {
  for (float i : {0.0f, 6.0f, 12.0f}) line(x + i, cy + 6.5f, x + i + 5.5f, cy - 6.5f, colour, 2);
}

void Pen::fill(Box b, Resource resource) const {
  const auto i = static_cast<std::size_t>(resource);
  if (resource == Resource::Bubble) {
    // Idle time is hatching on bare paper; below 8 px the hatch would be noise.
    if (b.height() < 8 || b.width() < 3) return rect(b, palette_.soft[i]);
    rising(b, palette_.fill[i], 5);
    return frame(b, palette_.fill[i]);
  }
  rect(b, palette_.fill[i]);
  if (palette_.patterns && b.height() >= 8 && b.width() >= 3) pattern(b, resource);
}

void Pen::pattern(Box b, Resource resource) const {
  const ImU32 colour = palette_.label[static_cast<std::size_t>(resource)];
  const auto first = [](float from, float period) { return std::ceil(from / period) * period; };
  switch (resource) {
    case Resource::Hbm:
      for (float y = first(b.y0 + 1, 6); y < b.y1 - 1; y += 6) hline(b.x0, b.x1, y, colour);
      break;
    case Resource::ScaleUp: rising(b, colour, 6 * 1.41421356f); break;
    case Resource::ScaleOut: falling(b, colour, 6 * 1.41421356f); break;
    case Resource::Storage:
      for (float y = first(b.y0 + 1, 5); y < b.y1 - 1; y += 5)
        for (float x = first(b.x0 + 1, 5); x < b.x1 - 1; x += 5)
          rect({x, y, x + hairline_, y + hairline_}, colour);
      break;
    case Resource::Host:
      for (float x = first(b.x0 + 1, 6); x < b.x1 - 1; x += 6) vline(x, b.y0, b.y1, colour);
      break;
    case Resource::Other:
      rect(b.grown(-2 * hairline_, -2 * hairline_), palette_.base);
      break;  // outline only
    default: break;
  }
}

void Pen::soft(Box b, Resource resource) const {
  const auto i = static_cast<std::size_t>(resource);
  rect(b, palette_.soft[i]);
  if (b.width() >= 3) frame(b, palette_.fill[i]);
}

}  // namespace trireme
