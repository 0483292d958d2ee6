// One row of a table of measured collectives, turned into a call of the law.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>

#include "core/catalog/catalog.h"
#include "core/cost/collective_law.h"
#include "core/cost/expert_exchange.h"
#include "core/validation/measured_table.h"

namespace trireme {

struct NetRow {
  const Accelerator* accelerator = nullptr;
  const Link *scale_up = nullptr, *scale_out = nullptr;
  RankGroup group;
  std::variant<CollectiveCall, ExpertCall> call;
  Seconds measured;
  bool derived = false;  // from a bandwidth
  bool flagged = false;  // the notes say that the figure is no target: a fault, a cold start, a coarse clock
};

// What the text of a row says, with these assumptions where it is silent: eight GPUs in a node, 72 in an
// NVL72 rack, InfiniBand when the fabric is not named, its nominal rate, tuned peers; for expert kernels a
// model of width 7168 with top-8 routing, 4096 tokens and 24 SMs. A text instead says why the row is no time
// of a collective that can be predicted. Source: collectives specification, sections 0, 1 and 4.
[[nodiscard]] std::variant<NetRow, std::string> read_net_row(const RowReader& row, const Catalog& catalog);

// Predicted.
[[nodiscard]] Seconds predicted_time(const NetRow& row);

}  // namespace trireme
