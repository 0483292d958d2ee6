// Rows of a table as runs, or as rows that are passed over with the reason.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include "core/validation/measured_table.h"
#include "core/validation/validation.h"

namespace trireme {

// `read(reader, run)` fills a run and says why it cannot be predicted; nothing when it can.
template <class Runs, class Run, class Read>
[[nodiscard]] Runs read_runs(const MeasuredTable& table, Issues& issues, Read read) {
  Runs list;
  for (const MeasuredRow& cells : table.rows) {
    const RowReader reader(table, cells, issues);
    Run run;
    run.id = reader.id();
    std::string reason = read(reader, run);
    if (reason.empty()) list.runs.push_back(std::move(run));
    else list.skipped.push_back({run.id, std::move(reason)});
  }
  return list;
}

}  // namespace trireme
