// What an imported configuration amounts to.
// SPDX-License-Identifier: MIT
#include "core/import/import_report.h"

#include "core/base/number_text.h"
#include "core/catalog/catalog_json.h"
#include "core/workload/kv_cache.h"
#include "core/workload/model_flops.h"
#include "core/workload/parameters.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace trireme {
namespace {

using json = nlohmann::ordered_json;

// A whole number where the value is one, so that a program reads 8030261248 and not 8.03e9.
json whole(double value) {
  if (std::fabs(value) < 9e15) return static_cast<std::int64_t>(std::llround(value));
  return value;
}
json bytes(Bytes value) { return whole(value.in(unit::byte)); }
json flops(Flops value) { return whole(value.in(unit::flop)); }

json issue_list(const Issues& issues) {
  json list = json::array();
  for (const Issue& i : issues)
    list.push_back({{"severity", name_of(i.severity)},
                    {"code", name_of(i.code)},
                    {"path", i.path},
                    {"message", i.message}});
  return list;
}

json warning_list(const Issues& issues) {
  json list = json::array();
  for (const Issue& i : issues)
    if (i.severity == Severity::Warning)
      list.push_back(i.path.empty() ? i.message : i.path + ": " + i.message);
  return list;
}

json parameter_json(const ParameterCount& c) {
  return {{"params_total", whole(c.total)},
          {"params_active", whole(c.active)},
          {"params_total_without_embeddings", whole(c.total_without_embeddings())},
          {"params_active_without_embeddings", whole(c.active_without_embeddings())},
          {"params_embedding", whole(c.embedding)},
          {"params_head", whole(c.head)},
          {"params_routed_experts", whole(c.routed)},
          {"params_encoder", whole(c.encoder)},
          {"params_mtp", whole(c.mtp)},
          {"params_towers", whole(c.towers)}};
}

json quantization_json(const Quantization& q) {
  json parts = json::array();
  for (const WeightGroup& g : q.groups)
    parts.push_back({{"part", id_of(g.part)},
                     {"parameters", whole(g.parameters)},
                     {"bits", g.bits},
                     {"bytes", bytes(weight_bytes(g.parameters, g.bits))}});
  return {{"method", q.method.empty() ? json(nullptr) : json(q.method)},
          {"weight_bits", q.weight_bits},
          {"kv_bits", q.kv_bits},
          {"weight_bytes", bytes(q.weight_bytes())},
          {"checkpoint_bytes", bytes(q.checkpoint_bytes())},
          {"parts", parts}};
}

json cache_json(const Model& model, std::span<const std::int64_t> contexts) {
  json by_context = json::object(), growth = json::array(), work = json::array(), index = json::object();
  for (const std::int64_t context : contexts) {
    const Bytes size = kv_bytes(model, context, cache_element);
    by_context[std::to_string(context)] = bytes(size);
    index[std::to_string(context)] = bytes(index_cache_bytes(model, context));
    growth.push_back({{"context", context}, {"bytes", bytes(size)}});
    const auto sequence = static_cast<double>(context);
    work.push_back({{"sequence", context},
                    {"forward", flops(forward_flops_per_token(model, sequence, true))},
                    {"training", flops(model_flops_per_token(model, sequence, true))}});
  }
  return {
      {"kv_bytes_per_token", bytes(kv_bytes_per_token(model, cache_element))},
      {"kv_bytes_per_token_without_windows", bytes(kv_bytes_per_token_without_windows(model, cache_element))},
      {"kv_bytes", by_context},
      {"kv_growth", growth},
      {"index_bytes", index},
      {"state_bytes", bytes(state_bytes(model, state_element, cache_element))},
      {"flops_per_token", work}};
}

// "  Total                      8,030,261,248"
std::string row(std::string_view label, const std::string& value) {
  std::string line = "  " + std::string(label);
  line += std::string(line.size() < 36 ? 36 - line.size() : 1, ' ');
  line += std::string(value.size() < 20 ? 20 - value.size() : 0, ' ') + value + "\n";
  return line;
}

std::string gigabytes(Bytes size) { return significant(size.in(unit::gb), 4) + " GB "; }
std::string gibibytes(Bytes size) { return fixed(size.in(unit::gib), 2) + " GiB"; }

std::string parameter_text(const ParameterCount& c) {
  std::string text = "Parameters\n" + row("Total", grouped(c.total));
  if (c.active != c.total) text += row("Active per token", grouped(c.active));
  text += row("Without embedding and head", grouped(c.total_without_embeddings()));
  if (c.active != c.total) text += row("Active, without those", grouped(c.active_without_embeddings()));
  if (c.encoder > 0) text += row("Of these in the encoder", grouped(c.encoder));
  if (c.mtp > 0) text += row("Multi-token prediction, apart", grouped(c.mtp));
  if (c.towers > 0) text += row("Vision and audio, apart, about", grouped(c.towers));
  return text;
}

std::string weight_text(const ImportedModel& imported, const ParameterCount& c) {
  std::string text = "\nWeights of the language model\n";
  for (const WeightFormat& p : weight_formats())
    text += row(p.label, gigabytes(weight_bytes(c.total, p.bits)));
  const Quantization& q = imported.quantization;
  if (!q.method.empty()) text += row("As stored (" + q.method + ")", gigabytes(q.weight_bytes()));
  return text;
}

std::string cache_text(const Model& model, std::span<const std::int64_t> contexts) {
  std::string text = "\nKV cache of one sequence, 16 bit\n";
  text += row("Growth per token", grouped(kv_bytes_per_token(model, cache_element).in(unit::byte)) + " B  ");
  for (const std::int64_t context : contexts)
    text += row("At " + grouped(static_cast<double>(context)) + " tokens",
                gibibytes(kv_bytes(model, context, cache_element)));
  if (!contexts.empty() && index_cache_bytes(model, contexts.back()) > Bytes{})
    text += row("Indexer's keys at " + grouped(static_cast<double>(contexts.back())),
                gibibytes(index_cache_bytes(model, contexts.back())));
  const Bytes state = state_bytes(model, state_element, cache_element);
  if (state > Bytes{})
    text += row("State, whatever the length", significant(state.in(unit::mib), 4) + " MiB");
  return text;
}

std::string work_text(const Model& model, std::span<const std::int64_t> contexts) {
  if (contexts.empty()) return "";
  std::string text = "\nGFLOP per token: forward, training\n";
  for (const std::int64_t context : contexts) {
    const auto sequence = static_cast<double>(context);
    text += row("In sequences of " + grouped(sequence),
                significant(forward_flops_per_token(model, sequence, true).in(1e9 * unit::flop), 4) + "  " +
                    significant(model_flops_per_token(model, sequence, true).in(1e9 * unit::flop), 4));
  }
  return text;
}

}  // namespace

std::span<const WeightFormat> weight_formats() {
  static constexpr std::array<WeightFormat, 5> formats{{{"fp32", "32 bit", 32},
                                                        {"bf16", "16 bit", 16},
                                                        {"fp8", "8 bit", 8},
                                                        {"nvfp4", "NVFP4", 4.5},
                                                        {"int4", "4 bit", 4}}};
  return formats;
}

std::vector<std::int64_t> usual_contexts(const Model& model) {
  std::vector<std::int64_t> contexts;
  const std::int64_t longest = model.max_context > 0 ? model.max_context : 131072;
  for (const std::int64_t context : {4096, 32768, 131072, 1048576})
    if (context < longest) contexts.push_back(context);
  contexts.push_back(longest);
  return contexts;
}

std::string import_json(const Checked<ImportedModel>& imported, std::span<const std::int64_t> contexts) {
  json out = {{"ok", imported.ok()}};
  if (imported.value) {
    const Model& model = imported.value->model;
    const ParameterCount count = parameter_count(model);
    out.update({{"name", model.name},
                {"model_type", imported.value->model_type},
                {"family", model.family},
                {"layers", model.layer_count()},
                {"hidden", model.hidden},
                {"vocabulary", model.vocabulary},
                {"max_context", model.max_context}});
    out.update(parameter_json(count));
    json sizes = json::object();
    for (const WeightFormat& p : weight_formats())
      sizes[std::string(p.id)] = bytes(weight_bytes(count.total, p.bits));
    out["bytes"] = sizes;
    out.update(cache_json(model, contexts));
    out["quantization"] = quantization_json(imported.value->quantization);
    out["model"] =
        json::parse(model_json(model), nullptr, false);  // as a scenario takes it for a model of its own
  }
  out["warnings"] = warning_list(imported.issues);
  out["issues"] = issue_list(imported.issues);
  return out.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string import_text(const ImportedModel& imported, std::span<const std::int64_t> contexts) {
  const Model& model = imported.model;
  const ParameterCount count = parameter_count(model);
  std::string text = imported.model_type + ": " + std::to_string(model.layer_count()) +
                     " layers, hidden size " + grouped(static_cast<double>(model.hidden)) + ", vocabulary " +
                     grouped(static_cast<double>(model.vocabulary)) + "\n\n";
  return text + parameter_text(count) + weight_text(imported, count) + cache_text(model, contexts) +
         work_text(model, contexts);
}

}  // namespace trireme
