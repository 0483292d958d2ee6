// The readers of single entries. Internal: catalog_json.h is the door.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/catalog/catalog.h"
#include "core/catalog/entry_reader.h"

namespace trireme {

// Each fills `entry`, which holds the defaults or, with `has_base`, the known entry that the text changes.
// References to other entries are checked against `known`.
void read_entry(ObjectReader& root, const EntryContext& context, const Catalog& known, bool has_base,
                Accelerator& entry);
void read_entry(ObjectReader& root, const EntryContext& context, const Catalog& known, bool has_base,
                Link& entry);
void read_entry(ObjectReader& root, const EntryContext& context, const Catalog& known, bool has_base,
                Instance& entry);
void read_entry(ObjectReader& root, const EntryContext& context, const Catalog& known, bool has_base,
                Model& entry);
void read_entry(ObjectReader& root, const EntryContext& context, const Catalog& known, bool has_base,
                Stack& entry);
void read_entry(ObjectReader& root, const EntryContext& context, const Catalog& known, bool has_base,
                Engine& entry);

// Adds the runs of a table of measurements.
void read_measured_runs(const Json& json, const Faults& faults, std::vector<MeasuredRun>& runs);

// Reports that `id` names nothing, with the nearest known name.
template <class T>
[[nodiscard]] std::string unknown_entry_message(std::string_view kind, std::string_view id,
                                                const std::vector<T>& entries) {
  return unknown_id_message(kind, id, known_names(entries));
}

}  // namespace trireme
