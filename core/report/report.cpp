// A scenario's report: figures, breakdown, memory and words.
// SPDX-License-Identifier: MIT
#include "core/report/report.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/report/memory_fixes.h"
#include "core/report/verdict.h"
#include "core/result/evaluate.h"
#include "core/result/operators.h"
#include "core/scenario/idle_fields.h"
#include "core/scenario/resolve.h"

namespace trireme {
namespace {

std::string gb(Bytes bytes) { return significant(bytes.in(unit::gb)); }

// "16.7–22.2": one unit, the same digits as the value.
std::string range_text(double low, double high, int digits = 3) {
  return significant(low, digits) + "\u2013" + significant(high, digits);
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

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

// Seconds in the unit that the headline should use, so that value and range share it.
struct TimeUnit {
  double seconds;
  const char* name;
};
TimeUnit time_unit(double seconds) {
  if (seconds < 0.9995) return {1e-3, "ms"};
  if (seconds < 120) return {1, "s"};
  if (seconds < 7200) return {60, "min"};
  return {3600, "h"};
}

struct MoneyUnit {
  double usd;
  const char* name;
};
MoneyUnit money_unit(double usd) {
  if (usd >= 999.5e6) return {1e9, "B USD"};
  if (usd >= 999.5e3) return {1e6, "M USD"};
  return {1, "USD"};
}

std::string token_word(double tokens) { return short_count(tokens) + " tokens"; }

void add_figures(Report& report, const Problem& p, const Result& r) {
  const bool banded = report.step_low > 0;
  const double low = report.band.low, high = report.band.high;
  const auto range = [&](double fast, double slow) {
    return banded ? range_text(fast, slow) : std::string("unvalidated");
  };

  const double step = r.step.base();
  const TimeUnit t = time_unit(step);
  report.figures.push_back({"step_seconds", "Step", significant(step / t.seconds), t.name,
                            range(step * low / t.seconds, step * high / t.seconds), step});
  const double rate = r.tokens_per_second_per_gpu;
  report.figures.push_back({"tokens_per_second_per_gpu", "Tokens per GPU", significant(rate), "/s",
                            range(rate / high, rate / low), rate});
  report.figures.push_back({"mfu", "Use of " + precision_family(p.training.precision) + " peak (MFU)",
                            significant(r.mfu * 100), "%", range(r.mfu * 100 / high, r.mfu * 100 / low),
                            r.mfu});
  report.figures.push_back({"memory_bytes_per_gpu", "Fullest GPU", gb(r.memory.total), "GB",
                            "of " + gb(r.memory.usable) + " usable", r.memory.total.base()});
  report.figures.push_back({"days", token_word(p.run.tokens), significant(r.days), "days",
                            range(r.days * low, r.days * high), r.days});
  if (r.usd > 0) {
    const MoneyUnit m = money_unit(r.usd);
    report.figures.push_back({"usd", "Bill", significant(r.usd / m.usd), m.name,
                              range(r.usd * low / m.usd, r.usd * high / m.usd), r.usd});
  } else {
    report.figures.push_back({"usd", "Bill", "\u2013", "", "no price known", 0});
  }
}

void add_breakdown(Report& report, const Problem& p, const StepTimes& step, const Result& r) {
  const std::vector<OperatorCost> operators = operator_costs(p, step);
  for (const BreakdownItem& item : r.breakdown) {
    if (item.time <= Seconds{}) continue;
    BreakdownRow row;
    row.resource = item.resource;
    row.resource_label = resource_label(p, item.resource);
    row.cause = item.cause;
    row.id = "breakdown." + std::string(id_of(item.cause));
    row.label = std::string(label_of(item.cause));
    if (item.cause == Cause::OutputHead && p.plan.pipeline == 1) row.label = "Output head and embedding";
    row.seconds = item.time.base();
    row.share = item.time / r.step;
    for (const OperatorCost& op : operators)
      if (op.cause == item.cause)
        row.parts.push_back({operator_id(op), operator_label(op), op.time.base(), op.time / r.step});
    report.breakdown.push_back(std::move(row));
  }
  for (int resource = 0; resource < resource_count; ++resource) {
    ResourceTotal total;
    total.resource = static_cast<Resource>(resource);
    total.label = resource_label(p, total.resource);
    for (const BreakdownRow& row : report.breakdown)
      if (row.resource == total.resource) total.seconds += row.seconds, total.share += row.share;
    if (total.seconds > 0) report.resources.push_back(total);
  }
}

void add_memory(Report& report, const Problem& p, const MemoryMap& map) {
  for (int i = 0; i < memory_item_count; ++i) {
    const Bytes bytes = map.items[static_cast<std::size_t>(i)];
    if (bytes <= Bytes{}) continue;
    const MemoryItem item = static_cast<MemoryItem>(i);
    report.memory.push_back({item, "memory." + std::string(id_of(item)), std::string(label_of(item)),
                             bytes.base(), bytes / map.usable});
  }
  report.memory_stage = std::string(label_of(map.stage));
  report.memory_total = map.total.base();
  report.memory_usable = map.usable.base();
  report.memory_nominal = p.accelerator.memory_nominal.base();
  if (map.fits()) return;
  const auto largest =
      std::max_element(report.memory.begin(), report.memory.end(),
                       [](const MemoryRow& a, const MemoryRow& b) { return a.bytes < b.bytes; });
  report.issues.push_back({Severity::Warning, IssueCode::DoesNotFit, "memory_bytes_per_gpu",
                           capitalised(report.memory_stage) + " needs " + gb(map.total) + " GB and " +
                               gb(map.usable) + " GB are usable: " + gb(map.total - map.usable) +
                               " GB too much. " + largest->label + " are the largest item with " +
                               significant(largest->bytes / 1e9) + " GB."});
}

// The three cheapest changes that fit go into the sentence that says that it does not.
void add_fixes(Report& report, const Scenario& scenario, const Catalog& catalog) {
  report.fixes = memory_fixes(scenario, catalog, 3);
  std::string words;
  for (const MemoryFix& fix : report.fixes)
    words += (words.empty() ? " Cheapest changes that fit: " : ", ") + fix.change + " (" +
             significant(fix.step_seconds) + " s a step, " + significant(fix.memory_bytes / 1e9) + " GB)";
  report.issues.back().message +=
      words.empty() ? " No single change of the layout fits; more GPUs are needed." : words + ".";
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

void add_facts(Report& report, const Problem& p) {
  report.idle_fields = idle_fields(p);
  report.model_fact = short_count(p.parameters_total) + " parameters";
  if (p.parameters_active < p.parameters_total)
    report.model_fact += ", " + short_count(p.parameters_active) + " active";
  const std::int64_t domain = p.instance.scale_up_domain;
  report.cluster_fact = grouped(static_cast<double>(p.accelerators())) + " \u00d7 " +
                        (p.accelerator.aliases.empty() ? p.accelerator.name : p.accelerator.aliases.front());
  if (domain > 1)
    report.cluster_fact +=
        " in " + resource_label(p, Resource::ScaleUp) + " domains of " + grouped(static_cast<double>(domain));
  report.stack_fact = p.stack.validation;
  if (report.band.low > 0)
    report.stack_fact = "Eight in ten of " + std::to_string(report.band.runs) + " measured " +
                        report.band.of + " took " + fixed(report.band.low, 2) + " to " +
                        fixed(report.band.high, 2) + " of the prediction, each predicted without its model.";
  report.data_parallel = p.data_parallel();
}

}  // namespace

std::string resource_label(const Problem& p, Resource resource) {
  if (resource == Resource::ScaleUp && p.scale_up.id.rfind("nvlink", 0) == 0) return "NVLink";
  if (resource == Resource::ScaleUp && p.scale_up.kind == LinkKind::Host) return "PCIe";
  if (resource == Resource::ScaleOut && !p.scale_out.id.empty())
    return std::string(label_of(p.scale_out.kind));
  return std::string(label_of(resource));
}

Report make_report(const Scenario& scenario, const Catalog& catalog) {
  Report report;
  const Checked<Problem> resolved = resolve(scenario, catalog);
  report.issues = resolved.issues;
  if (!resolved.ok()) return report;
  const Problem& p = *resolved.value;
  const StepTimes step = training_step(p);
  const Result result = evaluate(p);

  report.ok = true;
  report.title = title_of(p);
  report.micro_batches = result.micro_batches;
  report.step_seconds = result.step.base();
  add_evidence(report, p, catalog);
  report.tokens_per_second = result.tokens_per_second;
  report.model_flops_per_token = result.model_flops_per_token;
  report.step_at_peak_seconds = result.step.base() * result.mfu;
  add_facts(report, p);
  add_figures(report, p, result);
  add_breakdown(report, p, step, result);
  add_memory(report, p, result.memory);
  if (!result.memory.fits()) add_fixes(report, scenario, catalog);
  report.verdict = verdict(report);
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
