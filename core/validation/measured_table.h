// A table of measured runs as text cells, and typed access to its rows.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/issue.h"

namespace trireme {

struct MeasuredRow {
  std::size_t line = 0;  // of the file, from 1
  std::vector<std::string> cells;
};

struct MeasuredTable {
  std::string name;                  // of the file; kernel tables carry the accelerator in it
  std::vector<std::string> columns;  // the header
  std::vector<MeasuredRow> rows;     // as many cells as columns
  [[nodiscard]] std::optional<std::size_t> find(std::string_view column) const;
};

// A row too short or too long, and a column that is named twice. An empty table is a fault too.
[[nodiscard]] Issues table_faults(const MeasuredTable& table);

// Cells of one row by column name. A cell that is not what was asked for becomes an issue with line and
// column.
class RowReader {
 public:
  RowReader(const MeasuredTable& table, const MeasuredRow& row, Issues& issues)
      : table_(table), row_(row), issues_(issues) {}

  // Empty when the cell is, or when there is no such column.
  [[nodiscard]] std::string_view text(std::string_view column) const;
  [[nodiscard]] std::optional<double> number(std::string_view column) const;
  [[nodiscard]] std::optional<double> positive(std::string_view column) const;  // zero is a fault

  // The column `id`, else "line 12".
  [[nodiscard]] std::string id() const;

 private:
  void fault(std::string_view column, std::string_view cell, std::string_view expected) const;

  const MeasuredTable& table_;
  const MeasuredRow& row_;
  Issues& issues_;
};

}  // namespace trireme
