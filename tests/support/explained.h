// What every explained report must keep.
// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "core/report/explained_report.h"

namespace trireme::test {

// Every figure, memory item, row and part has its explanation, and parts sum to their row.
inline void check_explained(const ExplainedReport& report) {
  std::set<std::string> explained;
  for (const Term& term : report.terms) explained.insert(term.id);
  for (const Figure& figure : report.figures) CHECK_MESSAGE(explained.count(figure.id), figure.id);
  for (const MemoryRow& row : report.memory) CHECK_MESSAGE(explained.count(row.id), row.id);
  CHECK(explained.count(report.whole_id));
  for (const BreakdownRow& row : report.breakdown) {
    CHECK_MESSAGE(explained.count(row.id), row.id);
    double sum = 0;
    for (const BreakdownRow::Part& part : row.parts) {
      CHECK_MESSAGE(explained.count(part.id), part.id);
      sum += part.seconds;
    }
    if (!row.parts.empty()) CHECK_MESSAGE(sum == doctest::Approx(row.seconds).epsilon(1e-9), row.id);
  }
}

}  // namespace trireme::test
