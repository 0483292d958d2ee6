// The program `trireme`: the core on the command line.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdio>

#include "core/cli/commands.h"
#include "core/cli/import_command.h"

namespace trireme::cli {
namespace {

constexpr std::array<Command, 7> table{{
    {"evaluate", "step time, memory and cost of a scenario, and where they go",
     "trireme evaluate SCENARIO [--format text|json]\n\n"
     "SCENARIO is a JSON file, '-' for standard input, or a link of the page. Missing fields have "
     "defaults.\n\n"
     "  echo '{\"model\": \"llama-3.1-8b\", \"cluster\": {\"instances\": 4}, \"plan\": {\"tensor\": 1, "
     "\"context\": 1,\n"
     "        \"pipeline\": 1, \"virtual_stages\": 1}, \"training\": {\"global_batch\": 256}}' | trireme "
     "evaluate -\n",
     run_evaluate},
    {"explain", "one number with its formula, the numbers in it, and its sources",
     "trireme explain SCENARIO [NUMBER]\n\nWithout NUMBER the names of all explained numbers are listed.\n\n"
     "  trireme explain run.json breakdown.tensor_parallel\n",
     run_explain},
    {"link", "a scenario as a link of the page",
     "trireme link SCENARIO\n\nPrints the part from '#' on; put the page's address before it.\n\n"
     "  trireme link run.json\n",
     run_link},
    {"open", "a link as a scenario",
     "trireme open LINK\n\nLINK is a whole address or the part after '#'; '-' reads it from standard "
     "input.\n\n"
     "  trireme open '#v=1&model=llama-3.1-8b' > run.json\n",
     run_open},
    {"import", "a Hugging Face configuration as a model: parameters, bytes, cache, FLOPs", import_help,
     run_import},
    {"validate", "predicted against measured, for a CSV table of measured runs",
     "trireme validate RUNS.csv [--rows FILE] [--format text|json]\n\n"
     "The header tells what the table holds; '-' reads it from standard input. Errors are given overall and "
     "by source,\nGPU and more; --rows writes a line a compared row as CSV.\n\n"
     "  trireme validate runs.csv --rows compared.csv\n",
     run_validate},
    {"catalog", "what is known, with source, date and unit of every number",
     "trireme catalog [KIND] [ID] [--format text|json]\n\n  trireme catalog accelerators h100-sxm\n",
     run_catalog},
}};

void print_overview(std::FILE* out) {
  std::fputs("usage: trireme COMMAND ...\n\nTime, memory and money of foundation models on GPU clusters.\n\n",
             out);
  for (const Command& command : table)
    std::fprintf(out, "  %-10s %s\n", std::string(command.name).c_str(),
                 std::string(command.summary).c_str());
  std::fputs(
      "\n'trireme COMMAND --help' says more. Exit status: 0 good, 1 the scenario has errors, 2 wrong use.\n",
      out);
}

int run(const std::vector<std::string>& words) {
  if (words.empty()) {
    print_overview(stderr);
    return WrongUse;
  }
  if (words[0] == "--version") {
    std::puts("trireme " TRIREME_VERSION);
    return Good;
  }
  const bool help = words[0] == "--help" || words[0] == "-h" || words[0] == "help";
  if (help) {
    print_overview(stdout);
    return Good;
  }
  for (const Command& command : table) {
    if (command.name != words[0]) continue;
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    if (std::find(rest.begin(), rest.end(), "--help") != rest.end()) {
      std::fputs(std::string(command.help).c_str(), stdout);
      return Good;
    }
    return command.run(rest);
  }
  return wrong_use("unknown command '" + words[0] + "'");
}

}  // namespace

std::span<const Command> commands() { return table; }

int wrong_use(std::string_view message) {
  std::fprintf(stderr, "trireme: %s\nTry 'trireme --help'.\n", std::string(message).c_str());
  return WrongUse;
}

}  // namespace trireme::cli

int main(int count, char** words) { return trireme::cli::run({words + 1, words + count}); }
