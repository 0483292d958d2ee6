// SPDX-License-Identifier: MIT
#include "core/scenario/own.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/json_text.h"
#include "core/catalog/catalog_json.h"
#include "core/scenario/resolve.h"

namespace trireme {
namespace {

// Returns its id; nothing for what could not be read.
template <class T>
std::string put(std::vector<T>& entries, std::optional<T> own) {
  if (!own) return "";
  for (T& entry : entries) {
    if (entry.id != own->id) continue;
    entry = std::move(*own);
    return entry.id;
  }
  entries.push_back(std::move(*own));
  return entries.back().id;
}

}  // namespace

std::string definition_name(const Definition& definition) {
  const auto json = json_from_text(definition.json);
  if (!json.is_object()) return "";
  for (const char* key : {"id", "base"})
    if (const auto at = json.find(key); at != json.end() && at->is_string()) return at->get<std::string>();
  return "";
}

OwnEntries with_own_entries(const Catalog& known, const Own& own, Issues& issues) {
  OwnEntries entries{known, "", "", ""};
  Catalog& catalog = entries.catalog;
  if (!own.model.json.empty()) {
    std::optional<Model> model = read_model(own.model.json, "own.model", known, issues);
    // What was published is no longer so after a change.
    if (model) model->published_parameters = model->published_active_parameters = 0;
    entries.model = put(catalog.models, std::move(model));
  }
  if (!own.accelerator.json.empty()) {
    std::optional<Accelerator> part =
        read_accelerator(own.accelerator.json, "own.accelerator", known, issues);
    if (part) part->calibrated = false;  // nobody measured its kernels
    entries.accelerator = put(catalog.accelerators, std::move(part));
  }
  if (own.instance.json.empty()) return entries;
  Issues found;
  entries.instance = put(catalog.instances, read_instance(own.instance.json, "own.instance", catalog, found));
  // While the own accelerator cannot be read, its name says nothing.
  const bool unread = !own.accelerator.json.empty() && entries.accelerator.empty();
  for (Issue& issue : found)
    if (!unread || issue.path != "own.instance.accelerator") issues.push_back(std::move(issue));
  return entries;
}

Scenario with_own_model(Scenario scenario, const Model& model, const Catalog& known) {
  scenario.own.model.json = model_json(model);
  scenario.model.id = model.id;
  if (resolve(scenario, known).ok()) return scenario;
  scenario.plan = {.sharding = Sharding::Full};
  if (model.max_context > 0)
    scenario.training.sequence = std::min(scenario.training.sequence, model.max_context);
  Issues told_by_resolve;
  const OwnEntries own = with_own_entries(known, scenario.own, told_by_resolve);
  const Instance* instance = find_by_name(own.catalog.instances, scenario.cluster.instance.id);
  if (instance == nullptr) return scenario;
  const std::int64_t gpus = scenario.cluster.instances * instance->accelerators;
  const std::int64_t batch = scenario.training.global_batch;
  if (gpus > 0) scenario.training.global_batch = (batch + gpus - 1) / gpus * gpus;
  return scenario;
}

}  // namespace trireme
