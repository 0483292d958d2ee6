// SPDX-License-Identifier: MIT
#include "core/report/explained_report.h"

#include <algorithm>

#include "core/regime/pretrain.h"
#include "core/result/evaluate.h"
#include "core/result/explain.h"
#include "core/scenario/resolve.h"

namespace trireme {
namespace {

ExplainedReport explained(Report report, const Scenario& scenario, const Catalog& catalog) {
  ExplainedReport all{std::move(report), {}, {}, {}, {}};
  if (!all.ok) return all;
  const Problem p = *resolve(scenario, catalog).value;
  all.terms = explain(p);
  if (p.regime != Regime::Pretrain) return all;
  const StepTimes step = training_step(p);
  const Result result = evaluate(p);
  all.roofline = make_roofline(p, step);
  all.timeline = make_timeline(p, step, result);
  all.network = make_network(p, step, result);
  all.network.scale_up = all.timeline.scale_up = resource_label(p, Resource::ScaleUp);
  all.network.scale_out = all.timeline.scale_out = resource_label(p, Resource::ScaleOut);
  return all;
}

}  // namespace

ExplainedReport make_explained_report(const Scenario& scenario, const Catalog& catalog) {
  return explained(make_report(scenario, catalog), scenario, catalog);
}

ExplainedReport make_explained_report(const Checked<Scenario>& read, const Catalog& catalog) {
  Report report = make_report(read, catalog);
  return read.value ? explained(std::move(report), *read.value, catalog)
                    : ExplainedReport{std::move(report), {}, {}, {}, {}};
}

std::vector<Table> explained_report_tables(const ExplainedReport& report) {
  std::vector<Table> tables = report_tables(report);
  if (!report.ok || report.regime != Regime::Pretrain) return tables;
  const auto memory =
      std::find_if(tables.begin(), tables.end(), [](const Table& table) { return table.id == "memory"; });
  tables.insert(memory + 1, {roofline_table(report.roofline), timeline_table(report.timeline),
                             network_table(report.network)});
  return tables;
}

}  // namespace trireme
