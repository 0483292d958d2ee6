// The parts of the page. Each draws into the current window from `area.y0` on and returns its lower end; only
// the width of `area` binds. They take plain data and compute nothing of it. SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "core/catalog/catalog.h"
#include "core/scenario/scenario.h"
#include "web/views/view_state.h"
#include "web/widgets/ui.h"

namespace trireme {

// What must be there for a view.
enum class Needs { Nothing, Result, TrainingStep };

struct View {
  std::string_view id;        // "breakdown"
  std::string_view label;     // "Breakdown"
  std::string_view question;  // the tab that it stands under: "Where it goes"
  Needs needs = Needs::Result;
  float (*draw)(const Ui& ui, ViewState& state, const Shown& shown, Box area);
};

// The only list of views; those of one question stand together.
[[nodiscard]] std::span<const View> views();
[[nodiscard]] std::size_t view_index(std::string_view id);
// Without a result there is still what the scenario builds on.
[[nodiscard]] bool can_show(const View& view, const Shown& shown);

// --- the answer ---
float draw_verdict(const Ui& ui, const Shown& shown, Box area, float size);
// In its place when there is no result at all.
float draw_faults(const Ui& ui, ViewState& state, const Shown& shown, Box area, float size);
// "Out of date: 2 fields need attention", or "No result"; nothing while all is well. Returns its width.
float draw_attention(const Ui& ui, const Shown& shown, float x, float cy, float room);
float draw_figures(const Ui& ui, ViewState& state, const Shown& shown, Box area, int columns);
// The bar of one step by resource: a bar of this height, with or without its axis.
float draw_ruler(const Ui& ui, ViewState& state, const Shown& shown, Box area, float height, bool axis);
float draw_key(const Ui& ui, ViewState& state, const Shown& shown, Box area);
float draw_resource_list(const Ui& ui, ViewState& state, const Shown& shown, Box area);

// --- views ---
float draw_breakdown(const Ui& ui, ViewState& state, const Shown& shown, Box area);
float draw_memory(const Ui& ui, ViewState& state, const Shown& shown, Box area);
float draw_roofline(const Ui& ui, ViewState& state, const Shown& shown, Box area);
float draw_timeline(const Ui& ui, ViewState& state, const Shown& shown, Box area);
float draw_network(const Ui& ui, ViewState& state, const Shown& shown, Box area);
float draw_model(const Ui& ui, ViewState& state, const Shown& shown, Box area);
float draw_catalog(const Ui& ui, ViewState& state, const Shown& shown, Box area);
float draw_side_by_side(const Ui& ui, ViewState& state, const Sheet& sheet, const Shown& shown, Box area);
// The explanation of what is pinned.
float draw_card(const Ui& ui, ViewState& state, const Shown& shown, Box area);
[[nodiscard]] bool has_card(const ViewState& state, const Shown& shown);
// Of a number of the catalog: the name under which it is pinned, and what is pinned.
[[nodiscard]] std::string cell_name(const Sheet& sheet, const SheetRow& row, const SheetColumn& column);
struct PinnedCell {
  const SheetColumn* column = nullptr;
  const SheetRow* row = nullptr;
  const SheetCell* cell = nullptr;  // null: no number of the catalog is pinned
};
[[nodiscard]] PinnedCell pinned_cell(const ViewState& state, const Shown& shown);

// --- inputs ---
struct Edit {
  bool changed = false;    // the scenario differs
  bool committed = false;  // and the edit is finished
};
float draw_inputs(const Ui& ui, ViewState& state, const Shown& shown, const Catalog& catalog,
                  Scenario& scenario, Box area, Edit& edit);

// --- words ---
// "2 fields need attention".
[[nodiscard]] std::string attention_text(int faults);

}  // namespace trireme
