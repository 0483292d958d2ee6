// Everything the workbench remembers between frames.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "web/app/app.h"
#include "web/app/undo.h"
#include "web/theme/fonts.h"
#include "web/theme/palette.h"
#include "web/views/view_state.h"
#include "web/widgets/ui.h"

namespace trireme {

struct App::State {
  explicit State(Catalog the_catalog) : known(std::move(the_catalog)), catalog(known), undo(scenario) {}

  Catalog known;
  Own own_of_catalog;
  Catalog catalog;  // with the scenario's own entries
  CatalogSheets sheets;
  ModelReport model;                         // of the scenario's model
  std::optional<Model> imported;             // while it is shown and not used yet
  std::optional<ModelReport> import_report;  // of it, or of what could not be imported
  Scenario scenario;                         // under edit
  ExplainedReport report;                    // of it, or of the link that it was read from
  ExplainedReport last_good;                 // shown while `report` has errors
  Undo undo;
  std::uint64_t revision = 0;

  ViewState view;
  UiMemory memory;
  std::vector<NamedRect> rects;

  bool dark = false, high_contrast = false;
  const Palette* colour = &palette(false, false);
  Fonts fonts;
};

}  // namespace trireme
