// Plain text for a terminal.
// SPDX-License-Identifier: MIT
#include "core/cli/print.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/number_text.h"

namespace trireme::cli {
namespace {

// Columns that a terminal will use: UTF-8 continuation bytes take none.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void print_cell(const std::string& text, std::size_t columns, bool right, bool last) {
  const std::string pad(columns - std::min(columns, width(text)), ' ');
  if (right) std::printf("%s%s", pad.c_str(), text.c_str());
  else std::printf("%s%s", text.c_str(), last ? "" : pad.c_str());
  std::printf("%s", last ? "\n" : "  ");
}

std::string quantity(double value, const std::string& unit) {
  if (unit == "s") return duration_text(value);
  if (unit == "B" && value >= 1e6) return significant(value / 1e9, 4) + " GB";
  if (unit == "B/s") return significant(value / 1e9, 4) + " GB/s";
  if (unit == "FLOP/s") return significant(value / 1e12, 4) + " TFLOP/s";
  const bool whole = std::floor(value) == value && std::fabs(value) < 1e15;
  const std::string text = whole ? grouped(value) : significant(value, 4);
  return unit.empty() ? text : text + " " + unit;
}

}  // namespace

void print_table(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::size_t most = width(table.columns[c].label);
    for (const auto& row : table.rows) most = std::max(most, width(row[c]));
    widths.push_back(most);
  }
  std::printf("\n%s\n", table.title.c_str());
  const auto print_row = [&](const auto& text_of) {
    std::printf("  ");
    for (std::size_t c = 0; c < widths.size(); ++c)
      print_cell(text_of(c), widths[c], table.columns[c].numeric, c + 1 == widths.size());
  };
  print_row([&](std::size_t c) { return table.columns[c].label; });
  for (const auto& row : table.rows) print_row([&](std::size_t c) { return row[c]; });
}

void print_issues(const Issues& issues) {
  for (const Issue& issue : issues)
    std::fprintf(stderr, "%s: %s%s%s\n", std::string(name_of(issue.severity)).c_str(), issue.path.c_str(),
                 issue.path.empty() ? "" : ": ", issue.message.c_str());
}

void print_term(const Term& term) {
  std::printf("%s = %s\n  = %s\n", term.label.c_str(), quantity(term.value, term.unit).c_str(),
              term.formula.c_str());
  for (const TermInput& input : term.inputs) {
    std::printf("  ");
    print_cell(input.symbol, 5, false, false);
    print_cell(quantity(input.value, input.unit), 14, true, false);
    print_cell(input.meaning, 0, false, true);
  }
  for (const std::string& assumption : term.assumptions) std::printf("Assumes: %s\n", assumption.c_str());
  for (const Source& source : term.sources)
    std::printf("Source: %s%s%s, %s%s%s\n", source.title.c_str(), source.locator.empty() ? "" : ", ",
                source.locator.c_str(), source.date.c_str(), source.url.empty() ? "" : ", ",
                source.url.c_str());
}

}  // namespace trireme::cli
