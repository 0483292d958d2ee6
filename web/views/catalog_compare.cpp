// Entries of one kind side by side: the roofs of accelerators, then every number, differences marked.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "core/base/number_text.h"
#include "web/charts/roofline_plot.h"
#include "web/views/catalog_rows.h"
#include "web/widgets/controls.h"

namespace trireme {
namespace {

struct Sides {
  const Ui& ui;
  ViewState& state;
  const Sheet& sheet;
  Box area;
  std::vector<const SheetRow*> rows;

  // Where the numbers of a side end; on a phone they stand below their label.
  [[nodiscard]] float label_width() const { return ui.touch ? 0 : std::min(300.0f, area.width() * 0.4f); }
  [[nodiscard]] float width() const {
    const auto count = static_cast<float>(rows.size());
    return std::min((area.width() - label_width()) / count, 240.0f);
  }
  [[nodiscard]] float x1(std::size_t side) const {
    return area.x0 + label_width() + width() * static_cast<float>(side + 1) - (rows.size() > 1 ? 60 : 0);
  }
};

std::vector<const SheetRow*> chosen_rows(const Sheet& sheet, const CatalogState& state) {
  std::vector<const SheetRow*> rows;
  for (const std::string& id : state.chosen)
    for (const SheetRow& row : sheet.rows)
      if (row.id == id) rows.push_back(&row);
  return rows;
}

// --- rooflines ---

float draw_chart(const Ui& ui, CatalogState& state, const std::vector<const SheetRow*>& rows,
                 const Shown& shown, Box area) {
  const Pen pen = ui.pen();
  std::vector<const Roofline*> lines;
  for (const SheetRow* row : rows)
    for (const Roofline& line : shown.catalog.rooflines)
      if (line.id == row->id) lines.push_back(&line);
  static constexpr std::array<Segment, 3> formats{{{"BF16", "BF16"}, {"FP8", "FP8"}, {"FP4", "FP4"}}};
  const std::string_view format = formats[state.precision].id;
  float y = area.y0;
  const TextStyle title{Face::Bold, ui.touch ? 18.0f : 20.0f, ui.colour().ink};
  const float leading = title.size + 6;
  y += leading * static_cast<float>(pen.paragraph(area.x0, y + title.size, area.width(), leading, title,
                                                  "How much work does a byte of memory need?")) +
       4;
  const std::string words =
      "Dense " + std::string(format) + " peak and HBM bandwidth. Left of the dot, memory is the limit.";
  y += 20 * static_cast<float>(pen.paragraph(area.x0, y + 15, area.width(), 20, pen.ink2(), words)) + 8;
  const float height = ui.touch ? 44 : 26;
  const Box picker{area.x0, y, area.x0 + (ui.touch ? area.width() : 210.0f), y + height};
  if (const auto picked =
          segments(ui, "catalog.precision", picker, formats, static_cast<int>(state.precision)))
    state.precision = static_cast<std::size_t>(*picked);
  y += height + 12;
  std::vector<RooflineCurve> curves;
  std::string missing;
  for (const Roofline* line : lines) {
    const auto roof = std::find_if(line->roofs.begin(), line->roofs.end(),
                                   [&](const Roofline::Roof& r) { return r.precision == format; });
    if (roof != line->roofs.end()) curves.push_back({line->name, roof->flops, line->hbm_bytes});
    else missing += (missing.empty() ? "" : " and ") + line->name;
  }
  if (!missing.empty()) {
    pen.text_elided(area.x0, y + 15, area.width(), pen.ink3(), missing + ": no " + std::string(format) + ".");
    y += 24;
  }
  if (curves.empty()) return y;
  const float wide = std::min(area.width(), 720.0f);
  draw_rooflines(ui, {area.x0, y, area.x0 + wide, y + (ui.touch ? 300.0f : 340.0f)}, curves);
  return y + (ui.touch ? 300.0f : 340.0f) + 16;
}

// --- numbers ---

float draw_names(const Sides& sides, float y) {
  const Pen pen = sides.ui.pen();
  const float width = sides.width() - 12;
  int lines = 1;
  for (std::size_t i = 0; i < sides.rows.size(); ++i) {
    const float x = sides.area.x0 + sides.label_width() + sides.width() * static_cast<float>(i);
    lines = std::max(lines, pen.paragraph(x + (sides.ui.touch ? 0 : 12), y + 15, width, 20, pen.bold(),
                                          sides.rows[i]->name, 3));
  }
  y += 20 * static_cast<float>(lines) + 6;
  pen.hline(sides.area.x0, sides.area.x1, y, sides.ui.colour().ink2);
  return y;
}

// A row in which nothing differs is said in a lower voice.
float draw_numbers(const Sides& sides, std::size_t column, float y) {
  const Ui& ui = sides.ui;
  const Pen pen = ui.pen();
  const SheetColumn& info = sides.sheet.columns[column];
  const SheetCell& first = sides.rows.front()->cells[column];
  const auto differs = [&](const SheetRow* row) { return row->cells[column].text != first.text; };
  const bool any = std::any_of(sides.rows.begin(), sides.rows.end(), differs);
  std::string label = info.label;
  if (!info.unit.empty()) label += ", " + info.unit;
  const float height = 26;
  const float label_room = ui.touch ? sides.area.width() : sides.label_width() - 8;
  pen.text_elided(sides.area.x0, Pen::centred_baseline(y + height / 2, 14), label_room,
                  any ? pen.ink() : pen.ink2(), label);
  const float row = ui.touch ? y + 22 : y, cell = ui.touch ? 32 : height;
  for (std::size_t i = 0; i < sides.rows.size(); ++i) {
    const SheetCell& value = sides.rows[i]->cells[column];
    const float x1 = sides.x1(i);
    const float baseline = Pen::centred_baseline(row + cell / 2, 14);
    if (value.text.empty()) {
      pen.text_right(x1, baseline, pen.ink3(), "\u2013");
      continue;
    }
    const TextStyle style = differs(sides.rows[i]) ? pen.bold() : any ? pen.ink() : pen.ink2();
    const float width = pen.width(pen.bold(), value.text);
    draw_number(ui, sides.state, sides.sheet, *sides.rows[i], column,
                {x1 - width - 6, row, x1 + 4, row + cell}, style);
    if (i > 0 && differs(sides.rows[i]) && first.value > 0 && value.value > 0 && info.id != "launch_year")
      pen.text(x1 + 8, baseline, pen.ink3(), "×" + significant(value.value / first.value));
  }
  return row + cell;
}

}  // namespace

float draw_side_by_side(const Ui& ui, ViewState& state, const Sheet& sheet, const Shown& shown, Box area) {
  const Pen pen = ui.pen();
  float y = area.y0;
  const float reach = ui.touch ? 22 : 13;
  if (text_button(ui, "catalog.back", area.x0, y + reach, "\u2190 All " + sheet.kind)) {
    state.catalog.side_by_side = false;
    state.pinned.clear();
  }
  y += 2 * reach + 8;
  const Sides sides{ui, state, sheet, area, chosen_rows(sheet, state.catalog)};
  if (sides.rows.empty()) return y;
  if (sheet.kind == "accelerators")
    y = draw_chart(ui, state.catalog, sides.rows, shown, {area.x0, y, area.x1, 0});
  y = draw_names(sides, y);
  for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
    const auto known = [&](const SheetRow* row) { return !row->cells[c].text.empty(); };
    if (std::none_of(sides.rows.begin(), sides.rows.end(), known)) continue;
    const float end = draw_numbers(sides, c, y);
    pen.hline(area.x0, area.x1, end, ui.colour().rule);
    y = end;
  }
  y += 8;
  for (const SheetRow* row : sides.rows)
    if (!row->caution.empty())
      y += note(ui, area.x0, y, std::min(area.width(), 720.0f), Severity::Warning,
                row->name + ": " + row->caution + ".") +
           8;
  if (sides.rows.size() > 1) {
    const std::string words = "Bold: differs from " + sides.rows.front()->name + "; × says by which factor.";
    y += 20 * static_cast<float>(pen.paragraph(area.x0, y + 16, area.width(), 20, pen.ink3(), words)) + 8;
  }
  return y + 8;
}

}  // namespace trireme
