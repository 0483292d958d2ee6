// A scenario's report: figures, breakdown, memory and words.
// SPDX-License-Identifier: MIT
#include "core/report/report.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/report/report_parts.h"
#include "core/report/verdict.h"
#include "core/result/evaluate.h"
#include "core/result/operators.h"
#include "core/scenario/resolve.h"

namespace trireme {
namespace {

std::string precision_family(Precision precision) {
  switch (matrix_format(precision)) {
    case MatrixFormat::Bf16: return std::string(label_of(precision));
    case MatrixFormat::Fp4: return "FP4";
    default: return "FP8";
  }
}

std::string title_of(const Problem& p) {
  return p.model.name + " pre-training, " + grouped(static_cast<double>(p.instances)) + " \u00d7 " +
         p.instance.id + ", " + std::string(label_of(p.training.precision));
}

std::string token_word(double tokens) { return short_count(tokens) + " tokens"; }

void add_figures(Report& report, const Problem& p, const Result& r) {
  const bool banded = report.step_low > 0;
  const double low = report.band.low, high = report.band.high;
  const auto range = [&](double fast, double slow) {
    return banded ? range_text(fast, slow) : std::string("unvalidated");
  };

  const double step = r.step.base();
  const HeadlineUnit t = time_unit(r.step);
  report.figures.push_back({"step_seconds", "Step", significant(step / t.size), t.name,
                            range(step * low / t.size, step * high / t.size), step});
  const double rate = r.tokens_per_second_per_gpu;
  report.figures.push_back({"tokens_per_second_per_gpu", "Tokens per GPU", significant(rate), "/s",
                            range(rate / high, rate / low), rate});
  report.figures.push_back({"mfu", "Use of " + precision_family(p.training.precision) + " peak (MFU)",
                            significant(r.mfu * 100), "%", range(r.mfu * 100 / high, r.mfu * 100 / low),
                            r.mfu});
  report.figures.push_back({"memory_bytes_per_gpu", "Fullest GPU", gb_text(r.memory.total), "GB",
                            "of " + gb_text(r.memory.usable) + " usable", r.memory.total.base()});
  report.figures.push_back({"days", token_word(p.run.tokens), significant(r.days), "days",
                            range(r.days * low, r.days * high), r.days});
  if (r.usd > 0) {
    const HeadlineUnit m = money_unit(r.usd);
    report.figures.push_back({"usd", "Bill", significant(r.usd / m.size), m.name,
                              range(r.usd * low / m.size, r.usd * high / m.size), r.usd});
  } else {
    report.figures.push_back({"usd", "Bill", "\u2013", "", "no price known", 0});
  }
}

void add_breakdown(Report& report, const Problem& p, const StepTimes& step, const Result& r) {
  const std::vector<OperatorCost> operators = operator_costs(p, step);
  for (const BreakdownItem& item : r.breakdown) {
    if (item.time <= Seconds{}) continue;
    BreakdownRow row = breakdown_row(p, item, r.step);
    if (item.cause == Cause::OutputHead && p.plan.pipeline == 1) row.label = "Output head and embedding";
    for (const OperatorCost& op : operators)
      if (op.cause == item.cause)
        row.parts.push_back({operator_id(op), operator_label(op), op.time.base(), op.time / r.step});
    report.breakdown.push_back(std::move(row));
  }
  add_resource_totals(report, p);
}

std::string layout_words(const MeasuredRun& run) {
  std::string words;
  const auto degree = [&words](const char* name, std::int64_t value) {
    if (value > 1) words += (words.empty() ? "" : " ") + std::string(name) + std::to_string(value);
  };
  degree("TP", run.tensor), degree("CP", run.context), degree("PP", run.pipeline), degree("EP", run.expert);
  return words.empty() ? "DP" : words;
}

// The band holds for what was measured: a part without kernel laws of its own has none.
void add_evidence(Report& report, const Problem& p, const Catalog& catalog) {
  if (p.accelerator.calibrated) report.band = error_band(p, catalog);
  report.step_low = report.step_seconds * report.band.low;
  report.step_high = report.step_seconds * report.band.high;
  if (report.band.low <= 0 && p.accelerator.calibrated)
    report.issues.push_back({Severity::Warning, IssueCode::Unvalidated, "stack",
                             "Unvalidated: no ten measured " + std::string(has_experts(p) ? "MoE" : "dense") +
                                 " runs of " + p.stack.name + " stand behind these numbers."});
  for (const MeasuredRun* run : nearest_runs(p, catalog, 5)) {
    const double tokens = static_cast<double>(run->global_batch) * static_cast<double>(run->sequence);
    const double rate = tokens / run->step_seconds / static_cast<double>(run->gpus);
    report.evidence.push_back({run->id, run->source, run->model,
                               std::to_string(run->gpus) + " \u00d7 " + run->gpu,
                               std::string(id_of(run->precision)) + ", " + layout_words(*run),
                               run->step_seconds, rate, run->ratio - 1});
  }
}

void add_training(Report& report, const Problem& p, const Catalog& catalog) {
  const StepTimes step = training_step(p);
  const Result result = evaluate(p);
  report.title = title_of(p);
  report.micro_batches = result.micro_batches;
  report.step_seconds = result.step.base();
  add_evidence(report, p, catalog);
  report.tokens_per_second = result.tokens_per_second;
  report.model_flops_per_token = result.model_flops_per_token;
  report.step_at_peak_seconds = result.step.base() * result.mfu;
  add_facts(report, p);
  report.stack_fact = p.stack.validation;
  if (report.band.low > 0)
    report.stack_fact = "Eight in ten of " + std::to_string(report.band.runs) + " measured " +
                        report.band.of + " took " + fixed(report.band.low, 2) + " to " +
                        fixed(report.band.high, 2) + " of the prediction, each predicted without its model.";
  report.data_parallel = p.data_parallel();
  add_figures(report, p, result);
  add_breakdown(report, p, step, result);
  add_memory(report, p, result.memory);
}

}  // namespace

Report make_report(const Scenario& scenario, const Catalog& catalog) {
  Report report;
  const Checked<Problem> resolved = resolve(scenario, catalog);
  report.issues = resolved.issues;
  if (!resolved.ok()) return report;
  const Problem& p = *resolved.value;
  report.ok = true;
  report.regime = p.regime;
  if (p.regime == Regime::Serve) add_serving(report, p);
  else add_training(report, p, catalog);
  if (report.memory_total > report.memory_usable) add_fixes(report, scenario, catalog);
  if (report.verdict.empty()) report.verdict = verdict(report);
  return report;
}

Report make_report(const Checked<Scenario>& read, const Catalog& catalog) {
  Report report;
  if (read.value) report = make_report(*read.value, catalog);
  if (!read.ok()) {
    Report faults;
    faults.issues = std::move(report.issues);
    report = std::move(faults);
  }
  report.issues.insert(report.issues.begin(), read.issues.begin(), read.issues.end());
  return report;
}

}  // namespace trireme
