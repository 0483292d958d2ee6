// A report as tables.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "core/base/number_text.h"
#include "core/report/report.h"

namespace trireme {
namespace {

std::string with_unit(const Figure& figure) {
  return figure.unit.empty() ? figure.value : figure.value + " " + figure.unit;
}

Table headline(const Report& report) {
  Table table{"headline",
              "Result",
              {{"figure", "Figure"}, {"value", "Value", true}, {"range", "P10\u2013P90 or limit", true}},
              {}};
  for (const Figure& f : report.figures) table.rows.push_back({f.label, with_unit(f), f.range});
  return table;
}

Table breakdown(const Report& report) {
  Table table{"breakdown",
              "Where the " + report.whole + " goes",
              {{"resource", "Resource"},
               {"cause", "Cause"},
               {"seconds", "Seconds", true},
               {"share", "Share, %", true}},
              {}};
  const int decimals = report.step_seconds < 1 ? 5 : report.step_seconds < 10 ? 3 : 2;
  for (const BreakdownRow& row : report.breakdown)
    table.rows.push_back(
        {row.resource_label, row.label, fixed(row.seconds, decimals), fixed(row.share * 100, 1)});
  table.rows.push_back({"", report.whole_label, fixed(report.step_seconds, decimals), "100.0"});
  return table;
}

Table memory(const Report& report) {
  Table table{"memory",
              "Memory of the fullest GPU (" + report.memory_stage + ")",
              {{"item", "Item"}, {"gb", "GB", true}, {"share", "Share of usable, %", true}},
              {}};
  const auto row = [&](const std::string& label, double bytes) {
    table.rows.push_back({label, fixed(bytes / 1e9, 2), fixed(bytes / report.memory_usable * 100, 1)});
  };
  for (const MemoryRow& item : report.memory) row(item.label, item.bytes);
  row("Total", report.memory_total);
  row("Usable", report.memory_usable);
  return table;
}

Table serving(const ServingResult& r) {
  Table table{
      "serving", "Load and latency", {{"figure", "Figure"}, {"value", "Value", true}, {"unit", "Unit"}}, {}};
  const ServingTimes& t = r.times;
  const auto row = [&](const char* label, double value, const char* unit) {
    table.rows.push_back({label, significant(value), unit});
  };
  row("Engines that generate", t.replicas, "");
  row("Sequences that an engine runs", t.batch, "");
  row("Sequences that it has room for", t.memory.max_batch, "");
  row("Decode step", t.decode.total().base() * 1e3, "ms");
  row("First token: reading the prompt", t.prefill.base() * 1e3, "ms");
  row("First token: waiting for steps and other prompts", t.waiting.base() * 1e3, "ms");
  row("First token: request path", t.request.base() * 1e3, "ms");
  row("First token: queue for memory", t.memory_queue.base() * 1e3, "ms");
  row("Whole answer", t.end_to_end.base(), "s");
  row("Requests", t.requests_per_second, "/s");
  row("Output tokens", t.output_tokens_per_second, "/s");
  row("Output tokens per GPU", r.output_tokens_per_second_per_gpu, "/s");
  row("Prompts' share of the engines' time", r.prefill_share * 100, "%");
  row("Cost over all output tokens", r.usd_per_million_output_tokens, "USD/M");
  row("Prompt tokens, by time", r.usd_per_million_prompt_tokens, "USD/M");
  row("Answer tokens, by time", r.usd_per_million_answer_tokens, "USD/M");
  return table;
}

Table evidence(const Report& report) {
  Table table{"evidence",
              "Nearest measured runs",
              {{"model", "Model"},
               {"cluster", "GPUs"},
               {"layout", "Precision and layout"},
               {"rate", "Tokens/s/GPU, measured", true},
               {"error", "Step predicted without it, error %", true},
               {"source", "Source"}},
              {}};
  const auto percent = [](double share) { return (share > 0 ? "+" : "") + fixed(share * 100, 1); };
  for (const EvidenceRow& run : report.evidence)
    table.rows.push_back({run.model, run.cluster, run.layout,
                          grouped(std::round(run.tokens_per_second_per_gpu)), percent(run.error),
                          run.source});
  return table;
}

Table issues(const Report& report) {
  Table table{"issues",
              "Errors and warnings",
              {{"severity", "Severity"}, {"field", "Field"}, {"message", "Message"}},
              {}};
  for (const Issue& issue : report.issues)
    table.rows.push_back({std::string(name_of(issue.severity)), issue.path, issue.message});
  return table;
}

}  // namespace

std::vector<Table> report_tables(const Report& report) {
  std::vector<Table> tables;
  if (report.ok) tables = {headline(report), breakdown(report), memory(report)};
  if (report.serving) tables.push_back(serving(*report.serving));
  if (!report.evidence.empty()) tables.push_back(evidence(report));
  if (!report.issues.empty()) tables.push_back(issues(report));
  return tables;
}

}  // namespace trireme
