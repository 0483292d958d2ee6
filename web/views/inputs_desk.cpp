// The inputs as a narrow column for a pointer: label, field, unit in rows of 30.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "web/views/input_rows.h"

namespace trireme {
namespace {

constexpr float field_height = 26, pitch = 30;

// --- one field ---

void edited_bar(const InputColumn& column, float cy, float half = 11) {
  column.ui.pen().rect({column.area.x0 - 8, cy - half, column.area.x0 - 5, cy + half},
                       column.ui.colour().ink);
}

// "↺ 16" before the field, or only the arrow where there is no room.
void default_button(InputColumn& column, const InputField& field, float left_end, float right, float cy) {
  const Pen pen = column.ui.pen();
  const std::string value = default_text(field.original, column.catalog);
  std::string words = "\u21ba " + value;
  if (right - pen.width(pen.ink2(), words) < left_end + 12) words = "\u21ba";
  const float width = pen.width(pen.ink2(), words);
  const Box box{right - width - 4, cy - 12, right + 4, cy + 12};
  const Hit hit = column.ui.hit("default." + field.path(), box);
  if (hit.hovered) pen.rounded(box, column.ui.colour().hover);
  pen.text(right - width, Pen::centred_baseline(cy, 14), pen.ink2(), words);
  column.ui.help("default." + field.path(), box, "Back to the default, " + value + ".");
  if (hit.clicked) column.reset(field);
}

float choice_width(const InputColumn& column, const InputField& field) {
  const Pen pen = column.ui.pen();
  return std::max(124.0f, pen.width(pen.bold(), default_text(field.now, column.catalog)) + 36);
}

float number_width(const InputColumn& column, const InputField& field) {
  const Pen pen = column.ui.pen();
  const float wanted = pen.width(pen.bold(), displayed(field, column.shown.report)) +
                       pen.width(pen.ink3(), field.now.info.unit) + 26;
  return std::clamp(wanted, 124.0f, 160.0f);
}

void draw_choice(InputColumn& column, const InputField& field, const std::vector<Option>& options, Box box) {
  const ChoiceLook look{edge_of(column.ui.colour(), column.severity(field.now.info.path)), field.edited(),
                        false};
  const auto picked = choice(column.ui, field.now.info.path, box, options, field_text(field.now), look);
  if (picked) column.pick(field, *picked);
}

void draw_toggle(InputColumn& column, const InputField& field, Box box) {
  static constexpr std::array<Segment, 2> words{{{"off", "off"}, {"on", "on"}}};
  const bool on = *static_cast<const bool*>(field.now.member);
  const auto picked = segments(column.ui, field.now.info.path, box, words, on ? 1 : 0);
  if (!picked || (*picked == 1) == on) return;
  *static_cast<bool*>(field.now.member) = *picked == 1;
  column.edit.changed = column.edit.committed = true;
}

std::string draw_number(InputColumn& column, const InputField& field, Box box) {
  NumberLook look;
  look.edge = edge_of(column.ui.colour(), column.severity(field.now.info.path));
  look.bold = field.edited();
  look.unit = field.now.info.unit;
  return column.take(
      field, number_field(column.ui, field.now.info.path, box, displayed(field, column.shown.report), look));
}

// Label at the left, field at the right; a field that needs more room stands below its label.
void draw_row(InputColumn& column, const InputField& field, bool headed) {
  const Pen pen = column.ui.pen();
  const Box& area = column.area;
  std::vector<Option> options;
  if (field.now.kind == FieldKind::Choice) options = field.now.options(column.catalog);
  float width = 88;
  if (field.now.kind == FieldKind::Choice) width = choice_width(column, field);
  else if (field.now.kind != FieldKind::Toggle) width = number_width(column, field);
  const float label = headed ? 0 : pen.width(pen.ink2(), field.now.info.label);
  const bool stacked = headed || label + 12 + width > area.width();
  float cy = column.y + field_height / 2;
  if (!headed) {
    pen.text(area.x0, Pen::centred_baseline(cy, 14), pen.ink2(), field.now.info.label);
    column.ui.help(field.path(), {area.x0, cy - 13, area.x0 + label, cy + 13}, field.now.info.help);
  }
  if (field.edited()) {
    const float right = stacked ? area.x1 : area.x1 - width - 8;
    default_button(column, field, area.x0 + label, right, headed ? column.y - 16 : cy);
    edited_bar(column, cy);
  }
  if (stacked && !headed) column.y += field_height - 2;
  const Box box{stacked ? area.x0 : pen.snap(area.x1 - width), column.y, area.x1, column.y + field_height};
  std::string wrong;
  if (field.now.kind == FieldKind::Choice) draw_choice(column, field, options, box);
  else if (field.now.kind == FieldKind::Toggle) draw_toggle(column, field, box);
  else wrong = draw_number(column, field, box);
  column.y += pitch;
  column.problem(wrong);
  column.notes(field.now.info.path);
  column.fact(fact_after(field.now.info.path, column.shown.report));
}

// --- degrees: one row of boxes, the derived one with a rule instead of a box ---

void draw_degree(InputColumn& column, const InputField& field, float x, float width, std::string& wrong) {
  const Pen pen = column.ui.pen();
  const std::string_view symbol = degree_symbol(field.now);
  const float baseline = column.y + 12;
  const float used = pen.text(x, baseline, pen.ink2(), symbol);
  column.ui.help(field.path(), {x, column.y - 4, x + width, column.y + 18}, field.now.info.help);
  if (field.edited()) {
    const float cx = x + used + 5;
    const Box box{cx - 2, column.y - 4, cx + 16, column.y + 18};
    const Hit hit = column.ui.hit("default." + field.path(), box);
    pen.text(cx, baseline, hit.hovered ? pen.ink() : pen.ink2(), "\u21ba");
    column.ui.help("default." + field.path(), box,
                   "Back to the default, " + default_text(field.original, column.catalog) + ".");
    if (hit.clicked) column.reset(field);
  }
  const std::string problem =
      draw_number(column, field, {x, column.y + 20, x + width, column.y + 20 + field_height});
  if (field.edited())
    pen.rect({x, column.y + 20, x + 3, column.y + 20 + field_height}, column.ui.colour().ink);
  if (!problem.empty()) wrong = problem;
}

void draw_degrees(InputColumn& column, const std::vector<InputField>& fields, std::size_t first,
                  std::size_t last) {
  const Pen pen = column.ui.pen();
  const auto count = static_cast<float>(last - first + 1);
  constexpr float gap = 6;
  const float width = (column.area.width() - gap * (count - 1)) / count;
  std::string wrong;
  column.y -= 2;
  for (std::size_t i = first; i <= last; ++i) {
    const float x = pen.snap(column.area.x0 + (width + gap) * static_cast<float>(i - first));
    const float end = pen.snap(x + width);
    if (i < last) {
      draw_degree(column, fields[i], x, end - x, wrong);
      continue;
    }
    const bool serves = fields[first].path().starts_with("serving.");
    pen.text(x, column.y + 12, pen.ink2(), serves ? "Engines" : "DP");
    const std::string derived =
        column.shown.report.data_parallel > 0 ? std::to_string(column.shown.report.data_parallel) : "–";
    pen.text(x + 8, Pen::centred_baseline(column.y + 33, 14), column.shown.stale ? pen.ink3() : pen.ink2(),
             derived);
    pen.hline(x, end, column.y + 45, column.ui.colour().rule);
    column.ui.help("plan.data", {x, column.y, end, column.y + 46},
                   serves ? "Engines that the GPUs make up. It follows from the others."
                          : "Data-parallel replicas: what is left of the GPUs. It follows from the others.");
  }
  column.y += 20 + pitch;
  column.problem(wrong);
  for (std::size_t i = first; i < last; ++i) column.notes(fields[i].now.info.path);
}

// --- groups ---

void draw_regime(InputColumn& column, const InputField& field) {
  const Pen pen = column.ui.pen();
  const Palette& c = column.ui.colour();
  const std::vector<Option> options = field.now.options(column.catalog);
  for (std::size_t i = 0; i < options.size(); ++i, column.y += 32) {
    const Box row{column.area.x0 - 8, column.y, column.area.x1 + 8, column.y + 32};
    const bool chosen = options[i].id == field_text(field.now);
    const Hit hit = column.ui.hit("regime." + options[i].id, row);
    row_ground(column.ui, row, chosen, hit.hovered);
    pen.circle(row.x0 + 16, row.cy(), 6, chosen ? c.ink : c.edge);
    if (chosen) pen.disc(row.x0 + 16, row.cy(), 3, c.ink);
    const float baseline = Pen::centred_baseline(row.cy(), 14);
    pen.text(row.x0 + 32, baseline, chosen ? pen.bold() : pen.ink(), options[i].label);
    pen.text_right(column.area.x1, baseline, pen.ink2(), regime_words(options[i].id));
    if (hit.clicked && !chosen) column.pick(field, static_cast<int>(i));
  }
  column.y += 6;
  column.notes(field.now.info.path);
}

void draw_group(InputColumn& column, const InputGroup& group) {
  const Pen pen = column.ui.pen();
  pen.hline(column.area.x0, column.area.x1, column.y + 6, column.ui.colour().rule);
  pen.text(column.area.x0, column.y + 29, pen.bold(), group.title);
  column.y += 40;
  for (std::size_t i = 0; i < group.fields.size(); ++i) {
    const InputField& field = group.fields[i];
    if (is_folded(column, field)) continue;
    if (field.now.kind == FieldKind::Definition) {
      draw_definition(column, field, field_height);
      column.notes(field.now.info.path);
      continue;
    }
    if (degree_symbol(field.now).empty()) {
      draw_row(column, field, field.now.info.label == group.title);
      continue;
    }
    std::size_t last = i;
    while (last < group.fields.size() && !degree_symbol(group.fields[last].now).empty()) ++last;
    draw_degrees(column, group.fields, i, last);
    i = last - 1;
  }
}

// "4 more fields at their defaults", which opens them.
void draw_fold(InputColumn& column, const std::vector<InputGroup>& groups) {
  int folded = 0;
  for (const InputGroup& group : groups)
    for (const InputField& field : group.fields) folded += is_folded(column, field) ? 1 : 0;
  if (folded == 0 && !column.state.all_fields) return;
  const Pen pen = column.ui.pen();
  pen.hline(column.area.x0, column.area.x1, column.y + 6, column.ui.colour().rule);
  const Box row{column.area.x0 - 8, column.y + 10, column.area.x1 + 8, column.y + 40};
  const Hit hit = column.ui.hit("more_fields", row);
  row_ground(column.ui, row, false, hit.hovered);
  if (hit.clicked) column.state.all_fields = !column.state.all_fields;
  const std::string more = std::to_string(folded) +
                           (folded == 1 ? " more field at its default" : " more fields at their defaults");
  pen.text(column.area.x0, Pen::centred_baseline(row.cy(), 14), pen.ink2(),
           column.state.all_fields ? "Fewer fields" : more);
  if (column.state.all_fields) pen.triangle_down(column.area.x1 - 7, row.cy(), column.ui.colour().ink2);
  else pen.triangle_right(column.area.x1 - 6, row.cy(), column.ui.colour().ink2);
  column.y += 36;
}

}  // namespace

void draw_inputs_desk(InputColumn& column, const std::vector<InputGroup>& groups) {
  column.y += 14;
  for (const InputGroup& group : groups) {
    if (!group.title.empty()) {
      draw_group(column, group);
      continue;
    }
    for (const InputField& field : group.fields) draw_regime(column, field);
    general_notes(column, groups);
  }
  draw_fold(column, groups);
  column.y += 8;
}

}  // namespace trireme
