// A report with the explanation of each of its numbers and closer views of its step. Apart, since who only
// wants results need not carry it. SPDX-License-Identifier: MIT
#pragma once

#include "core/report/network_report.h"
#include "core/report/report.h"
#include "core/report/roofline_report.h"
#include "core/report/timeline_report.h"
#include "core/result/term.h"

namespace trireme {

struct ExplainedReport : Report {
  std::vector<Term> terms;
  RooflineReport roofline;
  Timeline timeline;
  Network network;
};

[[nodiscard]] ExplainedReport make_explained_report(const Scenario& scenario, const Catalog& catalog);
[[nodiscard]] ExplainedReport make_explained_report(const Checked<Scenario>& read, const Catalog& catalog);

// Those of the report, and operators under the roofs, timeline and network.
[[nodiscard]] std::vector<Table> explained_report_tables(const ExplainedReport& report);
[[nodiscard]] std::string explained_report_to_json(const ExplainedReport& report);

}  // namespace trireme
