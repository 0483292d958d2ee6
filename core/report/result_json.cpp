// Stable JSON keys of a report.
// SPDX-License-Identifier: MIT
#include "core/report/result_json.h"

#include "core/report/issue_json.h"
#include "core/report/report_json.h"

namespace trireme {
namespace {

using Json = nlohmann::ordered_json;

// Times grow and rates fall with the step: P10 of a rate belongs to P90 of the step.
Json headline_json(const Report& report) {
  Json headline = Json::object();
  for (const Figure& figure : report.figures) headline[figure.id] = figure.number;
  if (report.serving) {
    const ServingResult& r = *report.serving;
    headline["end_to_end_seconds"] = r.times.end_to_end.base();
    headline["output_tokens_per_second"] = r.times.output_tokens_per_second;
    headline["requests_per_second"] = r.times.requests_per_second;
    headline["usd_per_million_prompt_tokens"] = r.usd_per_million_prompt_tokens;
    headline["usd_per_million_answer_tokens"] = r.usd_per_million_answer_tokens;
    return headline;
  }
  headline["tokens_per_second"] = report.tokens_per_second;
  headline["model_flops_per_token"] = report.model_flops_per_token;
  if (report.step_low <= 0) return headline;
  const double low = report.step_low / report.step_seconds, high = report.step_high / report.step_seconds;
  Json lows = Json::object(), highs = Json::object();
  for (const Figure& figure : report.figures) {
    if (figure.id == "memory_bytes_per_gpu") continue;
    const bool rate = figure.id == "tokens_per_second_per_gpu" || figure.id == "mfu";
    lows[figure.id] = rate ? figure.number / high : figure.number * low;
    highs[figure.id] = rate ? figure.number / low : figure.number * high;
  }
  headline["low"] = lows;
  headline["high"] = highs;
  return headline;
}

Json breakdown_json(const Report& report) {
  Json list = Json::array();
  for (const BreakdownRow& row : report.breakdown) {
    Json parts = Json::array();
    for (const BreakdownRow::Part& part : row.parts)
      parts.push_back({{"operator", part.label}, {"seconds", part.seconds}, {"share", part.share}});
    Json item = {{"resource", id_of(row.resource)},
                 {"cause", id_of(row.cause)},
                 {"label", row.label},
                 {"seconds", row.seconds},
                 {"share", row.share}};
    if (!parts.empty()) item["operators"] = parts;
    list.push_back(item);
  }
  return list;
}

Json memory_json(const Report& report) {
  Json items = Json::array();
  for (const MemoryRow& row : report.memory)
    items.push_back({{"item", id_of(row.item)}, {"bytes", row.bytes}, {"share", row.share}});
  return {{"rank", report.memory_stage},
          {"total_bytes", report.memory_total},
          {"usable_bytes", report.memory_usable},
          {"nominal_bytes", report.memory_nominal},
          {"fits", report.memory_total <= report.memory_usable},
          {"items", items}};
}

Json evidence_json(const Report& report) {
  Json runs = Json::array();
  for (const EvidenceRow& row : report.evidence)
    runs.push_back({{"id", row.id},
                    {"source", row.source},
                    {"model", row.model},
                    {"cluster", row.cluster},
                    {"layout", row.layout},
                    {"step_seconds", row.step_seconds},
                    {"tokens_per_second_per_gpu", row.tokens_per_second_per_gpu},
                    {"relative_error", row.error}});
  return {{"band_runs", report.band.runs}, {"band_of", report.band.of}, {"nearest", runs}};
}

Json serving_json(const ServingResult& r) {
  const ServingTimes& t = r.times;
  return {{"engines", t.replicas},
          {"batch_per_engine", t.batch},
          {"decode_step_seconds", t.decode.total().base()},
          {"prefill_seconds", t.prefill.base()},
          {"request_seconds", t.request.base()},
          {"waiting_seconds", t.waiting.base()},
          {"memory_queue_seconds", t.memory_queue.base()},
          {"prompt_cost_seconds", t.prompt_cost.base()},
          {"cache_bytes_per_sequence", t.memory.cache_per_sequence.base()},
          {"saturated", t.saturated}};
}

}  // namespace

Json report_json(const Report& report) {
  Json root = Json::object();
  root["ok"] = report.ok;
  root["issues"] = issues_json(report.issues);
  root["regime"] = id_of(report.regime);
  if (report.ok) {
    root["title"] = report.title;
    root["verdict"] = report.verdict;
    root["headline"] = headline_json(report);
    root["breakdown"] = breakdown_json(report);
    root["memory"] = memory_json(report);
    if (report.serving) {
      root["serving"] = serving_json(*report.serving);
    } else {
      root["data_parallel"] = report.data_parallel;
      root["micro_batches"] = report.micro_batches;
      root["evidence"] = evidence_json(report);
    }
    root["validation"] = report.stack_fact;
  }
  return root;
}

std::string json_to_text(const Json& report) {
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string report_to_json(const Report& report) { return json_to_text(report_json(report)); }

}  // namespace trireme
