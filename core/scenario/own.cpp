// SPDX-License-Identifier: MIT
#include "core/scenario/own.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/catalog/catalog_json.h"
#include "core/scenario/resolve.h"

namespace trireme {
namespace {

template <class T>
void put(std::vector<T>& entries, const std::optional<T>& own) {
  if (!own) return;
  const auto at = std::lower_bound(entries.begin(), entries.end(), own->id,
                                   [](const T& entry, const std::string& id) { return entry.id < id; });
  if (at != entries.end() && at->id == own->id) *at = *own;
  else entries.insert(at, *own);
}

}  // namespace

std::string definition_name(const Definition& definition) {
  const auto json = nlohmann::json::parse(definition.json, nullptr, false);
  if (!json.is_object()) return "";
  for (const char* key : {"id", "base"})
    if (const auto at = json.find(key); at != json.end() && at->is_string()) return at->get<std::string>();
  return "";
}

OwnEntries read_own_entries(const Own& own, const Catalog& known, Issues& issues) {
  OwnEntries entries;
  if (!own.model.json.empty()) entries.model = read_model(own.model.json, "own.model", known, issues);
  // What was published is no longer so after a change.
  if (entries.model) entries.model->published_parameters = entries.model->published_active_parameters = 0;
  if (!own.accelerator.json.empty())
    entries.accelerator = read_accelerator(own.accelerator.json, "own.accelerator", known, issues);
  // Its kernels were not measured.
  if (entries.accelerator) entries.accelerator->calibrated = false;
  if (own.instance.json.empty()) return entries;
  Catalog parts;
  parts.accelerators = known.accelerators;
  parts.links = known.links;
  parts.instances = known.instances;
  put(parts.accelerators, entries.accelerator);
  Issues found;
  entries.instance = read_instance(own.instance.json, "own.instance", parts, found);
  // While the own accelerator cannot be read, its name says nothing.
  const bool unread = !own.accelerator.json.empty() && !entries.accelerator;
  for (Issue& issue : found)
    if (!unread || issue.path != "own.instance.accelerator") issues.push_back(std::move(issue));
  return entries;
}

Catalog with_own_entries(Catalog known, const OwnEntries& entries) {
  put(known.accelerators, entries.accelerator);
  put(known.instances, entries.instance);
  put(known.models, entries.model);
  return known;
}

Scenario with_own_model(Scenario scenario, const Model& model, const Catalog& known) {
  scenario.own.model.json = model_json(model);
  scenario.model.id = model.id;
  if (resolve(scenario, known).ok()) return scenario;
  scenario.plan = {.sharding = Sharding::Full};
  if (model.max_context > 0)
    scenario.training.sequence = std::min(scenario.training.sequence, model.max_context);
  Issues ignored;
  const OwnEntries own = read_own_entries(scenario.own, known, ignored);
  const Instance* instance = find_by_name(known.instances, scenario.cluster.instance.id);
  if (own.instance && own.instance->id == scenario.cluster.instance.id) instance = &*own.instance;
  if (instance == nullptr) return scenario;
  const std::int64_t gpus = scenario.cluster.instances * instance->accelerators;
  const std::int64_t batch = scenario.training.global_batch;
  if (gpus > 0) scenario.training.global_batch = (batch + gpus - 1) / gpus * gpus;
  return scenario;
}

}  // namespace trireme
