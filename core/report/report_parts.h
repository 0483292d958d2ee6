// What the reports of all regimes share; internal.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "core/report/report.h"
#include "core/scenario/problem.h"

namespace trireme {

[[nodiscard]] std::string gb_text(Bytes bytes);
// "16.7–22.2": one unit, the same digits as the value.
[[nodiscard]] std::string range_text(double low, double high, int digits = 3);
[[nodiscard]] std::string capitalised(std::string text);

// A unit for a headline, so that value and range share it.
struct HeadlineUnit {
  double size = 1;  // in base units
  const char* name = "";
};
[[nodiscard]] HeadlineUnit time_unit(Seconds time);
[[nodiscard]] HeadlineUnit money_unit(double usd);

// A row without parts; `whole` is what the breakdown divides.
[[nodiscard]] BreakdownRow breakdown_row(const Problem& problem, const BreakdownItem& item, Seconds whole);
// Sums of the rows, in the fixed order of resources.
void add_resource_totals(Report& report, const Problem& problem);

void add_memory(Report& report, const Problem& problem, const MemoryMap& map);
// The three cheapest changes that fit go into the sentence that says that it does not.
void add_fixes(Report& report, const Scenario& scenario, const Catalog& catalog);

// Facts of model and cluster that stand beside the inputs.
void add_facts(Report& report, const Problem& problem);

void add_serving(Report& report, const Problem& problem);

}  // namespace trireme
