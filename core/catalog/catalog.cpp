// The embedded catalog.
// SPDX-License-Identifier: MIT
#include "core/catalog/catalog.h"

#include "core/catalog/builtin.h"
#include "core/catalog/catalog_json.h"

namespace trireme {

std::string unknown_id_message(std::string_view kind, std::string_view id,
                               const std::vector<std::string_view>& known) {
  return unknown_name_message(kind, id, known);
}

Checked<Catalog> builtin_catalog() { return read_catalog(embedded_catalog_files()); }

}  // namespace trireme
