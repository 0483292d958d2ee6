// Predictions beside measurements: what every kind of table is turned into.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace trireme {

struct ComparedRow {
  std::string id;
  double measured = 0, predicted = 0;  // in the unit of the metric
  std::vector<std::string> groups;     // one for each of Validation::groupings
};

// One compared quantity: step time, memory, time to first token.
struct Metric {
  std::string id;     // "step_time"; names it in JSON
  std::string label;  // words for a person
  std::string unit;   // SI base unit: "s", "B"
  std::vector<ComparedRow> rows;
};

struct SkippedRow {
  std::string id;
  std::string reason;
};

struct Validation {
  std::string kind;                    // "train", "net", "gemm", …
  std::size_t rows = 0;                // of the table
  std::vector<std::string> groupings;  // "source", "gpu", "precision": errors are also given by these
  std::vector<Metric> metrics;         // the first is the headline
  std::vector<SkippedRow> skipped;     // rows without any prediction, and why
  [[nodiscard]] std::size_t evaluated() const { return rows - skipped.size(); }
};

}  // namespace trireme
