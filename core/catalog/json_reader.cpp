// Typed reading of JSON objects.
// SPDX-License-Identifier: MIT
#include "core/catalog/json_reader.h"

#include <algorithm>
#include <cmath>

#include "core/catalog/closest_name.h"

namespace trireme {
namespace {

const Json& empty_object() {
  static const Json empty = Json::object();
  return empty;
}

}  // namespace

void Faults::add(IssueCode code, std::string_view path, std::string message) const {
  issues->push_back(Issue{.severity = Severity::Error,
                          .code = origin == Origin::CatalogFile ? IssueCode::CatalogInvalid : code,
                          .path = prefix + std::string(path),
                          .message = std::move(message)});
}

ObjectReader::ObjectReader(const Json& value, std::string path, const Faults& faults)
    : value_(&value), path_(std::move(path)), faults_(faults) {
  if (!value.is_object()) {
    faults_.add(IssueCode::WrongType, path_, "An object in braces belongs here.");
    value_ = &empty_object();
  }
}

std::string ObjectReader::path_of(std::string_view key) const {
  if (path_.empty()) return std::string(key);
  return key.empty() ? path_ : path_ + "." + std::string(key);
}

void ObjectReader::fault(IssueCode code, std::string_view key, std::string message) const {
  faults_.add(code, path_of(key), std::move(message));
}

const Json* ObjectReader::find(std::string_view key) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.emplace_back(key);
  const auto found = value_->find(key);
  return found == value_->end() ? nullptr : &*found;
}

bool ObjectReader::has(std::string_view key) { return find(key) != nullptr; }

ObjectReader ObjectReader::object(std::string_view key) {
  const Json* value = find(key);
  return ObjectReader(value == nullptr ? empty_object() : *value, path_of(key), faults_);
}

std::string ObjectReader::text(std::string_view key, Need need, std::string fallback) {
  const Json* value = find(key);
  if (value == nullptr) {
    if (need == Need::Required) fault(IssueCode::WrongType, key, "This text is missing.");
    return fallback;
  }
  if (const auto* text = value->get_ptr<const Json::string_t*>()) return *text;
  fault(IssueCode::WrongType, key, "A text in quotes belongs here.");
  return fallback;
}

std::vector<std::string> ObjectReader::texts(std::string_view key) {
  std::vector<std::string> result;
  const Json* value = find(key);
  if (value == nullptr) return result;
  if (!value->is_array()) {
    fault(IssueCode::WrongType, key, "A list of texts belongs here.");
    return result;
  }
  for (const Json& item : *value) {
    if (const auto* text = item.get_ptr<const Json::string_t*>()) result.push_back(*text);
    else fault(IssueCode::WrongType, key, "The list may hold nothing but texts.");
  }
  return result;
}

bool ObjectReader::flag(std::string_view key, bool fallback) {
  const Json* value = find(key);
  if (value == nullptr) return fallback;
  if (const auto* flag = value->get_ptr<const Json::boolean_t*>()) return *flag;
  fault(IssueCode::WrongType, key, "true or false belongs here.");
  return fallback;
}

std::int64_t ObjectReader::count(std::string_view key, std::int64_t fallback) {
  const Json* value = find(key);
  if (value == nullptr) return fallback;
  const auto count = integer_in(*value);
  if (count && *count >= 0) return *count;
  fault(IssueCode::WrongType, key, "A whole number, zero or more, belongs here.");
  return fallback;
}

void ObjectReader::refuse_unknown() {
  // A file of another kind has many unknown keys; the first ones tell as much as all of them.
  constexpr int enough = 20;
  int refused = 0;
  for (auto item = value_->begin(); item != value_->end(); ++item) {
    if (std::find(asked_.begin(), asked_.end(), item.key()) != asked_.end()) continue;
    if (++refused > enough) break;
    const std::vector<std::string_view> known(asked_.begin(), asked_.end());
    fault(IssueCode::UnknownField, item.key(), unknown_name_message("key", item.key(), known));
  }
}

std::optional<std::int64_t> integer_in(const Json& value) {
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_number_float()) return std::nullopt;
  const double number = value.get<double>();
  if (std::nearbyint(number) != number || std::fabs(number) > 9e15) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

}  // namespace trireme
