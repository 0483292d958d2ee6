// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "web/theme/pen.h"

namespace trireme {
namespace {

constexpr std::string_view ellipsis = "\u2026";
constexpr float capital_height = 0.727f;  // of Inter, share of the size
constexpr float descent = 0.21f;

std::vector<DrawnText>* text_log = nullptr;

}  // namespace

void Pen::log_text(std::vector<DrawnText>* log) { text_log = log; }

float Pen::width(TextStyle style, std::string_view text) const {
  if (text.empty()) return 0;  // ImGui would look for the end of a null text
  return fonts_[style.face]
      ->CalcTextSizeA(style.size, std::numeric_limits<float>::max(), 0, text.data(),
                      text.data() + text.size())
      .x;
}

float Pen::centred_baseline(float cy, float size) { return std::round(cy + size * capital_height / 2); }

float Pen::text(float x, float baseline, TextStyle style, std::string_view text) const {
  if (text.empty()) return 0;
  ImFont* font = fonts_[style.face];
  const float ascent = font->GetFontBaked(style.size)->Ascent;
  const float left = snap(x), top = snap(baseline - ascent);
  const int first = list_->VtxBuffer.Size;
  list_->AddText(font, style.size, ImVec2(left, top), style.colour, text.data(), text.data() + text.size());
  // Dear ImGui cuts positions to whole units; at a ratio of 1.5 the nearest physical pixel lies elsewhere.
  const float dx = left - std::trunc(left), dy = top - std::trunc(top);
  if (dx != 0 || dy != 0)
    for (int i = first; i < list_->VtxBuffer.Size; ++i) {
      list_->VtxBuffer[i].pos.x += dx;
      list_->VtxBuffer[i].pos.y += dy;
    }
  const float w = width(style, text);
  if (text_log != nullptr) {
    const ImVec2 low = list_->GetClipRectMin(), high = list_->GetClipRectMax();
    text_log->push_back(
        {{left, baseline - style.size * capital_height, left + w, baseline + style.size * descent},
         {low.x, low.y, high.x, high.y},
         list_,
         std::string(text),
         text == ellipsis});
  }
  return w;
}

float Pen::text_right(float x, float baseline, TextStyle style, std::string_view text) const {
  const float w = width(style, text);
  this->text(x - w, baseline, style, text);
  return w;
}

float Pen::text_centred(float x, float baseline, TextStyle style, std::string_view text) const {
  const float w = width(style, text);
  this->text(x - w / 2, baseline, style, text);
  return w;
}

bool Pen::text_elided(float x, float baseline, float width, TextStyle style, std::string_view text) const {
  if (this->width(style, text) <= width) {
    this->text(x, baseline, style, text);
    return true;
  }
  const char* rest = nullptr;
  const float room = std::max(0.0f, width - this->width(style, ellipsis));
  const float used =
      fonts_[style.face]->CalcTextSizeA(style.size, room, 0, text.data(), text.data() + text.size(), &rest).x;
  std::string_view head = text.substr(0, static_cast<std::size_t>(rest - text.data()));
  while (!head.empty() && (head.back() == ' ' || head.back() == '.' || head.back() == ','))
    head.remove_suffix(1);
  this->text(x, baseline, style, head);
  this->text(x + std::min(used, this->width(style, head)), baseline, style, ellipsis);
  return false;
}

// Where the line that starts at the text's beginning ends, and where the next one starts. Lines break at
// blanks only: Dear ImGui's own wrapping would also break "4,096" behind the comma. A word that is longer
// than a line (an address) breaks behind its last slash, or anywhere.
Pen::Line Pen::first_line(TextStyle style, std::string_view text, float width) const {
  std::size_t end = 0;
  while (end < text.size() && text[end] != '\n') {
    const std::size_t from = text.find_first_not_of(' ', end);
    if (from == std::string_view::npos) break;
    const std::size_t word = std::min(text.find_first_of(" \n", from), text.size());
    if (this->width(style, text.substr(0, word)) > width) break;
    end = word;
  }
  if (end == 0 && !text.empty() && text[0] != '\n') {
    const char* rest = nullptr;
    const std::string_view word = text.substr(0, text.find_first_of(" \n"));
    fonts_[style.face]->CalcTextSizeA(style.size, width, 0, word.data(), word.data() + word.size(), &rest);
    end = static_cast<std::size_t>(rest - word.data());
    const std::size_t slash = word.substr(0, end).rfind('/');
    if (end < word.size() && slash != std::string_view::npos && slash > 0) end = slash + 1;
    while (end < word.size() && (end == 0 || (static_cast<unsigned char>(word[end]) & 0xC0) == 0x80)) ++end;
  }
  std::size_t next = end;
  while (next < text.size() && text[next] == ' ') ++next;
  if (next < text.size() && text[next] == '\n') ++next;
  return {end, next};
}

int Pen::paragraph(float x, float baseline, float width, float leading, TextStyle style,
                   std::string_view text, int lines) const {
  int count = 0;
  while (!text.empty() && count < lines) {
    const Line line = first_line(style, text, width);
    const float y = baseline + leading * static_cast<float>(count);
    ++count;
    if (count == lines && line.next < text.size()) {
      text_elided(x, y, width, style, text);
      break;
    }
    this->text(x, y, style, text.substr(0, line.end));
    text.remove_prefix(line.next);
  }
  return count;
}

int Pen::paragraph_lines(float width, TextStyle style, std::string_view text) const {
  int count = 0;
  for (; !text.empty(); ++count) text.remove_prefix(first_line(style, text, width).next);
  return count;
}

}  // namespace trireme
