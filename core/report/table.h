// A table as plain data: the canvas draws it, the page mirrors it, exports print it.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace trireme {

struct Column {
  std::string id;
  std::string label;  // with the unit
  bool numeric = false;
};

struct Table {
  std::string id;
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  // display text, one cell per column
};

}  // namespace trireme
