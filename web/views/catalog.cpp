// What is known: entries of one kind as rows, sorted and searched; a number opens the card that says where it
// comes from. SPDX-License-Identifier: MIT
#include <algorithm>

#include "web/views/catalog_rows.h"
#include "web/views/views.h"
#include "web/widgets/choice.h"
#include "web/widgets/controls.h"

namespace trireme {
namespace {

constexpr std::size_t most_compared = 3;
constexpr float gap = 20, digit = 8.4f, mark_width = 24;

const Sheet& open_sheet(const CatalogState& state, const Shown& shown) {
  return shown.catalog.sheets[std::min(state.kind, shown.catalog.sheets.size() - 1)];
}

bool is_chosen(const CatalogState& state, const std::string& id) {
  return std::find(state.chosen.begin(), state.chosen.end(), id) != state.chosen.end();
}

void toggle_chosen(CatalogState& state, const std::string& id) {
  const auto at = std::find(state.chosen.begin(), state.chosen.end(), id);
  if (at != state.chosen.end()) state.chosen.erase(at);
  else if (state.chosen.size() < most_compared) state.chosen.push_back(id);
}

// --- which columns there is room for ---

struct Lane {
  std::size_t column;
  float x0, x1;  // numbers end at x1
};

struct List {
  const Ui& ui;
  ViewState& state;
  const Sheet& sheet;
  Box area;
  float name_end = 0;
  float row = 26;
  std::vector<Lane> lanes;
};

// Digits are of one width, so that the longest text is the widest.
float column_width(const Pen& pen, const Sheet& sheet, std::size_t c) {
  std::size_t longest = 0;
  for (const SheetRow& row : sheet.rows) longest = std::max(longest, row.cells[c].text.size());
  const float head = std::max(pen.width(pen.bold(), sheet.columns[c].head) + 12,
                              pen.width(pen.ink3(), sheet.columns[c].unit));
  return std::max(head, static_cast<float>(longest) * digit) + gap;
}

// By rank, as far as they fit; the one that is sorted by in any case.
std::vector<std::size_t> columns_within(const Pen& pen, const Sheet& sheet, std::string_view sorted,
                                        float room) {
  std::vector<std::size_t> ranked;
  for (std::size_t c = 0; c < sheet.columns.size(); ++c)
    if (sheet.columns[c].rank > 0) ranked.push_back(c);
  const auto before = [&](std::size_t a, std::size_t b) {
    return sheet.columns[a].rank < sheet.columns[b].rank;
  };
  std::sort(ranked.begin(), ranked.end(), before);
  const auto first = std::find_if(ranked.begin(), ranked.end(),
                                  [&](std::size_t c) { return sheet.columns[c].id == sorted; });
  if (first != ranked.end()) std::rotate(ranked.begin(), first, first + 1);
  std::vector<std::size_t> out;
  for (const std::size_t c : ranked) {
    const float width = column_width(pen, sheet, c);
    if (width > room) continue;
    room -= width;
    out.push_back(c);
  }
  std::sort(out.begin(), out.end(), before);
  return out;
}

// Numbers stand at the right of the names, or, where it is narrow, below them.
void lay_out(List& list) {
  const Pen pen = list.ui.pen();
  float name = 0;
  for (const SheetRow& row : list.sheet.rows)
    name = std::max(name, pen.width(pen.bold(), row.name) + (row.caution.empty() ? 0 : 20));
  const bool below = list.ui.touch;
  list.row = below ? 56 : 26;
  const float room = list.area.width() - mark_width;
  name = std::min(name, room * 0.42f);
  list.name_end = list.area.x0 + mark_width + (below ? room : name);
  const std::vector<std::size_t> columns =
      columns_within(pen, list.sheet, list.state.catalog.sort, below ? room : room - name);
  float used = 0;
  for (const std::size_t c : columns) used += column_width(pen, list.sheet, c);
  const float left = below ? list.area.x0 + mark_width : list.name_end;
  const float spread =
      columns.empty() ? 0 : (list.area.x1 - left - used) / static_cast<float>(columns.size());
  float x = left;
  for (const std::size_t c : columns) {
    const float width = column_width(pen, list.sheet, c) + (below ? spread : std::min(spread, 28.0f));
    list.lanes.push_back({c, x, x + width});
    x += width;
  }
  if (list.lanes.empty() || below) return;
  const float rest = list.area.x1 - list.lanes.back().x1;  // the last number ends at the right edge
  for (Lane& lane : list.lanes) lane.x0 += rest, lane.x1 += rest;
  list.name_end += rest;
}

// --- head ---

void sort_by(CatalogState& state, const std::string& column) {
  if (state.sort == column) state.descending = !state.descending;
  else state.descending = column != "name";  // the largest first
  state.sort = column;
}

void draw_arrow(const List& list, float x, float cy) {
  const Pen pen = list.ui.pen();
  if (list.state.catalog.descending) pen.triangle_down(x, cy, list.ui.colour().ink);
  else pen.triangle_up(x, cy, list.ui.colour().ink);
}

void draw_head_of(const List& list, Box box, const std::string& id, std::string_view head,
                  std::string_view unit, bool right) {
  const Pen pen = list.ui.pen();
  const Hit hit = list.ui.hit("sort." + id, box);
  if (hit.clicked) sort_by(list.state.catalog, id);
  const bool sorted = list.state.catalog.sort == id;
  const TextStyle style = sorted ? pen.bold() : hit.hovered ? pen.ink() : pen.ink2();
  const float width = pen.width(style, head);
  const float x = right ? box.x1 - width : box.x0;
  pen.text(x, box.y0 + 16, style, head);
  if (sorted) draw_arrow(list, right ? x - 9 : x + width + 9, box.y0 + 11);
  if (!unit.empty()) pen.text_right(box.x1, box.y0 + 34, pen.ink3(), unit);
}

float draw_head(const List& list, float y) {
  const float height = 42;
  const float start = list.area.x0 + mark_width;
  const float names_y = list.ui.touch ? y : y + 18;
  draw_head_of(list, {start, names_y, start + 80, names_y + 24}, "name", "Name", "", false);
  if (list.ui.touch) y += 26;
  for (const Lane& lane : list.lanes) {
    const SheetColumn& column = list.sheet.columns[lane.column];
    const Box box{lane.x0 + gap / 2, y, lane.x1, y + height};
    draw_head_of(list, box, column.id, column.head, column.unit, true);
    list.ui.help("sort." + column.id, box, column.label);
  }
  return y + height;
}

// --- rows ---

void draw_mark(const Ui& ui, float x, float cy, bool chosen) {
  const Pen pen = ui.pen();
  const Box box{x, cy - 7, x + 14, cy + 7};
  if (!chosen) return pen.field(box, ui.colour().base, ui.colour().edge);
  pen.rounded(box, ui.colour().ink);
  pen.line(x + 3.5f, cy, x + 6, cy + 3, ui.colour().base, 1.5f);
  pen.line(x + 6, cy + 3, x + 11, cy - 3.5f, ui.colour().base, 1.5f);
}

void draw_name(const List& list, const SheetRow& row, Box box, bool chosen) {
  const Ui& ui = list.ui;
  const Pen pen = ui.pen();
  const Hit hit = ui.hit("choose." + row.id, box);
  if (hit.clicked) toggle_chosen(list.state.catalog, row.id);
  if (hit.hovered && !chosen) pen.rect(box, ui.colour().hover);
  draw_mark(ui, list.area.x0, box.cy(), chosen);
  float x = list.area.x0 + mark_width;
  const float caution = row.caution.empty() ? 0 : 20;
  const float width = std::min(pen.width(chosen ? pen.bold() : pen.ink(), row.name), box.x1 - x - caution);
  pen.text_elided(x, Pen::centred_baseline(box.cy(), 14), width + 1, chosen ? pen.bold() : pen.ink(),
                  row.name);
  if (row.caution.empty()) return;
  x += width + 12;
  pen.warning_sign(x, box.cy(), ui.colour().warn);
  ui.help("caution." + row.id, {x - 8, box.y0, x + 8, box.y1}, row.caution);
  const std::string_view word = std::string_view(row.caution).substr(0, row.caution.find(':'));
  if (ui.touch && x + 12 + pen.width(pen.ink3(), word) < box.x1)
    pen.text(x + 12, Pen::centred_baseline(box.cy(), 14), pen.ink3(), word);
}

void draw_cell(const List& list, const SheetRow& row, const Lane& lane, float y, float height) {
  const Pen pen = list.ui.pen();
  const SheetCell& cell = row.cells[lane.column];
  const float baseline = Pen::centred_baseline(y + height / 2, 14);
  if (cell.text.empty()) {
    pen.text_right(lane.x1, baseline, pen.ink3(), "\u2013");
    return;
  }
  draw_number(list.ui, list.state, list.sheet, row, lane.column,
              {lane.x0 + gap / 2, y, lane.x1 + 4, y + height}, pen.ink());
}

void draw_row(const List& list, const SheetRow& row, float y) {
  const Ui& ui = list.ui;
  const bool chosen = is_chosen(list.state.catalog, row.id);
  const float reach = ui.touch ? 16 : 8;
  const Box box{list.area.x0 - reach, y, list.area.x1 + reach, y + list.row};
  row_ground(ui, box, chosen, false);
  const float name_height = ui.touch ? 28 : list.row;
  draw_name(list, row, {list.area.x0 - 4, y, list.name_end, y + name_height}, chosen);
  const float below = ui.touch ? 26 : 0;
  for (const Lane& lane : list.lanes) draw_cell(list, row, lane, y + below, ui.touch ? 28 : list.row);
}

// --- the bar above ---

void open_kind(ViewState& state, std::size_t kind) {
  state.catalog.kind = kind;
  state.catalog.chosen.clear();
  state.catalog.side_by_side = false;
  state.catalog.sort = "name";
  state.catalog.descending = false;
  state.pinned.clear();
}

float draw_kinds(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  const std::vector<Sheet>& sheets = shown.catalog.sheets;
  if (!ui.touch) {
    std::vector<Segment> parts;
    for (const Sheet& sheet : sheets) parts.push_back({sheet.kind, sheet.title});
    const Box box{area.x0, area.y0, std::min(area.x1, area.x0 + 560), area.y0 + 26};
    if (const auto picked = segments(ui, "catalog.kind", box, parts, static_cast<int>(state.catalog.kind)))
      open_kind(state, static_cast<std::size_t>(*picked));
    return box.y1 + 12;
  }
  std::vector<Option> options;
  for (const Sheet& sheet : sheets)
    options.push_back({sheet.kind, sheet.title, std::to_string(sheet.rows.size())});
  const Box box{area.x0, area.y0, area.x1, area.y0 + 44};
  const auto picked =
      choice(ui, "catalog.kind", box, options, sheets[state.catalog.kind].kind, {ui.colour().edge});
  if (picked) open_kind(state, static_cast<std::size_t>(*picked));
  return box.y1 + 8;
}

// Search at the left, what is chosen at the right.
float draw_tools(const Ui& ui, ViewState& state, const Sheet& sheet, std::size_t found, Box area) {
  const Pen pen = ui.pen();
  const float height = ui.touch ? 44 : 26;
  const std::string hint = "Search " + std::to_string(sheet.rows.size()) + " " + sheet.kind;
  Box box{area.x0, area.y0, ui.touch ? area.x1 : area.x0 + 260, area.y0 + height};
  search_field(ui, "catalog.search", box, hint, state.catalog.search);
  float x = box.x1 + 16, cy = box.cy();
  if (ui.touch) x = area.x0, cy = box.y1 + 8 + height / 2;
  if (state.catalog.chosen.empty()) {
    std::string words = "Choose up to three to see them side by side.";
    if (!state.catalog.search.empty()) words = std::to_string(found) + " found. " + words;
    pen.text_elided(x, Pen::centred_baseline(cy, 14), area.x1 - x, pen.ink3(), words);
  } else {
    const std::string label = "Side by side: " + std::to_string(state.catalog.chosen.size());
    const float width = pen.width(pen.ink(), label) + 24;
    if (box_button(ui, "catalog.compare", {x, cy - height / 2, x + width, cy + height / 2}, label)) {
      state.catalog.side_by_side = true;
      state.pinned.clear();
    }
    if (text_button(ui, "catalog.clear", x + width + 20, cy, "Clear")) state.catalog.chosen.clear();
  }
  return cy + height / 2 + 12;
}

}  // namespace

std::string cell_name(const Sheet& sheet, const SheetRow& row, const SheetColumn& column) {
  return "catalog/" + sheet.kind + "/" + row.id + "/" + column.id;
}

void draw_number(const Ui& ui, ViewState& state, const Sheet& sheet, const SheetRow& row, std::size_t column,
                 Box box, TextStyle style) {
  const Pen pen = ui.pen();
  const std::string name = cell_name(sheet, row, sheet.columns[column]);
  const Hit hit = ui.hit(name, box);
  const bool pinned = state.pinned == name;
  if (pinned || hit.hovered) pen.rounded(box, pinned ? ui.colour().sel : ui.colour().hover);
  if (pinned) pen.frame(box, ui.colour().ink);
  if (hit.clicked) state.toggle_pin(name);
  if (pinned && ui.touch && state.reveal > 0) reveal(box);
  pen.text_right(box.x1 - 4, Pen::centred_baseline(box.cy(), 14), style, row.cells[column].text);
}

float draw_catalog(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  const Pen pen = ui.pen();
  const Sheet& sheet = open_sheet(state.catalog, shown);
  if (state.catalog.side_by_side && !state.catalog.chosen.empty())
    return draw_side_by_side(ui, state, sheet, shown, area);
  float y = draw_kinds(ui, state, shown, area);
  const std::vector<int> rows =
      sorted_rows(sheet, state.catalog.search, state.catalog.sort, state.catalog.descending);
  y = draw_tools(ui, state, sheet, rows.size(), {area.x0, y, area.x1, 0});
  List list{ui, state, sheet, area};
  lay_out(list);
  y = draw_head(list, y);
  for (const int i : rows) {
    pen.hline(area.x0, area.x1, y, ui.colour().rule);
    draw_row(list, sheet.rows[static_cast<std::size_t>(i)], y);
    y += list.row;
  }
  pen.hline(area.x0, area.x1, y, ui.colour().ink2);
  if (rows.empty()) {
    pen.text_elided(area.x0, y + 24, area.width(), pen.ink2(), "Nothing of this name is in the catalog.");
    y += 30;
  }
  const std::string foot =
      "A number opens where it comes from. Peaks are dense, rates are of one direction; GB is 10\u2079 "
      "bytes, GiB "
      "2\u00b3\u2070. The ridge is in FLOP per byte of HBM.";
  return y + 12 +
         20 * static_cast<float>(pen.paragraph(area.x0, y + 24, area.width(), 20, pen.ink3(), foot)) + 12;
}

}  // namespace trireme
