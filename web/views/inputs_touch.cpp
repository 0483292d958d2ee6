// The inputs as rows for a finger: values of 16 px at the right, steppers beside numbers, help below on a
// tap. SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "web/views/input_rows.h"
#include "web/widgets/quantity_text.h"

namespace trireme {
namespace {

constexpr float row_height = 52, control_height = 44;

// The label opens the help; below it stands the way back to the default.
void draw_label(InputColumn& column, const InputField& field, float width) {
  const Pen pen = column.ui.pen();
  const float x = column.area.x0, cy = column.y + row_height / 2;
  const bool edited = field.edited();
  const float label_cy = edited ? cy - 10 : cy;
  const Box box{x, column.y + 4, x + width, edited ? cy : column.y + row_height - 4};
  if (column.ui.hit("help." + field.path(), box).clicked)
    column.state.help_path = column.state.help_path == field.path() ? std::string() : field.path();
  const std::string_view label = field.now.info.label, unit = field.now.info.unit;
  const float used = std::min(width, pen.width(pen.ink(), label));
  pen.text_elided(x, Pen::centred_baseline(label_cy, 14), width, pen.ink(), label);
  if (!unit.empty() && used + 8 + pen.width(pen.ink3(), unit) <= width)
    pen.text(x + used + 8, Pen::centred_baseline(label_cy, 14), pen.ink3(), unit);
  if (!edited) return;
  pen.rect({x - 8, cy - 20, x - 5, cy + 20}, column.ui.colour().ink);
  // The value of a choice needs the room that the name of the default would take.
  const bool choice = field.now.kind == FieldKind::Choice;
  const std::string words =
      "\u21ba default" + (choice ? "" : " " + default_text(field.original, column.catalog));
  if (column.ui.hit("default." + field.path(), {x, cy, x + width, column.y + row_height}).clicked)
    column.reset(field);
  pen.text_elided(x, Pen::centred_baseline(cy + 10, 14), width, pen.ink2(), words);
}

void draw_choice(InputColumn& column, const InputField& field) {
  const Pen pen = column.ui.pen();
  const std::vector<Option> options = field.now.options(column.catalog);
  const float label = std::min(column.area.width() * 0.5f, pen.width(pen.ink(), field.now.info.label) + 8);
  const float wanted = pen.width(pen.ink2(), "\u21ba default") + 2;
  const float room = field.edited() ? std::min(column.area.width() * 0.5f, std::max(label, wanted)) : label;
  draw_label(column, field, room);
  const Box box{column.area.x0 + room + 8, column.y + 4, column.area.x1, column.y + 4 + control_height};
  const ChoiceLook look{column.ui.colour().edge, field.edited(), true};
  const auto picked = choice(column.ui, field.now.info.path, box, options, field_text(field.now), look);
  if (picked) column.pick(field, *picked);
}

void draw_toggle(InputColumn& column, const InputField& field) {
  static constexpr std::array<Segment, 2> words{{{"off", "off"}, {"on", "on"}}};
  draw_label(column, field, column.area.width() - 128);
  const bool on = *static_cast<const bool*>(field.now.member);
  const Box box{column.area.x1 - 112, column.y + 4, column.area.x1, column.y + 4 + control_height};
  const auto picked = segments(column.ui, field.now.info.path, box, words, on ? 1 : 0);
  if (!picked || (*picked == 1) == on) return;
  *static_cast<bool*>(field.now.member) = *picked == 1;
  column.edit.changed = column.edit.committed = true;
}

bool step_button(const InputColumn& column, const std::string& id, Box box, bool plus) {
  const Pen pen = column.ui.pen();
  const Palette& c = column.ui.colour();
  const Hit hit = column.ui.hit(id, box);
  pen.field(box, hit.held ? c.sel : c.base, c.edge);
  pen.rect({box.cx() - 5, box.cy() - 0.75f, box.cx() + 5, box.cy() + 0.75f}, c.ink);
  if (plus) pen.rect({box.cx() - 0.75f, box.cy() - 5, box.cx() + 0.75f, box.cy() + 5}, c.ink);
  return hit.clicked;
}

std::string draw_number(InputColumn& column, const InputField& field) {
  const Pen pen = column.ui.pen();
  const TextStyle value{Face::Bold, 16, 0};
  const float middle =
      std::clamp(pen.width(value, displayed(field, column.shown.report)) + 24, 68.0f, 132.0f);
  const float x = pen.snap(column.area.x1 - 2 * control_height - middle);
  const float y0 = column.y + 4, y1 = y0 + control_height;
  draw_label(column, field, x - 12 - column.area.x0);
  const bool whole = field.now.kind == FieldKind::Whole;
  const double now = number_of(field.now), low = field.now.info.minimum, high = field.now.info.maximum;
  const std::string path = field.path();
  if (step_button(column, "less." + path, {x, y0, x + control_height, y1}, false))
    column.set(field, stepped(now, -1, whole, low, high));
  if (step_button(column, "more." + path, {column.area.x1 - control_height, y0, column.area.x1, y1}, true))
    column.set(field, stepped(now, 1, whole, low, high));
  NumberLook look;
  look.edge = edge_of(column.ui.colour(), column.severity(field.now.info.path));
  look.size = 16;
  look.bold = field.edited();
  look.centred = true;
  const float seam = pen.hairline();
  const Box box{x + control_height - seam, y0, column.area.x1 - control_height + seam, y1};
  return column.take(field, number_field(column.ui, path, box, displayed(field, column.shown.report), look));
}

void draw_field(InputColumn& column, const InputField& field) {
  if (field.now.kind == FieldKind::Definition) {
    draw_definition(column, field, row_height);
    return column.notes(field.now.info.path);
  }
  std::string wrong;
  if (field.now.kind == FieldKind::Choice) draw_choice(column, field);
  else if (field.now.kind == FieldKind::Toggle) draw_toggle(column, field);
  else wrong = draw_number(column, field);
  column.y += row_height;
  if (column.state.help_path == field.path()) {
    const Pen pen = column.ui.pen();
    column.y += 20 * static_cast<float>(pen.paragraph(column.area.x0, column.y + 13, column.area.width(), 20,
                                                      pen.ink2(), field.now.info.help)) +
                6;
  }
  column.problem(wrong);
  column.notes(field.now.info.path);
}

void draw_regime(InputColumn& column, const InputField& field) {
  const std::vector<Option> options = field.now.options(column.catalog);
  std::vector<Segment> labels;
  int chosen = 0;
  for (std::size_t i = 0; i < options.size(); ++i) {
    labels.push_back({options[i].id, options[i].label});
    if (options[i].id == field_text(field.now)) chosen = static_cast<int>(i);
  }
  const Box box{column.area.x0, column.y + 12, column.area.x1, column.y + 12 + control_height};
  if (labels.size() == 1) {  // nothing to choose from: only said
    const Pen pen = column.ui.pen();
    row_ground(column.ui, box, true, false);
    const float baseline = Pen::centred_baseline(box.cy(), 14);
    pen.text(box.x0 + 16, baseline, pen.bold(), labels[0].label);
    pen.text_right(box.x1 - 12, baseline, pen.ink2(), regime_words(options[0].id));
    column.ui.name("regime", box);
  } else if (const auto picked = segments(column.ui, "regime", box, labels, chosen);
             picked && *picked != chosen)
    column.pick(field, *picked);
  column.y += 12 + control_height + 8;
  column.notes(field.now.info.path);
}

// The heading carries the fact about what is chosen below it.
void draw_heading(InputColumn& column, const InputGroup& group) {
  const Pen pen = column.ui.pen();
  const float baseline = column.y + 28;
  pen.text(column.area.x0, baseline, pen.bold(), group.title);
  std::string_view fact;
  for (const InputField& field : group.fields)
    if (fact.empty()) fact = fact_after(field.now.info.path, column.shown.report);
  const float room = column.area.width() - pen.width(pen.bold(), group.title) - 16;
  if (pen.width(pen.ink2(), fact) <= room) {
    pen.text_right(column.area.x1, baseline, pen.ink2(), fact);
    column.y += 40;
  } else {
    column.y += 34;
    column.fact(fact);
  }
}

void draw_derived(InputColumn& column, std::string_view label) {
  const Pen pen = column.ui.pen();
  const float baseline = Pen::centred_baseline(column.y + row_height / 2, 14);
  pen.text(column.area.x0, baseline, pen.ink(), label);
  const std::string derived =
      column.shown.report.data_parallel > 0 ? std::to_string(column.shown.report.data_parallel) : "–";
  pen.text_right(column.area.x1 - 16, Pen::centred_baseline(column.y + row_height / 2, 16),
                 {Face::Regular, 16, column.ui.colour().ink2}, derived);
  column.y += row_height;
}

void draw_fold(InputColumn& column, const std::vector<InputGroup>& groups) {
  int folded = 0;
  for (const InputGroup& group : groups)
    for (const InputField& field : group.fields) folded += is_folded(column, field) ? 1 : 0;
  if (folded == 0 && !column.state.all_fields) return;
  const Pen pen = column.ui.pen();
  pen.hline(column.area.x0, column.area.x1, column.y, column.ui.colour().rule);
  const Box row{column.area.x0, column.y, column.area.x1, column.y + row_height};
  if (column.ui.hit("more_fields", row).clicked) column.state.all_fields = !column.state.all_fields;
  const std::string more = std::to_string(folded) +
                           (folded == 1 ? " more field at its default" : " more fields at their defaults");
  pen.text(row.x0, Pen::centred_baseline(row.cy(), 14), pen.ink2(),
           column.state.all_fields ? "Fewer fields" : more);
  if (column.state.all_fields) pen.triangle_down(row.x1 - 6, row.cy(), column.ui.colour().ink2);
  else pen.triangle_right(row.x1 - 5, row.cy(), column.ui.colour().ink2);
  column.y += row_height;
}

}  // namespace

void draw_inputs_touch(InputColumn& column, const std::vector<InputGroup>& groups) {
  const Pen pen = column.ui.pen();
  for (const InputGroup& group : groups) {
    if (group.title.empty()) {
      for (const InputField& field : group.fields) draw_regime(column, field);
      general_notes(column, groups);
      continue;
    }
    draw_heading(column, group);
    for (std::size_t i = 0; i < group.fields.size(); ++i) {
      if (is_folded(column, group.fields[i])) continue;
      pen.hline(column.area.x0, column.area.x1, column.y, column.ui.colour().rule);
      draw_field(column, group.fields[i]);
      const bool degree = !degree_symbol(group.fields[i].now).empty();
      if (!degree || (i + 1 < group.fields.size() && !degree_symbol(group.fields[i + 1].now).empty()))
        continue;
      pen.hline(column.area.x0, column.area.x1, column.y, column.ui.colour().rule);
      draw_derived(column, group.title == "Serving" ? "Engines" : "Data, DP");
    }
    column.y += 8;
  }
  draw_fold(column, groups);
}

}  // namespace trireme
