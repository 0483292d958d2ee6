// A choice among named things: a closed field, and a list that can be searched.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "web/widgets/ui.h"

namespace trireme {

struct Option {
  std::string id;
  std::string label;
  std::string detail;  // at the right of its row in the list
};

// What stands in the closed field: the part before a colon or a parenthesis, which explain.
[[nodiscard]] std::string_view short_label(std::string_view label);

// Indices of the options whose label, id or detail holds `filter`, whatever the case.
[[nodiscard]] std::vector<int> matching(const std::vector<Option>& options, std::string_view filter);

struct ChoiceLook {
  ImU32 edge = 0;
  bool bold = false;
  bool bare = false;  // no box, right aligned: a row of a phone
};

// Draws the closed field and, while open, the list. Returns the index of the option that was picked.
std::optional<int> choice(const Ui& ui, std::string_view id, Box box, const std::vector<Option>& options,
                          std::string_view current, const ChoiceLook& look);

}  // namespace trireme
