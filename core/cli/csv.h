// Comma-separated values (RFC 4180) by libcsv.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "core/base/checked.h"
#include "core/report/table.h"
#include "core/validation/measured_table.h"

namespace trireme::cli {

// The first line is the header; lines without any cell are passed over. `name` is kept as the table's name.
[[nodiscard]] Checked<MeasuredTable> read_csv(std::string_view text, const std::string& name);

// Column ids, then the rows.
void write_csv(std::FILE* file, const Table& table);

}  // namespace trireme::cli
