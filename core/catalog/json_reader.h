// Typed reading of JSON objects: every fault becomes an issue with its path, unknown keys included.
// Internal to the catalog's readers: public headers do not show the JSON library.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/catalog/provenance.h"

namespace trireme {

using Json = nlohmann::json;

// Who wrote the text: a catalog file must cite a source for each number, a user need not.
enum class Origin { CatalogFile, User };

// Where faults go, and what stands before the key in their path ("links/nvlink4.json: ").
struct Faults {
  Origin origin = Origin::CatalogFile;
  std::string prefix;
  Issues* issues = nullptr;

  // A catalog file has one code for all faults, since only its author can act on them.
  void add(IssueCode code, std::string_view path, std::string message) const;
};

// One JSON object. Each key that is asked for is known; refuse_unknown() reports the others.
class ObjectReader {
 public:
  ObjectReader(const Json& value, std::string path, const Faults& faults);

  [[nodiscard]] bool has(std::string_view key);
  [[nodiscard]] const Json* find(std::string_view key);     // null when missing
  [[nodiscard]] ObjectReader object(std::string_view key);  // empty when missing
  [[nodiscard]] std::string text(std::string_view key, Need need, std::string fallback = "");
  [[nodiscard]] std::vector<std::string> texts(std::string_view key);
  [[nodiscard]] bool flag(std::string_view key, bool fallback);
  [[nodiscard]] std::int64_t count(std::string_view key, std::int64_t fallback);
  void refuse_unknown();

  [[nodiscard]] const Json& json() const { return *value_; }
  [[nodiscard]] std::string path_of(std::string_view key) const;
  void fault(IssueCode code, std::string_view key, std::string message) const;

 private:
  const Json* value_;
  std::string path_;
  Faults faults_;
  std::vector<std::string> asked_;
};

// The integer in a JSON number that has no fraction.
[[nodiscard]] std::optional<std::int64_t> integer_in(const Json& value);

}  // namespace trireme
