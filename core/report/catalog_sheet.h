// The catalog as sheets that can be sorted, searched and compared: a row an entry, a column a number, each
// number with where it comes from. SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/report/table.h"

namespace trireme {

struct SheetColumn {
  std::string id;     // name of the fact ("hbm_bandwidth_gb_per_s"), or of what is computed ("ridge_bf16")
  std::string label;  // in full
  std::string head;   // in a few letters
  std::string unit;
  int rank = 0;  // 1, 2, …: those that tell entries apart, in the order in which they get room; 0: the others
};

struct SheetCell {
  double value = 0;
  std::string text;  // empty: not known
  std::string kind;  // "datasheet", "measured", "assumption", "list price", "computed"
  std::string source, url, date, note;
};

struct SheetRow {
  std::string id, name;
  std::string caution;  // "uncalibrated: laws of H100 …": why its times are to be trusted less; or empty
  std::vector<SheetCell> cells;
  std::vector<std::string> notes;
};

struct Sheet {
  std::string kind;   // "accelerators", as catalog_kinds() has it
  std::string title;  // "Accelerators"
  std::vector<SheetColumn> columns;
  std::vector<SheetRow> rows;
};

// What bounds an accelerator at each arithmetic intensity.
struct Roofline {
  std::string id, name;
  struct Roof {
    std::string precision;                           // "BF16"
    double flops = 0;                                // FLOP/s, dense
    double hbm_ridge = 0;                            // FLOP per byte of HBM at which it is reached
    double scale_up_ridge = 0, scale_out_ridge = 0;  // per byte sent, one direction; 0: no such link
  };
  std::vector<Roof> roofs;   // of the formats that it has
  double hbm_bytes = 0;      // per second
  std::string scale_out_of;  // the instance whose network it is
};

struct CatalogSheets {
  std::vector<Sheet> sheets;        // in the order of catalog_kinds()
  std::vector<Roofline> rooflines;  // as the accelerators
};

[[nodiscard]] CatalogSheets catalog_sheets(const Catalog& catalog);

// Rows in which all words of `search` occur, whatever the case, sorted by a column (its id, or "name") with
// unknown values last.
[[nodiscard]] std::vector<int> sorted_rows(const Sheet& sheet, std::string_view search,
                                           std::string_view column, bool descending);

// The same as a table, for the page mirror: name, caution and all columns.
[[nodiscard]] Table sheet_table(const Sheet& sheet);

}  // namespace trireme
