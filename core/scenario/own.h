// The catalog entries that a scenario carries itself.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/base/issue.h"
#include "core/catalog/catalog.h"
#include "core/scenario/scenario.h"

namespace trireme {

// What it is called: its id, or that of its base.
[[nodiscard]] std::string definition_name(const Definition& definition);

// The catalog with a scenario's own entries in it: one with the id of a known entry takes its place.
struct OwnEntries {
  Catalog catalog;
  std::string accelerator, instance, model;  // ids of those that could be read
};

// Faults are at keys below "own.". An own instance may name the own accelerator.
[[nodiscard]] OwnEntries with_own_entries(const Catalog& known, const Own& own, Issues& issues);

// The scenario with this model in it. Where the layout cannot run it, FSDP over all GPUs takes its place:
// that divides whatever the model's shape.
[[nodiscard]] Scenario with_own_model(Scenario scenario, const Model& model, const Catalog& known);

}  // namespace trireme
