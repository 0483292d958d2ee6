// The explanation of one number: formula, the numbers in it, what it assumes, where it comes from.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/base/number_text.h"
#include "web/charts/axis.h"
#include "web/views/card.h"
#include "web/widgets/controls.h"
#include "web/widgets/value_text.h"

namespace trireme {
namespace {

// What a term is of the step or of the memory; no share if it is neither.
struct Place {
  const Resource* resource = nullptr;
  double seconds = 0;
  std::string share;
};

Place place_of(const ExplainedReport& report, std::string_view id) {
  for (const BreakdownRow& row : report.breakdown) {
    if (row.id == id)
      return {&row.resource, row.seconds, percent_text(row.share) + "\u202f% of the " + report.whole};
    for (const BreakdownRow::Part& part : row.parts)
      if (part.id == id)
        return {&row.resource, part.seconds, percent_text(part.share) + "\u202f% of the " + report.whole};
  }
  for (const MemoryRow& row : report.memory)
    if (row.id == id) return {nullptr, 0, percent_text(row.share) + "\u202f% of what can be used"};
  return {};
}

// The value, large, with the resource's colour and its share of the step if it is a part of it.
void draw_value(Card& card, const Shown& shown, const Term& term) {
  const Pen pen = card.ui.pen();
  ValueParts parts = value_parts(term.value, term.unit);
  for (const Figure& figure : shown.report.figures)
    if (figure.id == term.id) parts = {figure.value, figure.unit};
  const Place place = place_of(shown.report, term.id);
  float x = card.area.x0;
  const float baseline = card.y + 28;
  if (place.resource != nullptr) {
    pen.fill({x, baseline - 11, x + 10, baseline - 1}, *place.resource);
    x += 18;
    const TimeUnit unit = time_unit(shown.report.step_seconds);  // as in the table beside
    parts = {significant(place.seconds / unit.seconds), unit.symbol};
  }
  x += pen.text(x, baseline, {Face::Bold, 24, card.ui.colour().ink}, parts.number) + 6;
  x += pen.text(x, baseline, pen.ink2(), parts.unit) + 12;
  pen.text_elided(x, baseline, card.area.x1 - x, pen.ink2(), place.share);
  card.y += 40;
}

// Symbols, values and meanings in three columns; the second ends where the widest value does.
void draw_inputs(Card& card, const Term& term) {
  const Pen pen = card.ui.pen();
  float symbol = 0, value = 0;
  for (const TermInput& input : term.inputs) {
    symbol = std::max(symbol, pen.width(pen.mono(), input.symbol));
    value = std::max(value, pen.width(pen.ink(), value_text(input.value, input.unit)));
  }
  const float value_x = std::min(card.area.x0 + symbol + 16 + value, card.area.x0 + card.area.width() * 0.6f);
  const float meaning_x = value_x + 14;
  // Where symbols and values leave no column for words, the words stand below them.
  const bool below = card.area.x1 - meaning_x < 90;
  for (const TermInput& input : term.inputs) {
    pen.text_elided(card.area.x0, card.y + 15, value_x - card.area.x0 - 8, pen.mono(), input.symbol);
    const std::string text = value_text(input.value, input.unit);
    pen.text_right(below ? card.area.x1 : value_x, card.y + 15, pen.ink(), text);
    if (below) {
      card.y += 20;
      card.text(pen.ink2(), input.meaning, 12);
      continue;
    }
    const int lines =
        pen.paragraph(meaning_x, card.y + 15, card.area.x1 - meaning_x, 20, pen.ink2(), input.meaning);
    card.y += 20 * static_cast<float>(std::max(lines, 1));
  }
}

void draw_sources(Card& card, const Term& term) {
  const Pen pen = card.ui.pen();
  card.head("Sources");
  int number = 0;
  for (const Source& source : term.sources) {
    const std::string mark = "[" + std::to_string(++number) + "] ";
    const float indent = pen.width(pen.ink2(), mark);
    pen.text(card.area.x0, card.y + 15, pen.ink2(), mark);
    std::string words = source.title.empty() ? source.url : source.title;
    if (!source.locator.empty()) words += ", " + source.locator;
    card.text(pen.ink2(), words, indent);
  }
}

const Term* pinned_term(const ViewState& state, const Shown& shown) {
  if (state.pinned.empty()) return nullptr;
  for (const Term& term : shown.report.terms)
    if (term.id == state.pinned) return &term;
  return nullptr;
}

}  // namespace

void draw_card_title(Card& card, ViewState& state, std::string_view title) {
  const Pen pen = card.ui.pen();
  const float room = card.area.width() - 28;
  const float top = card.y;
  card.y += 20 * static_cast<float>(pen.paragraph(card.area.x0, card.y + 13, room, 20, pen.bold(), title));
  const float reach = card.ui.touch ? 22 : 12;
  const float cx = card.area.x1 - 6, cy = top + 8;
  const Hit hit = card.ui.hit("card.close", {cx - reach, cy - reach, cx + reach, cy + reach});
  if (hit.hovered) pen.rounded({cx - 12, cy - 12, cx + 12, cy + 12}, card.ui.colour().hover);
  pen.cross(cx, cy, card.ui.colour().ink2);
  if (hit.clicked) state.pinned.clear();
}

bool has_card(const ViewState& state, const Shown& shown) {
  return pinned_term(state, shown) != nullptr || pinned_cell(state, shown).cell != nullptr;
}

float draw_card(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  if (const PinnedCell cell = pinned_cell(state, shown); cell.cell != nullptr)
    return draw_cell_card(ui, state, cell, area);
  const Term* term = pinned_term(state, shown);
  if (term == nullptr) return area.y0;
  const Pen pen = ui.pen();
  Card card{ui, area, area.y0};
  draw_card_title(card, state, term->label);
  draw_value(card, shown, *term);
  card.rule();
  card.head("Formula");
  card.text(pen.mono(), formula_text(term->formula));
  if (!term->inputs.empty()) {
    card.y += 4;
    draw_inputs(card, *term);
  }
  if (!term->assumptions.empty()) {
    card.rule();
    card.head("Assumes");
    for (const std::string& line : term->assumptions) card.text(pen.ink2(), line);
  }
  if (!term->sources.empty()) {
    card.rule();
    draw_sources(card, *term);
  }
  return card.y + 6;
}

}  // namespace trireme
