// Measured serving runs as problems of the cost model.
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

struct ServeRun {
  std::string id;
  std::string family;  // of sources: the id up to its last dash
  std::string source, model, gpu, precision, framework;
  Problem problem;
  Seconds client;                     // that the measuring client adds to the first token; in problem.engine
  std::optional<Seconds> tpot, ttft;  // measured
  std::optional<double>
      output_tokens_per_second;  // measured, of the whole system; of offline runs and batches
  std::optional<Bytes> memory;   // measured, of all GPUs together
};

struct ServeRuns {
  std::vector<ServeRun> runs;
  std::vector<SkippedRow> skipped;
};

// Rows of a table with the columns of ServeRun's sources (see CONTRIBUTING). What they leave open is read
// from `notes` or follows the inference specification, section 1.1.
[[nodiscard]] ServeRuns read_serve_runs(const MeasuredTable& table, const Catalog& catalog, Issues& issues);

}  // namespace trireme
