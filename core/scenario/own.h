// The catalog entries that a scenario carries itself.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/base/issue.h"
#include "core/catalog/catalog.h"
#include "core/scenario/scenario.h"

namespace trireme {

struct OwnEntries {
  std::optional<Accelerator> accelerator;
  std::optional<Instance> instance;
  std::optional<Model> model;
};

// What it is called: its id, or that of its base.
[[nodiscard]] std::string definition_name(const Definition& definition);

// What can be read; faults are at keys below "own.". An own instance may name the own accelerator.
[[nodiscard]] OwnEntries read_own_entries(const Own& own, const Catalog& known, Issues& issues);

// The catalog with them in it: one with the id of a known entry takes its place.
[[nodiscard]] Catalog with_own_entries(Catalog known, const OwnEntries& entries);

// The scenario with this model in it. Where the layout cannot run it, FSDP over all GPUs takes its place:
// that divides whatever the model's shape.
[[nodiscard]] Scenario with_own_model(Scenario scenario, const Model& model, const Catalog& known);

}  // namespace trireme
