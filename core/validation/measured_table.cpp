// Tables of measured runs.
// SPDX-License-Identifier: MIT
#include "core/validation/measured_table.h"

#include <algorithm>

#include "core/base/number_text.h"

namespace trireme {

std::optional<std::size_t> MeasuredTable::find(std::string_view column) const {
  const auto found = std::find(columns.begin(), columns.end(), column);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

Issues table_faults(const MeasuredTable& table) {
  Issues issues;
  const auto fault = [&](std::size_t line, std::string message) {
    issues.push_back(
        {Severity::Error, IssueCode::Syntax, "line " + std::to_string(line), std::move(message)});
  };
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    if (table.find(table.columns[c]) != c) fault(1, "column '" + table.columns[c] + "' is there twice");
  for (const MeasuredRow& row : table.rows)
    if (row.cells.size() != table.columns.size())
      fault(row.line, std::to_string(row.cells.size()) + " cells, but the header has " +
                          std::to_string(table.columns.size()));
  if (table.rows.empty()) fault(1, "there is no row below the header");
  return issues;
}

std::string_view RowReader::text(std::string_view column) const {
  const auto index = table_.find(column);
  return index ? std::string_view(row_.cells[*index]) : std::string_view();
}

std::optional<double> RowReader::number(std::string_view column) const {
  const std::string_view cell = text(column);
  if (cell.empty()) return std::nullopt;
  const auto value = parse_number(cell);
  if (!value) fault(column, cell, "a number");
  return value;
}

std::optional<double> RowReader::positive(std::string_view column) const {
  const auto value = number(column);
  if (!value || *value > 0) return value;
  fault(column, text(column), "a number above zero");
  return std::nullopt;
}

std::string RowReader::id() const {
  const std::string_view given = text("id");
  return given.empty() ? "line " + std::to_string(row_.line) : std::string(given);
}

void RowReader::fault(std::string_view column, std::string_view cell, std::string_view expected) const {
  issues_.push_back({Severity::Error, IssueCode::WrongType,
                     "line " + std::to_string(row_.line) + ", column " + std::string(column),
                     "'" + std::string(cell) + "' is not " + std::string(expected)});
}

}  // namespace trireme
