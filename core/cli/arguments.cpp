// Command line words.
// SPDX-License-Identifier: MIT
#include "core/cli/arguments.h"

#include "core/cli/commands.h"

namespace trireme::cli {

std::optional<Arguments> parse_arguments(const std::vector<std::string>& words, std::size_t least,
                                         std::size_t most) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string word = words[i];
    if (word.rfind("--format", 0) == 0) {
      std::string value;
      if (word.size() > 8 && word[8] == '=') value = word.substr(9);
      else if (word.size() == 8 && i + 1 < words.size()) value = words[++i];
      if (value != "text" && value != "json") {
        wrong_use("--format takes 'text' or 'json', not '" + value + "'");
        return std::nullopt;
      }
      arguments.format = value == "json" ? Format::Json : Format::Text;
    } else if (word.size() > 1 && word[0] == '-') {
      wrong_use("unknown option '" + word + "'");
      return std::nullopt;
    } else {
      arguments.positions.push_back(std::move(word));
    }
  }
  if (arguments.positions.size() < least) {
    wrong_use("an argument is missing");
    return std::nullopt;
  }
  if (arguments.positions.size() > most) {
    wrong_use("'" + arguments.positions[most] + "' is one argument too many");
    return std::nullopt;
  }
  return arguments;
}

std::optional<std::string> take_option(std::vector<std::string>& words, const std::string& name) {
  std::string value;
  for (auto word = words.begin(); word != words.end();) {
    if (*word != name && word->rfind(name + "=", 0) != 0) {
      ++word;
      continue;
    }
    const bool apart = *word == name;
    value = !apart ? word->substr(name.size() + 1) : word + 1 != words.end() ? word[1] : "";
    if (value.empty()) {
      wrong_use(name + " needs a value");
      return std::nullopt;
    }
    word = words.erase(word, word + (apart ? 2 : 1));
  }
  return value;
}

}  // namespace trireme::cli
