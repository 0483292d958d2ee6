// What is open, chosen and pointed at; nothing of it is part of the scenario.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/report/catalog_sheet.h"
#include "core/report/explained_report.h"
#include "core/report/model_report.h"

namespace trireme {

// Of the bar at the lower end of a phone's screen.
enum class Page { Inputs, Answer, Views };

// Of the catalog's view.
struct CatalogState {
  std::size_t kind = 0;  // index of the sheet
  std::string search;
  std::string sort = "name";  // id of a column
  bool descending = false;
  std::vector<std::string> chosen;  // ids of what is compared, in the order of choosing
  bool side_by_side = false;
  std::size_t precision = 0;  // of the rooflines
};

struct ViewState {
  std::size_t view = 0;  // index into views()
  Page page = Page::Answer;
  bool drawer = false;                   // inputs over the view, on middling widths
  std::string pinned;                    // id of the term whose card is open; empty: none
  int reveal = 0;                        // frames in which the pinned row is scrolled from under the sheet
  std::vector<std::string> open;         // ids of rows that show their parts
  float card_height = 0;                 // in the last frame: it depends on what is pinned
  bool all_fields = false;               // rarely changed inputs are shown too
  std::string help_path;                 // field whose help is shown below it (touch)
  std::optional<Resource> pointed;       // in the last frame: others are drawn soft
  std::optional<Resource> pointed_next;  // in this one
  CatalogState catalog;
  bool use_import = false, discard_import = false, open_file = false;  // pressed in this frame
  double copied_at = -1;  // when a link was copied, for the word that says so

  [[nodiscard]] bool is_open(std::string_view id) const {
    return std::find(open.begin(), open.end(), id) != open.end();
  }
  void toggle_open(std::string_view id) {
    const auto at = std::find(open.begin(), open.end(), id);
    if (at == open.end()) open.emplace_back(id);
    else open.erase(at);
  }
  void toggle_pin(std::string_view id) {
    pinned = pinned == id ? std::string() : std::string(id);
    reveal = 3;
  }
};

// The report on the screen: the last good one while the scenario under edit has errors.
struct Shown {
  const ExplainedReport& report;
  const Issues& issues;  // of the scenario under edit
  bool stale = false;    // `report` is of an earlier scenario
  int faults = 0;        // fields with errors
  const CatalogSheets& catalog;
  const ModelReport& model;               // of the scenario
  const ModelReport* imported = nullptr;  // of what is being imported
};

}  // namespace trireme
