// Reports with their terms.
// SPDX-License-Identifier: MIT
#include "core/report/explained_report.h"

#include "core/result/explain.h"
#include "core/scenario/resolve.h"

namespace trireme {
namespace {

Report with_terms(Report report, const Scenario& scenario, const Catalog& catalog) {
  if (report.ok) report.terms = explain(*resolve(scenario, catalog).value);
  return report;
}

}  // namespace

Report make_explained_report(const Scenario& scenario, const Catalog& catalog) {
  return with_terms(make_report(scenario, catalog), scenario, catalog);
}

Report make_explained_report(const Checked<Scenario>& read, const Catalog& catalog) {
  Report report = make_report(read, catalog);
  return read.value ? with_terms(std::move(report), *read.value, catalog) : report;
}

}  // namespace trireme
