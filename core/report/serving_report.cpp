// The report of a serving scenario.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "core/base/number_text.h"
#include "core/report/report_parts.h"

namespace trireme {
namespace {

std::string load_words(const Serving& s) {
  switch (s.load) {
    case Load::Concurrency: return grouped(std::round(s.concurrency)) + " requests at a time";
    case Load::Rate: return significant(s.rate) + " requests/s";
    case Load::Batch: return "a batch of " + grouped(std::round(s.concurrency));
    case Load::Offline: return "offline";
  }
  return "";
}

void add_figures(Report& report, const ServingResult& r) {
  const auto add = [&](std::string id, std::string label, std::string value, std::string unit,
                       std::string range, double number) {
    report.figures.push_back(
        {std::move(id), std::move(label), std::move(value), std::move(unit), std::move(range), number});
  };
  const auto latency = [&](std::string id, std::string label, Seconds time) {
    const HeadlineUnit u = time_unit(time);
    add(std::move(id), std::move(label), significant(time.base() / u.size), u.name, "unvalidated",
        time.base());
  };
  const ServingTimes& t = r.times;
  latency("ttft_seconds", "First token (TTFT)", t.ttft);
  latency("tpot_seconds", "Each further token (TPOT)", t.tpot);
  add("output_tokens_per_second_per_gpu", "Output tokens per GPU",
      significant(r.output_tokens_per_second_per_gpu), "/s",
      grouped(std::round(t.output_tokens_per_second)) + "/s in all", r.output_tokens_per_second_per_gpu);
  add("max_batch", "Sequences per engine", significant(t.batch), "",
      "of " + significant(t.memory.max_batch) + " at most", t.memory.max_batch);
  add("memory_bytes_per_gpu", "Memory of a GPU", gb_text(r.memory.total), "GB",
      "of " + gb_text(r.memory.usable) + " usable", r.memory.total.base());
  if (r.usd_per_second > UsdPerSecond{})
    add("usd_per_million_output_tokens", "Per million output tokens",
        significant(r.usd_per_million_output_tokens), "USD", "prompts included",
        r.usd_per_million_output_tokens);
  else add("usd_per_million_output_tokens", "Per million output tokens", "\u2013", "", "no price known", 0);
}

// Parts of a step inside the rows that several of them make up.
void add_parts(BreakdownRow& row, const ServingResult& r, double accepted) {
  const PassTimes& step = r.times.decode;
  const auto part = [&](const char* id, const char* label, StepPart which) {
    const Seconds memory = step.memory_bound[static_cast<std::size_t>(which)];
    const Seconds time = (row.cause == Cause::MemoryBoundMatrix ? memory : step[which] - memory) / accepted;
    if (time <= Seconds{}) return;
    const char* limit = row.cause == Cause::MemoryBoundMatrix ? "memory" : "compute";
    row.parts.push_back(
        {std::string("operator.") + id + "." + limit, label, time.base(), time / r.times.tpot});
  };
  if (row.cause != Cause::MatrixMultiplications && row.cause != Cause::MemoryBoundMatrix) return;
  part("projections", "Attention projections", StepPart::Projections);
  part("mlp", "Dense MLP", StepPart::Mlp);
  part("experts", "Router and experts", StepPart::Experts);
}

std::string verdict_of(const Report& report, const ServingResult& r, const Serving& s) {
  if (!r.times.memory.fits())
    return "Does not fit: weights and workspace leave no room for a sequence of " +
           grouped(std::round(s.prompt + s.output)) + " tokens.";
  std::string sentence = "The first token comes after " + duration_text(r.times.ttft.base()) +
                         ", each further one after " + duration_text(r.times.tpot.base());
  if (s.load == Load::Offline)
    sentence = grouped(std::round(r.times.output_tokens_per_second)) + " output tokens per second";
  const ResourceTotal* largest = nullptr;
  for (const ResourceTotal& total : report.resources)
    if (largest == nullptr || total.seconds > largest->seconds) largest = &total;
  if (largest)
    sentence += "; " + fixed(largest->share * 100, 0) + " % of a token's time goes to " +
                (largest->resource == Resource::Compute ? "compute"
                 : largest->resource == Resource::Host  ? "the host and gaps between kernels"
                                                        : largest->label);
  sentence += ".";
  if (r.times.saturated) sentence += " The load is more than the engines take: requests queue.";
  return sentence;
}

}  // namespace

void add_serving(Report& report, const Problem& p) {
  const ServingResult r = evaluate_serving(p);
  const Serving& s = p.serving;
  report.whole = "output token";
  report.whole_label = "One output token";
  report.whole_id = "tpot_seconds";
  report.title = p.model.name + " serving, " + grouped(static_cast<double>(p.instances)) + " \u00d7 " +
                 p.instance.id + ", " + std::string(label_of(s.weights)) + ", " + load_words(s);
  report.step_seconds = r.times.tpot.base();
  report.tokens_per_second = r.times.output_tokens_per_second;
  report.data_parallel = std::llround(r.times.replicas);
  add_facts(report, p);
  report.stack_fact = p.engine.validation;
  if (r.times.tpot > Seconds{}) add_figures(report, r);
  const double accepted = serving_context(p).accepted;
  for (const BreakdownItem& item : r.breakdown) {
    if (item.time <= Seconds{}) continue;
    BreakdownRow row = breakdown_row(p, item, r.times.tpot);
    if (item.cause == Cause::OutputHead) row.label = "Output head and sampling";
    if (item.cause == Cause::HostStep) row.label = "Scheduler and bookkeeping";
    if (item.cause == Cause::PipelineBubble) row.label = "Pipeline imbalance and hand-over";
    add_parts(row, r, accepted);
    report.breakdown.push_back(std::move(row));
  }
  add_resource_totals(report, p);
  add_memory(report, p, r.memory);
  report.memory_stage = "each GPU";
  report.verdict = verdict_of(report, r, s);
  report.serving = r;
}

}  // namespace trireme
