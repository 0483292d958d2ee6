// Everything known: accelerators, links, instances, models, software stacks and serving engines, sorted
// by id, and the measured runs that they were checked on.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/checked.h"
#include "core/catalog/accelerator.h"
#include "core/catalog/closest_name.h"
#include "core/catalog/engine.h"
#include "core/catalog/instance.h"
#include "core/catalog/link.h"
#include "core/catalog/measured_run.h"
#include "core/catalog/model.h"
#include "core/catalog/stack.h"

namespace trireme {

struct Catalog {
  std::vector<Accelerator> accelerators;
  std::vector<Link> links;
  std::vector<Instance> instances;
  std::vector<Model> models;
  std::vector<Stack> stacks;
  std::vector<Engine> engines;
  std::vector<MeasuredRun> runs;  // what stands behind the numbers
};

// The entry with this id, or null.
template <class T>
[[nodiscard]] const T* find_by_id(const std::vector<T>& entries, std::string_view id) {
  for (const T& entry : entries)
    if (entry.id == id) return &entry;
  return nullptr;
}

// The entry with this id or, failing that, with this alias; upper and lower case alike. Null when there is
// none.
template <class T>
[[nodiscard]] const T* find_by_name(const std::vector<T>& entries, std::string_view name) {
  if (const T* entry = find_by_id(entries, name)) return entry;
  for (const T& entry : entries)
    if (same_ignoring_case(entry.id, name)) return &entry;
  if constexpr (requires(const T& entry) { entry.aliases; })
    for (const T& entry : entries)
      for (const std::string& alias : entry.aliases)
        if (same_ignoring_case(alias, name)) return &entry;
  return nullptr;
}

// Ids and aliases, in order, for "did you mean".
template <class T>
[[nodiscard]] std::vector<std::string_view> known_names(const std::vector<T>& entries) {
  std::vector<std::string_view> names;
  for (const T& entry : entries) {
    names.push_back(entry.id);
    if constexpr (requires { entry.aliases; })
      for (const std::string& alias : entry.aliases) names.push_back(alias);
  }
  return names;
}

// "'lama-3.1-8b' is not known; did you mean 'llama-3.1-8b'?" — the message for an unknown id.
[[nodiscard]] std::string unknown_id_message(std::string_view kind, std::string_view id,
                                             const std::vector<std::string_view>& known);

// The embedded catalog. Its issues are our own mistakes; a test asserts that there are none.
[[nodiscard]] Checked<Catalog> builtin_catalog();

}  // namespace trireme
