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

struct View {
  std::string_view id;     // "breakdown"
  std::string_view label;  // "Breakdown"
  float (*draw)(const Ui& ui, ViewState& state, const Shown& shown, Box area);
};

// Under the question "Where it goes": the only list of views.
[[nodiscard]] std::span<const View> views();

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
// The explanation of what is pinned.
float draw_card(const Ui& ui, ViewState& state, const Shown& shown, Box area);
[[nodiscard]] const Term* pinned_term(const ViewState& state, const Shown& shown);

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
