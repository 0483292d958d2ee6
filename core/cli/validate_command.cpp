// `trireme validate RUNS.csv`.
// SPDX-License-Identifier: MIT
#include <cstdio>

#include "core/cli/arguments.h"
#include "core/cli/commands.h"
#include "core/cli/csv.h"
#include "core/cli/input.h"
#include "core/cli/print.h"
#include "core/report/validation_report.h"
#include "core/validation/validate.h"

namespace trireme::cli {
namespace {

bool write_rows(const std::string& name, const Validation& validation) {
  std::FILE* file = std::fopen(name.c_str(), "wb");
  if (file) {
    write_csv(file, validation_rows(validation));
    const bool written = std::ferror(file) == 0;
    if (std::fclose(file) == 0 && written) return true;
  }
  std::fprintf(stderr, "trireme: cannot write '%s'\n", name.c_str());
  return false;
}

void print_validation(const Validation& validation) {
  std::printf("%zu rows, %zu evaluated\n", validation.rows, validation.evaluated());
  for (const Table& table : validation_tables(validation)) print_table(table);
}

}  // namespace

int run_validate(const std::vector<std::string>& words) {
  std::vector<std::string> rest = words;
  const auto rows_file = take_option(rest, "--rows");
  if (!rows_file) return WrongUse;
  const auto arguments = parse_arguments(rest, 1, 1);
  if (!arguments) return WrongUse;
  const auto text = read_text(arguments->positions[0]);
  if (!text) return WrongUse;

  const Checked<MeasuredTable> table = read_csv(*text, arguments->positions[0]);
  const Checked<Catalog> catalog = builtin_catalog();
  const Checked<Validation> validation =
      table.ok() ? validate(*table.value, *catalog.value) : Checked<Validation>{std::nullopt, table.issues};
  if (arguments->format == Format::Json) std::fputs(validation_json(validation).c_str(), stdout);
  else print_issues(validation.issues);
  if (!validation.ok()) return BadScenario;
  if (arguments->format == Format::Text) print_validation(*validation.value);
  if (!rows_file->empty() && !write_rows(*rows_file, *validation.value)) return WrongUse;
  return Good;
}

}  // namespace trireme::cli
