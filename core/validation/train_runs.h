// Measured training runs as problems of the cost model.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/checked.h"
#include "core/catalog/catalog.h"
#include "core/scenario/problem.h"
#include "core/validation/measured_table.h"
#include "core/validation/validation.h"

namespace trireme {

struct TrainRun {
  std::string id;
  std::string family;  // of sources: the id up to its last dash
  std::string source;
  std::string model, gpu;
  Problem problem;
  std::optional<Seconds> step;  // measured
  std::optional<Bytes> memory;  // measured, of the fullest GPU
  bool reserved = false;        // what the allocator reserved, not what tensors took
};

struct TrainRuns {
  std::vector<TrainRun> runs;
  std::vector<SkippedRow> skipped;
};

// Rows of a table with the columns of TrainRun's sources (see CONTRIBUTING). What they leave open is read
// from `notes` or follows the training specification, section 1: unknown recompute is none, unknown virtual
// stages and micro-batch are 1, an unknown dispatcher sends a token once per rank.
[[nodiscard]] TrainRuns read_train_runs(const MeasuredTable& table, const Catalog& catalog, Issues& issues);

}  // namespace trireme
