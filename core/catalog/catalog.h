// Everything known: accelerators, links, instances, models and software stacks, sorted by id.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/checked.h"
#include "core/catalog/accelerator.h"
#include "core/catalog/instance.h"
#include "core/catalog/link.h"
#include "core/catalog/model.h"
#include "core/catalog/stack.h"

namespace trireme {

struct Catalog {
  std::vector<Accelerator> accelerators;
  std::vector<Link> links;
  std::vector<Instance> instances;
  std::vector<Model> models;
  std::vector<Stack> stacks;
};

// The entry with this id, or null.
template <class T>
[[nodiscard]] const T* find_by_id(const std::vector<T>& entries, std::string_view id) {
  for (const T& entry : entries)
    if (entry.id == id) return &entry;
  return nullptr;
}

// "'lama-3.1-8b' is not known; did you mean 'llama-3.1-8b'?" — the message for an unknown id.
[[nodiscard]] std::string unknown_id_message(std::string_view kind, std::string_view id,
                                             const std::vector<std::string_view>& known);

// The embedded catalog. Its issues are our own mistakes; a test asserts that there are none.
[[nodiscard]] Checked<Catalog> builtin_catalog();

}  // namespace trireme
