// CSV by libcsv.
// SPDX-License-Identifier: MIT
#include "core/cli/csv.h"

#include <csv.h>

#include <utility>

namespace trireme::cli {
namespace {

struct Reading {
  MeasuredTable table;
  std::vector<std::string> cells;
  std::size_t start = 1, line = 1;  // of this row, and where the parser is
};

void on_cell(void* cell, std::size_t size, void* data) {
  std::string text(static_cast<const char*>(cell), size);
  Reading& reading = *static_cast<Reading*>(data);
  for (const char c : text) reading.line += c == '\n';
  reading.cells.push_back(std::move(text));
}

// Called at every line end outside quotes, thanks to CSV_REPALL_NL: twice for "\r\n", also after an empty
// line.
void on_row(int terminator, void* data) {
  Reading& reading = *static_cast<Reading*>(data);
  std::vector<std::string> cells = std::exchange(reading.cells, {});
  if (!cells.empty()) {
    if (reading.table.columns.empty()) reading.table.columns = std::move(cells);
    else reading.table.rows.push_back({reading.start, std::move(cells)});
  }
  if (terminator == '\n') reading.start = ++reading.line;
}

}  // namespace

Checked<MeasuredTable> read_csv(std::string_view text, const std::string& name) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // spreadsheets write one
  if (text.substr(0, byte_order_mark.size()) == byte_order_mark) text.remove_prefix(byte_order_mark.size());
  Reading reading;
  reading.table.name = name;
  csv_parser parser;
  csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL);
  const std::size_t read = csv_parse(&parser, text.data(), text.size(), on_cell, on_row, &reading);
  const bool good = read == text.size() && csv_fini(&parser, on_cell, on_row, &reading) == 0;
  csv_free(&parser);
  if (good) return {std::move(reading.table), {}};
  return {std::nullopt,
          {{Severity::Error, IssueCode::Syntax, "line " + std::to_string(reading.line),
            "a quotation mark is missing, or stands inside a cell without being doubled"}}};
}

void write_csv(std::FILE* file, const Table& table) {
  const auto write_row = [&](const auto& cells, const auto& text_of) {
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const std::string& text = text_of(cells[c]);
      if (c > 0) std::fputc(',', file);
      if (text.find_first_of(",\"\r\n") == std::string::npos) std::fputs(text.c_str(), file);
      else csv_fwrite(file, text.data(), text.size());
    }
    std::fputc('\n', file);
  };
  write_row(table.columns, [](const Column& column) -> const std::string& { return column.id; });
  for (const auto& row : table.rows)
    write_row(row, [](const std::string& cell) -> const std::string& { return cell; });
}

}  // namespace trireme::cli
