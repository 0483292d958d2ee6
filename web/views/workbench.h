// The whole window: what stands where at which width.
// SPDX-License-Identifier: MIT
#pragma once

#include "web/views/views.h"

namespace trireme {

enum class Arrangement {
  Desk,    // inputs beside the view
  Drawer,  // inputs over the view, on request
  Phone    // one column, a bar of pages below
};
[[nodiscard]] Arrangement arrangement_for(float width);

// What was pressed in the bars.
struct Pressed {
  bool undo = false, redo = false, copy_link = false, tables = false;
};

struct Workbench {
  const Ui& ui;
  ViewState& state;
  const Shown& shown;
  const Catalog& catalog;
  Scenario& scenario;
  bool can_undo = false, can_redo = false;
  Edit edit;
  Pressed pressed;
};

void draw_desk(Workbench& bench, Box window, Arrangement arrangement);
void draw_phone(Workbench& bench, Box window);

// Distinct sources behind the numbers of a report.
[[nodiscard]] int source_count(const ExplainedReport& report);

}  // namespace trireme
