// A table as JSON: a list of objects keyed by column id.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/report/table.h"

namespace trireme {

// Numeric columns become numbers where the cell is one.
[[nodiscard]] std::string table_to_json(const Table& table);

}  // namespace trireme
