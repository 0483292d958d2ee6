// Tables as JSON.
// SPDX-License-Identifier: MIT
#include "core/report/table_json.h"

#include <nlohmann/json.hpp>

#include "core/base/number_text.h"

namespace trireme {

std::string table_to_json(const Table& table) {
  using Json = nlohmann::ordered_json;
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json object = Json::object();
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const auto number = table.columns[c].numeric ? parse_number(row[c]) : std::nullopt;
      object[table.columns[c].id] = number ? Json(*number) : Json(row[c]);
    }
    rows.push_back(std::move(object));
  }
  const Json root = {{"id", table.id}, {"title", table.title}, {"rows", std::move(rows)}};
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace trireme
