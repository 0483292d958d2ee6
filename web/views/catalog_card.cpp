// Where a number of the catalog comes from. SPDX-License-Identifier: MIT
#include "web/views/card.h"
#include "web/views/views.h"
#include "web/widgets/controls.h"

namespace trireme {

PinnedCell pinned_cell(const ViewState& state, const Shown& shown) {
  PinnedCell pinned;
  if (!state.pinned.starts_with("catalog/")) return pinned;
  for (const Sheet& sheet : shown.catalog.sheets) {
    if (!std::string_view(state.pinned).substr(8).starts_with(sheet.kind + "/")) continue;
    for (const SheetRow& row : sheet.rows)
      for (std::size_t c = 0; c < sheet.columns.size(); ++c)
        if (!row.cells[c].text.empty() && state.pinned == cell_name(sheet, row, sheet.columns[c]))
          return {&sheet.columns[c], &row, &row.cells[c]};
  }
  return pinned;
}

float draw_cell_card(const Ui& ui, ViewState& state, const PinnedCell& pinned, Box area) {
  const Pen pen = ui.pen();
  const SheetCell& cell = *pinned.cell;
  Card card{ui, area, area.y0};
  draw_card_title(card, state, pinned.column->label);
  card.text(pen.ink2(), pinned.row->name);
  const float baseline = card.y + 28;
  const float width = pen.text(area.x0, baseline, {Face::Bold, 24, ui.colour().ink}, cell.text);
  pen.text_elided(area.x0 + width + 6, baseline, area.width() - width - 6, pen.ink2(), pinned.column->unit);
  card.y += 40;
  card.text(pen.ink2(), cell.kind);
  if (!cell.note.empty()) {
    card.rule();
    card.head("Note");
    card.text(pen.ink(), cell.note);
  }
  if (!cell.source.empty()) {
    card.rule();
    card.head(cell.date.empty() ? "Source" : "Source, " + cell.date);
    card.text(pen.ink2(), cell.source);
    if (!cell.url.empty()) {
      card.text({Face::Mono, 14, ui.colour().ink2}, cell.url);
      if (text_button(ui, "card.copy_address", area.x0, card.y + 16, "Copy the address"))
        ui.actions->copy_text = cell.url;
      card.y += 30;
    }
  }
  if (!pinned.row->caution.empty() || !pinned.row->notes.empty()) {
    card.rule();
    card.head("About this entry");
    if (!pinned.row->caution.empty())
      card.y += note(ui, area.x0, card.y + 4, area.width(), Severity::Warning, pinned.row->caution) + 8;
    for (const std::string& words : pinned.row->notes) card.text(pen.ink2(), words);
  }
  return card.y + 6;
}

}  // namespace trireme
