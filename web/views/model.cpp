// What a model amounts to: figures, the growth of its cache, tables; with a way to take over an imported one.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "web/charts/growth_plot.h"
#include "web/views/views.h"
#include "web/widgets/controls.h"

namespace trireme {
namespace {

float draw_figures(const Ui& ui, const std::vector<Figure>& figures, Box area) {
  const Pen pen = ui.pen();
  const int columns = area.width() >= 1000 ? 6 : area.width() >= 480 ? 3 : 2;
  const float width = area.width() / static_cast<float>(columns);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const auto column = static_cast<float>(i % static_cast<std::size_t>(columns));
    const auto row = static_cast<float>(i / static_cast<std::size_t>(columns));
    const float x = pen.snap(area.x0 + width * column), y = area.y0 + 76 * row, room = width - 12;
    const Figure& figure = figures[i];
    pen.text_elided(x, y + 14, room, pen.ink2(), figure.label);
    const float number = pen.text(x, y + 42, {Face::Bold, 24, ui.colour().ink}, figure.value);
    pen.text_elided(x + number + 6, y + 42, room - number - 6, pen.ink2(), figure.unit);
    pen.text_elided(x, y + 62, room, pen.ink3(), figure.range);
  }
  const auto rows = static_cast<float>((figures.size() + static_cast<std::size_t>(columns) - 1) /
                                       static_cast<std::size_t>(columns));
  return area.y0 + 76 * rows;
}

// The first column is what a row is about, at the left; where it is a number, at the right like the others.
float draw_table(const Ui& ui, const Table& table, Box area) {
  const Pen pen = ui.pen();
  float y =
      area.y0 + pen.paragraph(area.x0, area.y0 + 15, area.width(), 20, pen.bold(), table.title) * 20.0f + 4;
  const std::size_t count = table.columns.size();
  const float first =
      table.columns.front().numeric ? area.width() / static_cast<float>(count) : area.width() * 0.6f;
  const float rest = count > 1 ? (area.width() - first) / static_cast<float>(count - 1) : 0;
  const auto end = [&](std::size_t c) { return area.x0 + first + rest * static_cast<float>(c); };
  const auto draw = [&](std::size_t c, float baseline, TextStyle style, std::string_view text) {
    if (table.columns[c].numeric) pen.text_right(end(c), baseline, style, text);
    else pen.text_elided(area.x0, baseline, first - 8, style, text);
  };
  // Heads may take two lines: "KV cache, GiB" is a name and its unit.
  bool units = false;
  for (const Column& column : table.columns) units = units || column.label.find(", ") != std::string::npos;
  for (std::size_t c = 0; c < count; ++c) {
    const std::string_view label = table.columns[c].label;
    const std::size_t comma = label.find(", ");
    draw(c, y + 15, pen.ink3(), label.substr(0, comma));
    if (comma != std::string_view::npos) draw(c, y + 33, pen.ink3(), label.substr(comma + 2));
  }
  y += units ? 40 : 22;
  for (const auto& row : table.rows) {
    pen.hline(area.x0, area.x1, y, ui.colour().rule);
    for (std::size_t c = 0; c < count; ++c)
      draw(c, Pen::centred_baseline(y + 13, 14), c == 0 && !table.columns[0].numeric ? pen.ink2() : pen.ink(),
           row[c]);
    y += 26;
  }
  pen.hline(area.x0, area.x1, y, ui.colour().rule);
  return y + 20;
}

float draw_title(const Ui& ui, const std::string& title, const std::string& below, Box area) {
  const Pen pen = ui.pen();
  const TextStyle style{Face::Bold, ui.touch ? 18.0f : 20.0f, ui.colour().ink};
  const float leading = style.size + 6;
  float y = area.y0 + leading * static_cast<float>(pen.paragraph(area.x0, area.y0 + style.size, area.width(),
                                                                 leading, style, title));
  y += 20 * static_cast<float>(pen.paragraph(area.x0, y + 14, area.width(), 20, pen.ink2(), below));
  return y + 10;
}

// Use it, or forget it; and what had to be guessed.
float draw_import(const Ui& ui, ViewState& state, const ModelReport& report, Box area) {
  const Pen pen = ui.pen();
  const float height = ui.touch ? 44 : 30;
  float y = area.y0, x = area.x0;
  if (report.ok) {
    const float width = pen.width(pen.ink(), "Use this model") + 32;
    const Box box{x, y, x + width, y + height};
    const Hit hit = ui.hit("import.use", box);
    pen.rounded(box, hit.hovered || hit.held ? ui.colour().ink2 : ui.colour().ink);
    pen.text_centred(box.cx(), Pen::centred_baseline(box.cy(), 14), {Face::Regular, 14, ui.colour().base},
                     "Use this model");
    if (hit.clicked) state.use_import = true;
    x = box.x1 + 20;
  }
  if (text_button(ui, "import.discard", x, y + height / 2, report.ok ? "Discard" : "Close"))
    state.discard_import = true;
  y += height + 10;
  for (const Issue& issue : report.issues) {
    const std::string message = issue.path.empty() ? issue.message : issue.path + ": " + issue.message;
    y += note(ui, area.x0, y, std::min(area.width(), 760.0f), issue.severity, message) + 6;
  }
  return y + 6;
}

}  // namespace

float draw_model(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  const Pen pen = ui.pen();
  const bool imported = shown.imported != nullptr;
  const ModelReport& report = imported ? *shown.imported : shown.model;
  float y = area.y0;
  if (!imported) {
    const std::string words =
        "A config.json of Hugging Face can be pasted or dropped anywhere on the page, or";
    y += 20 * static_cast<float>(pen.paragraph(area.x0, y + 14, area.width(), 20, pen.ink3(), words));
    if (text_button(ui, "model.open_file", area.x0, y + (ui.touch ? 22.0f : 15.0f), "choose a file\u2026"))
      state.open_file = true;
    y += ui.touch ? 52.0f : 38.0f;
  }
  if (report.ok)
    y = draw_title(ui, imported ? "Imported: " + report.name : report.name, report.summary,
                   {area.x0, y, area.x1, 0});
  else
    y = draw_title(ui, imported ? "This file is not a model" : "The scenario's model is not known",
                   imported ? "What is wrong with it, by its keys:" : "Choose one in the inputs.",
                   {area.x0, y, area.x1, 0});
  if (imported) y = draw_import(ui, state, report, {area.x0, y, area.x1, 0});
  if (!report.ok) return y;
  y = draw_figures(ui, report.figures, {area.x0, y, area.x1, 0});
  const bool wide = area.width() >= 760;
  const float middle = area.x0 + area.width() * 0.56f;
  const Box chart{area.x0, y + 34, wide ? middle - 28 : area.x1, y + 34 + 300};
  pen.text_elided(area.x0, y + 20, chart.width(), pen.bold(), "KV cache of one sequence, 16 bit");
  draw_growth(ui, chart, report.growth);
  float left = chart.y1 + 20;
  float right = wide ? y + 5 : left;
  for (std::size_t i = 0; i < report.tables.size(); ++i) {
    // The wide one stands below the chart.
    const bool below = wide && i + 1 == report.tables.size();
    const Box box{below || !wide ? area.x0 : middle, below ? left : right, below ? middle - 28 : area.x1, 0};
    (below ? left : right) = draw_table(ui, report.tables[i], box);
  }
  return std::max(left, right) + 8;
}

}  // namespace trireme
