// SPDX-License-Identifier: MIT
// Comma-separated values: quotes, line ends, lines of faults.
#include <doctest/doctest.h>

#include "core/cli/csv.h"

namespace trireme::cli {
namespace {

TEST_CASE("CSV cells may be quoted and span lines; rows know their line") {
  const auto table =
      read_csv("\xEF\xBB\xBFid,notes\r\na,\"x, \"\"y\"\"\"\r\n\r\nb,\"two\nlines\"\nc,\n", "runs.csv");
  REQUIRE(table.ok());
  CHECK(table.value->name == "runs.csv");
  CHECK(table.value->columns == std::vector<std::string>{"id", "notes"});
  const auto& rows = table.value->rows;
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].cells == std::vector<std::string>{"a", "x, \"y\""});
  CHECK(rows[0].line == 2);
  CHECK(rows[1].cells[1] == "two\nlines");
  CHECK(rows[1].line == 4);
  CHECK(rows[2].cells == std::vector<std::string>{"c", ""});
  CHECK(rows[2].line == 6);
}

TEST_CASE("a quotation mark that is not closed or not doubled is a fault with its line") {
  for (const char* text : {"id\na\n\"b\n", "id\na\n\"b\"c\n"}) {
    const auto table = read_csv(text, "");
    REQUIRE_FALSE(table.ok());
    CHECK(table.issues[0].path == "line 3");
  }
  CHECK(read_csv("", "").value->columns.empty());
}

}  // namespace
}  // namespace trireme::cli
