// `trireme evaluate`, `trireme explain`, `trireme link`, `trireme open`.
// SPDX-License-Identifier: MIT
#include <cstdio>

#include "core/catalog/catalog.h"
#include "core/cli/arguments.h"
#include "core/cli/commands.h"
#include "core/cli/input.h"
#include "core/cli/print.h"
#include "core/report/explained_report.h"
#include "core/result/explain.h"
#include "core/scenario/link.h"
#include "core/scenario/resolve.h"
#include "core/scenario/scenario_json.h"

namespace trireme::cli {
namespace {

const Catalog& catalog() {
  static const Checked<Catalog> checked = builtin_catalog();
  return *checked.value;
}

}  // namespace

int run_evaluate(const std::vector<std::string>& words) {
  const auto arguments = parse_arguments(words, 1, 1);
  if (!arguments) return WrongUse;
  const auto read = read_scenario(arguments->positions[0]);
  if (!read) return WrongUse;
  const ExplainedReport report = make_explained_report(*read, catalog());
  if (arguments->format == Format::Json) {
    std::fputs(explained_report_to_json(report).c_str(), stdout);
  } else {
    print_issues(report.issues);
    if (report.ok) {
      std::printf("%s\n%s\n", report.title.c_str(), report.verdict.c_str());
      for (const Table& table : explained_report_tables(report))
        if (table.id != "issues") print_table(table);
    }
  }
  return report.ok ? Good : BadScenario;
}

int run_explain(const std::vector<std::string>& words) {
  const auto arguments = parse_arguments(words, 1, 2);
  if (!arguments) return WrongUse;
  const auto read = read_scenario(arguments->positions[0]);
  if (!read) return WrongUse;
  const ExplainedReport report = make_explained_report(*read, catalog());
  print_issues(report.issues);
  if (!report.ok) return BadScenario;
  if (arguments->positions.size() == 1) {
    for (const Term& term : report.terms) std::printf("%-44s %s\n", term.id.c_str(), term.label.c_str());
    return Good;
  }
  std::vector<std::string_view> known;
  for (const Term& term : report.terms) {
    if (term.id == arguments->positions[1]) {
      print_term(term);
      return Good;
    }
    known.push_back(term.id);
  }
  return wrong_use(unknown_name_message("number", arguments->positions[1], known) +
                   " 'trireme explain SCENARIO' lists them.");
}

int run_link(const std::vector<std::string>& words) {
  const auto arguments = parse_arguments(words, 1, 1);
  if (!arguments) return WrongUse;
  const auto read = read_scenario(arguments->positions[0]);
  if (!read) return WrongUse;
  print_issues(read->issues);
  if (!read->ok()) return BadScenario;
  std::printf("#%s\n", link_from_scenario(*read->value).c_str());
  return Good;
}

int run_open(const std::vector<std::string>& words) {
  const auto arguments = parse_arguments(words, 1, 1);
  if (!arguments) return WrongUse;
  const std::string& name = arguments->positions[0];
  const auto text = name == "-" ? read_text(name) : std::optional<std::string>(name);
  if (!text) return WrongUse;
  const Checked<Scenario> read = scenario_from_link(text->substr(0, text->find_last_not_of(" \r\n") + 1));
  print_issues(read.issues);
  if (read.value) std::fputs(scenario_to_json(*read.value).c_str(), stdout);
  return read.ok() ? Good : BadScenario;
}

}  // namespace trireme::cli
