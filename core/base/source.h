// Where a number comes from.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace trireme {

enum class SourceKind { Datasheet, Paper, Measured, Assumption };

struct Source {
  std::string id;       // key inside the file that cites it
  std::string title;    // what it is
  std::string locator;  // page, table, file or commit inside it
  std::string url;      // may be empty when only the title is public
  std::string date;     // ISO date of the source, or of when it was read
  friend bool operator==(const Source&, const Source&) = default;
};

[[nodiscard]] std::string_view name_of(SourceKind kind);

}  // namespace trireme
