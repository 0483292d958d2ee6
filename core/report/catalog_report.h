// The catalog as tables: what is known, and each number of an entry with its source.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/report/table.h"

namespace trireme {

// "accelerators", "links", "instances", "models", "stacks",
// "engines".
[[nodiscard]] std::vector<std::string_view> catalog_kinds();

// Ids and names of one kind; nothing for an unknown kind.
[[nodiscard]] std::optional<Table> catalog_list(const Catalog& catalog, std::string_view kind);

// Every number of one entry: name with its unit, value, kind of source, source, date, note. Notes of the
// entry follow as rows without a value. Nothing when there is no such entry.
[[nodiscard]] std::optional<Table> catalog_entry(const Catalog& catalog, std::string_view kind,
                                                 std::string_view id);

// The kind that has an entry of this id or alias, or an empty text.
[[nodiscard]] std::string_view kind_of_entry(const Catalog& catalog, std::string_view id);

// Ids of one kind, for "did you mean".
[[nodiscard]] std::vector<std::string_view> catalog_ids(const Catalog& catalog, std::string_view kind);

}  // namespace trireme
