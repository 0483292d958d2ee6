// Command line words: positions, options, formats.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace trireme::cli {

enum class Format { Text, Json };

struct Arguments {
  std::vector<std::string> positions;
  Format format = Format::Text;
};

// Between `least` and `most` positions and an optional "--format text|json". Says what is wrong on standard
// error and returns nothing when the words do not fit.
[[nodiscard]] std::optional<Arguments> parse_arguments(const std::vector<std::string>& words,
                                                       std::size_t least, std::size_t most);

// Takes "NAME VALUE" or "NAME=VALUE" out of the words; an empty text when it is not there. Says what is wrong
// on standard error and returns nothing when the value is missing.
[[nodiscard]] std::optional<std::string> take_option(std::vector<std::string>& words,
                                                     const std::string& name);

}  // namespace trireme::cli
