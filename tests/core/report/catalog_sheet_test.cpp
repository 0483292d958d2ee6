// The catalog as sheets: what is shown, sorted and compared.
// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/report/catalog_report.h"
#include "core/report/catalog_sheet.h"
#include "tests/support/problems.h"

namespace trireme {
namespace {

const CatalogSheets& sheets() {
  static const CatalogSheets made = catalog_sheets(test::catalog());
  return made;
}

const Sheet& sheet(std::string_view kind) {
  for (const Sheet& s : sheets().sheets)
    if (s.kind == kind) return s;
  FAIL("no sheet " << kind);
  return sheets().sheets.front();
}

const SheetCell& cell(std::string_view kind, std::string_view id, std::string_view column) {
  const Sheet& s = sheet(kind);
  for (const SheetRow& row : s.rows)
    for (std::size_t c = 0; c < s.columns.size(); ++c)
      if (row.id == id && s.columns[c].id == column) return row.cells[c];
  FAIL("no cell " << id << " " << column);
  return s.rows.front().cells.front();
}

TEST_CASE("there is a sheet for each kind, with a row for each entry and a cell for each column") {
  REQUIRE(sheets().sheets.size() == catalog_kinds().size());
  for (std::size_t i = 0; i < sheets().sheets.size(); ++i) {
    const Sheet& s = sheets().sheets[i];
    CHECK(s.kind == catalog_kinds()[i]);
    CHECK(s.rows.size() == catalog_ids(test::catalog(), s.kind).size());
    CHECK(std::any_of(s.columns.begin(), s.columns.end(), [](const SheetColumn& c) { return c.rank > 0; }));
    for (const SheetRow& row : s.rows) CHECK(row.cells.size() == s.columns.size());
  }
}

TEST_CASE("every number that is shown says what it is: with source and date, or how it was computed") {
  for (const Sheet& s : sheets().sheets)
    for (const SheetRow& row : s.rows)
      for (std::size_t c = 0; c < row.cells.size(); ++c) {
        const SheetCell& shown = row.cells[c];
        if (shown.text.empty()) continue;
        const std::string where = row.id + " " + s.columns[c].id;
        CHECK_MESSAGE(!shown.kind.empty(), where);
        if (shown.kind == "computed") CHECK_MESSAGE(!shown.note.empty(), where);
        else CHECK_MESSAGE((!shown.source.empty() && !shown.date.empty()), where);
      }
}

// By hand: 989.4 TFLOP/s over 3,350 GB/s, over 450 GB/s, and over 3,200 Gbit/s for 8 GPUs (50 GB/s each).
TEST_CASE("ridge points of an H100") {
  CHECK(cell("accelerators", "h100-sxm", "ridge_hbm_BF16").value == doctest::Approx(989.4e12 / 3350e9));
  CHECK(cell("accelerators", "h100-sxm", "ridge_hbm_BF16").text == "295");
  CHECK(cell("accelerators", "h100-sxm", "ridge_hbm_FP8").text == "591");
  CHECK(cell("accelerators", "h100-sxm", "ridge_hbm_FP4").text.empty());
  CHECK(cell("accelerators", "h100-sxm", "ridge_scale_up_BF16").text == "2,199");
  CHECK(cell("accelerators", "h100-sxm", "ridge_scale_out_BF16").value == doctest::Approx(989.4e12 / 50e9));
}

TEST_CASE("parts without measured kernels are marked") {
  for (const char* id : {"trainium2", "tpu-v5p", "mi300x"})
    for (const SheetRow& row : sheet("accelerators").rows)
      if (row.id == id) CHECK_MESSAGE(row.caution.starts_with("uncalibrated"), id);
  for (const SheetRow& row : sheet("accelerators").rows)
    if (row.id == "h100-sxm") CHECK(row.caution.empty());
}

TEST_CASE("a price says of what it is and that it is to be checked") {
  const SheetCell& price = cell("instances", "p5.48xlarge", "usd_per_hour");
  CHECK(price.text == "55.04");
  CHECK(price.kind == "on demand, us-east-1");
  CHECK(price.note.find("check it before you buy") != std::string::npos);
}

TEST_CASE("rows are searched by words and sorted by any column, unknown values last") {
  const Sheet& s = sheet("accelerators");
  const auto name = [&](const std::vector<int>& rows, std::size_t i) {
    return s.rows[static_cast<std::size_t>(rows[i])].id;
  };
  const auto found = sorted_rows(s, "h100 sxm", "name", false);
  REQUIRE(found.size() == 1);
  CHECK(name(found, 0) == "h100-sxm");
  CHECK(sorted_rows(s, "no such part", "name", false).empty());
  for (const bool descending : {false, true}) {
    const auto rows = sorted_rows(s, "", "fp4_dense_tflops", descending);
    REQUIRE(rows.size() == s.rows.size());
    const std::size_t c = static_cast<std::size_t>(
        std::find_if(s.columns.begin(), s.columns.end(),
                     [](const SheetColumn& col) { return col.id == "fp4_dense_tflops"; }) -
        s.columns.begin());
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const SheetCell& before = s.rows[static_cast<std::size_t>(rows[i - 1])].cells[c];
      const SheetCell& after = s.rows[static_cast<std::size_t>(rows[i])].cells[c];
      if (before.text.empty()) CHECK(after.text.empty());
      else if (!after.text.empty())
        CHECK((descending ? before.value >= after.value : before.value <= after.value));
    }
  }
}

TEST_CASE("the table has no empty cell and no empty column") {
  for (const Sheet& s : sheets().sheets) {
    const Table table = sheet_table(s);
    for (const auto& row : table.rows) REQUIRE(row.size() == table.columns.size());
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      CHECK_MESSAGE(std::any_of(table.rows.begin(), table.rows.end(),
                                [&](const auto& row) { return row[c] != "\u2013" && !row[c].empty(); }),
                    table.columns[c].label);
  }
}

}  // namespace
}  // namespace trireme
