// SPDX-License-Identifier: MIT
#include "core/report/model_report.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/import/import_report.h"
#include "core/workload/kv_cache.h"
#include "core/workload/model_flops.h"
#include "core/workload/parameters.h"

namespace trireme {
namespace {

std::string gb(Bytes bytes) { return significant(bytes.in(unit::gb), 4); }
std::string gib(Bytes bytes) { return fixed(bytes.in(unit::gib), 2); }
std::string count(std::int64_t value) { return grouped(static_cast<double>(value)); }

double longest(const Model& model) { return static_cast<double>(usual_contexts(model).back()); }

std::string summary_of(const Model& model) {
  std::string text = count(model.layer_count()) + (model.layer_count() == 1 ? " layer" : " layers");
  text += ", hidden size " + count(model.hidden) + ", vocabulary " + count(model.vocabulary);
  if (model.max_context > 0) text += ", context " + count(model.max_context);
  return text;
}

std::vector<Figure> figures_of(const Model& model, const ParameterCount& p) {
  std::vector<Figure> figures;
  // "8.03 B" is a number and its unit.
  const auto counted = [&](const char* id, const char* label, double value, std::string range) {
    const std::string text = short_count(value);
    const std::size_t blank = text.find(' ');
    figures.push_back({id, label, text.substr(0, blank),
                       blank == std::string::npos ? "" : text.substr(blank + 1), std::move(range), value});
  };
  counted("params_total", "Parameters", p.total,
          short_count(p.total_without_embeddings()) + " in the layers");
  counted("params_active", "Active for a token", p.active,
          short_count(p.active_without_embeddings()) + " in the layers");
  const Bytes weights = weight_bytes(p.total, 16);
  figures.push_back({"weights", "Weights, 16 bit", significant(weights.in(unit::gb)), "GB",
                     significant(weight_bytes(p.total, 8).in(unit::gb)) + " GB in 8 bit", weights.base()});
  const Bytes growth = kv_bytes_per_token(model, cache_element);
  figures.push_back({"kv_bytes_per_token", "KV cache per token", grouped(growth.in(unit::byte)), "B",
                     "16 bit, past windows", growth.base()});
  const auto context = static_cast<std::int64_t>(longest(model));
  const Bytes cache = kv_bytes(model, context, cache_element);
  figures.push_back(
      {"kv_bytes", "KV cache, longest", gib(cache), "GiB", "at " + count(context) + " tokens", cache.base()});
  const auto sequence = static_cast<double>(std::min<std::int64_t>(context, 8192));
  const Flops work = model_flops_per_token(model, sequence, true);
  figures.push_back({"model_flops_per_token", "Training work", significant(work.in(1e9 * unit::flop)),
                     "GFLOP/token", "in sequences of " + grouped(sequence), work.base()});
  return figures;
}

Table parameter_table(const ParameterCount& p) {
  Table table{"model-parameters", "Parameters", {{"part", "Part"}, {"parameters", "Parameters", true}}, {}};
  const auto row = [&](const char* label, double value, bool always = false) {
    if (always || value > 0) table.rows.push_back({label, grouped(value)});
  };
  row("Total", p.total, true);
  row("Total without embeddings", p.total_without_embeddings(), true);
  row("Active", p.active, true);
  row("Active without embeddings", p.active_without_embeddings(), true);
  row("Input embedding", p.embedding);
  row("Output head", p.head);
  row("In routed experts", p.routed);
  row("In the encoder", p.encoder);
  row("Multi-token prediction, apart", p.mtp);
  row("Vision and audio, apart, about", p.towers);
  return table;
}

Table weight_table(const ParameterCount& p, const Quantization* stored) {
  Table table{"model-weights", "Weights by precision", {{"precision", "Precision"}, {"gb", "GB", true}}, {}};
  for (const WeightFormat& format : weight_formats())
    table.rows.push_back({std::string(format.label), gb(weight_bytes(p.total, format.bits))});
  if (stored != nullptr && !stored->method.empty())
    table.rows.push_back({"As stored (" + stored->method + ")", gb(stored->weight_bytes())});
  return table;
}

Table cache_table(const Model& model) {
  Table table{"model-cache",
              "One sequence: KV cache in 16 bit, and work per token",
              {{"context", "Tokens", true},
               {"cache", "KV cache, GiB", true},
               {"forward", "Forward, GFLOP", true},
               {"training", "Training, GFLOP", true}},
              {}};
  for (const std::int64_t context : usual_contexts(model)) {
    const auto sequence = static_cast<double>(context);
    table.rows.push_back({count(context), gib(kv_bytes(model, context, cache_element)),
                          significant(forward_flops_per_token(model, sequence, true).in(1e9 * unit::flop), 4),
                          significant(model_flops_per_token(model, sequence, true).in(1e9 * unit::flop), 4)});
  }
  return table;
}

std::vector<GrowthPoint> growth_of(const Model& model) {
  constexpr int steps = 96;
  const double end = longest(model);
  const double naive = kv_bytes_per_token_without_windows(model, cache_element).in(unit::byte);
  std::vector<GrowthPoint> points;
  for (int i = 0; i <= steps; ++i) {
    const double context = static_cast<double>(static_cast<std::int64_t>(end * i / steps));
    const Bytes bytes = i == 0 ? Bytes{} : kv_bytes(model, static_cast<std::int64_t>(context), cache_element);
    points.push_back({context, bytes.in(unit::byte), naive * context});
  }
  return points;
}

ModelReport report_of(const Model& model, const Quantization* stored) {
  const ParameterCount parameters = parameter_count(model);
  ModelReport report;
  report.ok = true;
  report.name = model.name;
  report.summary = summary_of(model);
  report.figures = figures_of(model, parameters);
  report.tables = {parameter_table(parameters), weight_table(parameters, stored), cache_table(model)};
  const Bytes state = state_bytes(model, state_element, cache_element);
  if (state > Bytes{})
    report.tables.back().rows.push_back({"state, any", fixed(state.in(unit::gib), 3), "\u2013", "\u2013"});
  report.growth = growth_of(model);
  return report;
}

}  // namespace

ModelReport model_report(const Model& model) { return report_of(model, nullptr); }

ModelReport model_report(const Checked<ImportedModel>& imported) {
  ModelReport report;
  if (imported.value) report = report_of(imported.value->model, &imported.value->quantization);
  report.issues = imported.issues;
  return report;
}

}  // namespace trireme
