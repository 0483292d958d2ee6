// `trireme catalog [KIND] [ID]`.
// SPDX-License-Identifier: MIT
#include <cstdio>

#include "core/catalog/catalog.h"
#include "core/cli/arguments.h"
#include "core/cli/commands.h"
#include "core/cli/print.h"
#include "core/report/catalog_report.h"
#include "core/report/table_json.h"

namespace trireme::cli {
namespace {

int show(const Table& table, Format format) {
  if (format == Format::Json) std::fputs(table_to_json(table).c_str(), stdout);
  else print_table(table);
  return Good;
}

Table overview(const Catalog& catalog) {
  Table table{"catalog", "Catalog", {{"kind", "Kind"}, {"entries", "Entries", true}}, {}};
  for (const std::string_view kind : catalog_kinds())
    table.rows.push_back({std::string(kind), std::to_string(catalog_ids(catalog, kind).size())});
  return table;
}

}  // namespace

int run_catalog(const std::vector<std::string>& words) {
  const auto arguments = parse_arguments(words, 0, 2);
  if (!arguments) return WrongUse;
  const Checked<Catalog> checked = builtin_catalog();
  const Catalog& catalog = *checked.value;
  const std::vector<std::string>& positions = arguments->positions;
  if (positions.empty()) return show(overview(catalog), arguments->format);

  // One word may be a kind or, for short, the id of an entry.
  if (positions.size() == 1) {
    if (const auto list = catalog_list(catalog, positions[0])) return show(*list, arguments->format);
    const std::string_view kind = kind_of_entry(catalog, positions[0]);
    if (!kind.empty()) return show(*catalog_entry(catalog, kind, positions[0]), arguments->format);
    return wrong_use(unknown_name_message("kind", positions[0], catalog_kinds()));
  }
  if (!catalog_list(catalog, positions[0]))
    return wrong_use(unknown_name_message("kind", positions[0], catalog_kinds()));
  if (const auto entry = catalog_entry(catalog, positions[0], positions[1]))
    return show(*entry, arguments->format);
  return wrong_use(unknown_name_message(positions[0].substr(0, positions[0].size() - 1), positions[1],
                                        catalog_ids(catalog, positions[0])));
}

}  // namespace trireme::cli
