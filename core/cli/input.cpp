// Files, standard input and links.
// SPDX-License-Identifier: MIT
#include "core/cli/input.h"

#include <cstdio>

#include "core/scenario/link.h"
#include "core/scenario/scenario_json.h"

namespace trireme::cli {
namespace {

bool is_link(const std::string& text) {
  return text.find('#') != std::string::npos || text.rfind("v=", 0) == 0 || text.rfind("http", 0) == 0;
}

std::string trimmed(const std::string& text) {
  const char* blank = " \t\r\n";
  const std::size_t start = text.find_first_not_of(blank);
  if (start == std::string::npos) return "";
  return text.substr(start, text.find_last_not_of(blank) - start + 1);
}

}  // namespace

std::optional<std::string> read_text(const std::string& name) {
  std::FILE* file = name == "-" ? stdin : std::fopen(name.c_str(), "rb");
  if (!file) {
    std::fprintf(stderr, "trireme: cannot open '%s'\n", name.c_str());
    return std::nullopt;
  }
  std::string text;
  char buffer[65536];
  for (std::size_t got; (got = std::fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, got);
  const bool failed = std::ferror(file) != 0;
  if (file != stdin) std::fclose(file);
  if (failed) {
    std::fprintf(stderr, "trireme: cannot read '%s'\n", name.c_str());
    return std::nullopt;
  }
  return text;
}

std::optional<Checked<Scenario>> read_scenario(const std::string& name) {
  if (is_link(name)) return scenario_from_link(name);
  const auto text = read_text(name);
  if (!text) return std::nullopt;
  const std::string content = trimmed(*text);
  return !content.empty() && content[0] != '{' && is_link(content) ? scenario_from_link(content)
                                                                   : scenario_from_json(content);
}

}  // namespace trireme::cli
