// Verdict and figures: the answer in a sentence, then in six numbers with their ranges.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "web/views/views.h"
#include "web/widgets/choice.h"
#include "web/widgets/controls.h"

namespace trireme {
namespace {

void draw_figure(const Ui& ui, ViewState& state, const Shown& shown, const Figure& figure, Box cell) {
  const Pen pen = ui.pen();
  const Palette& c = ui.colour();
  const bool unvalidated = figure.range == "unvalidated";
  const Hit hit = ui.hit("figure." + figure.id, cell.grown(6, 4));
  if (ui.touch && state.pinned == figure.id && state.reveal > 0) reveal(cell);
  if (state.pinned == figure.id) row_ground(ui, cell.grown(8, 4), true, false);
  else if (hit.hovered) pen.rect(cell.grown(6, 4), c.hover);
  if (hit.clicked) state.toggle_pin(figure.id);
  const bool too_full =
      figure.id == "memory_bytes_per_gpu" && shown.report.memory_total > shown.report.memory_usable;
  const ImU32 strong = shown.stale ? c.ink3
                       : too_full  ? c.error
                                   : c.ink,
              weak = shown.stale ? c.ink3 : c.ink2;
  // A long label may reach into the gutter; what it says in parentheses gives way first.
  const float room = cell.width() + (ui.touch ? 20 : 10);
  const TextStyle label{Face::Regular, 14, weak};
  const bool fits = pen.width(label, figure.label) <= room;
  const std::string_view words = fits ? std::string_view(figure.label) : short_label(figure.label);
  pen.text_elided(cell.x0, cell.y0 + 14, room, label, words);
  float x =
      cell.x0 +
      pen.text(cell.x0, cell.y0 + 42, {unvalidated ? Face::Regular : Face::Bold, 24, strong}, figure.value) +
      6;
  pen.text_elided(x, cell.y0 + 42, cell.x1 - x, {Face::Regular, 14, weak}, figure.unit);
  pen.text_elided(cell.x0, cell.y0 + 62, cell.width(), {Face::Regular, 14, unvalidated ? c.ink3 : weak},
                  figure.range);
}

}  // namespace

std::string attention_text(int faults) {
  if (faults <= 0) return "the input needs attention";
  return faults == 1 ? "1 field needs attention" : std::to_string(faults) + " fields need attention";
}

float draw_attention(const Ui& ui, const Shown& shown, float x, float cy, float room) {
  if (!shown.stale && shown.report.ok) return 0;
  const Pen pen = ui.pen();
  const std::string what = (shown.report.ok ? "Out of date: " : "No result: ") + attention_text(shown.faults);
  const TextStyle style{Face::Regular, 14, ui.colour().error};
  pen.error_sign(x + 7, cy, style.colour);
  pen.text_elided(x + 21, Pen::centred_baseline(cy, 14), room - 21, style, what);
  return 21 + pen.width(style, what);
}

// What is missing for a result, and the way to it.
float draw_faults(const Ui& ui, ViewState& state, const Shown& shown, Box area, float size) {
  const Pen pen = ui.pen();
  float y = area.y0;
  const std::string sentence = "No result: " + attention_text(shown.faults) + ".";
  const TextStyle style{Face::Bold, size, ui.colour().ink};
  y += (size + 6) *
           static_cast<float>(pen.paragraph(area.x0, y + size, area.width(), size + 6, style, sentence)) +
       10;
  for (const Issue& issue : shown.issues) {
    if (issue.severity != Severity::Error) continue;
    y += note(ui, area.x0, y, std::min(area.width(), 640.0f), issue.severity, issue.message) + 8;
  }
  if (!ui.touch) return y;
  if (box_button(ui, "go.inputs", {area.x0, y + 8, area.x0 + 140, y + 52}, "Open the inputs"))
    state.page = Page::Inputs;
  return y + 60;
}

float draw_verdict(const Ui& ui, const Shown& shown, Box area, float size) {
  const Pen pen = ui.pen();
  const float leading = size + 6;
  const TextStyle style{Face::Bold, size, shown.stale ? ui.colour().ink3 : ui.colour().ink};
  const int lines =
      pen.paragraph(area.x0, area.y0 + size, area.width(), leading, style, shown.report.verdict);
  const float y = area.y0 + leading * static_cast<float>(lines);
  if (!ui.touch || !shown.stale) return y;
  draw_attention(ui, shown, area.x0, y + 14, area.width());
  return y + 24;
}

float draw_figures(const Ui& ui, ViewState& state, const Shown& shown, Box area, int columns) {
  const Pen pen = ui.pen();
  constexpr float height = 66, gutter = 14;
  const float row_height = columns == 6 ? height : 74;
  const float pitch = area.width() / static_cast<float>(columns);
  const int count = static_cast<int>(shown.report.figures.size());
  for (int i = 0; i < count; ++i) {
    const int row = i / columns, column = i % columns;
    const float x = area.x0 + pitch * static_cast<float>(column),
                y = area.y0 + row_height * static_cast<float>(row);
    const float end = column + 1 == columns ? area.x1 : x + pitch - 2 * gutter;
    draw_figure(ui, state, shown, shown.report.figures[static_cast<std::size_t>(i)],
                {pen.snap(x), y, end, y + height});
    if (column > 0 && !ui.touch) pen.vline(x - gutter, y + 2, y + 62, ui.colour().rule);
    if (row > 0 && column == 0) pen.hline(area.x0, area.x1, y - 5, ui.colour().rule);
  }
  const int rows = (count + columns - 1) / columns;
  return area.y0 + (rows > 0 ? row_height * static_cast<float>(rows - 1) + height : 0);
}

}  // namespace trireme
