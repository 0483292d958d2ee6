// `trireme import CONFIG.json`.
// SPDX-License-Identifier: MIT
#include "core/cli/import_command.h"

#include "core/base/number_text.h"
#include "core/catalog/catalog.h"
#include "core/cli/arguments.h"
#include "core/cli/commands.h"
#include "core/cli/input.h"
#include "core/cli/print.h"
#include "core/import/hf_config.h"
#include "core/import/import_report.h"
#include "core/scenario/own.h"
#include "core/scenario/scenario_json.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <utility>

namespace trireme::cli {
namespace {

std::optional<std::int64_t> context_in(const std::string& word) {
  const auto number = parse_number(word);
  if (!number || *number < 1 || *number > 1e9 || *number != std::floor(*number)) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

// Takes "--context N..." out of the words: all numbers after it, with or without commas between them.
bool take_contexts(std::vector<std::string>& words, std::vector<std::int64_t>& contexts) {
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string word = words[i];
    if (word.rfind("--context", 0) != 0) {
      rest.push_back(word);
      continue;
    }
    const std::size_t before = contexts.size();
    std::string values = word.size() > 9 && word[9] == '=' ? word.substr(10) : "";
    for (; i + 1 < words.size() && context_in(words[i + 1].substr(0, words[i + 1].find(','))); ++i)
      values += "," + words[i + 1];
    for (std::size_t start = 0; start < values.size();) {
      const std::size_t comma = std::min(values.find(',', start), values.size());
      const std::string value = values.substr(start, comma - start);
      start = comma + 1;
      if (value.empty()) continue;
      const auto context = context_in(value);
      if (!context) return false;
      contexts.push_back(*context);
    }
    if (contexts.size() == before) return false;
  }
  words = std::move(rest);
  return true;
}

}  // namespace

int run_import(const std::vector<std::string>& words) {
  std::vector<std::string> rest = words;
  std::vector<std::int64_t> contexts;
  if (!take_contexts(rest, contexts))
    return wrong_use("--context takes whole numbers of tokens, from 1 to 1,000,000,000");
  const auto option = std::find(rest.begin(), rest.end(), "--scenario");
  const bool as_scenario = option != rest.end();
  if (as_scenario) rest.erase(option);
  const auto arguments = parse_arguments(rest, 1, 1);
  if (!arguments) return WrongUse;
  const auto text = read_text(arguments->positions[0]);
  if (!text) return WrongUse;
  const Checked<ImportedModel> imported = import_hf_config(*text);
  if (as_scenario) {
    if (imported.value) {
      const Checked<Catalog> catalog = builtin_catalog();
      std::fputs(scenario_to_json(with_own_model({}, imported.value->model, *catalog.value)).c_str(), stdout);
    }
    print_issues(imported.issues);
    return imported.ok() ? Good : BadScenario;
  }
  if (imported.value && contexts.empty()) contexts = usual_contexts(imported.value->model);
  if (arguments->format == Format::Json) {
    std::fputs(import_json(imported, contexts).c_str(), stdout);
  } else {
    if (imported.value) std::fputs(import_text(*imported.value, contexts).c_str(), stdout);
    print_issues(imported.issues);
  }
  return imported.ok() ? Good : BadScenario;
}

}  // namespace trireme::cli
