// Reading of one configuration.
// SPDX-License-Identifier: MIT
#include "core/import/config_reader.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trireme::hf {
namespace {

using nlohmann::json;

// The whole number in a JSON value: 32, 32.0 and "32" alike.
std::optional<double> whole_number(const json& value) {
  double number = 0;
  if (value.is_number()) {
    number = value.get<double>();
  } else if (const auto* text = value.get_ptr<const std::string*>()) {
    const auto parsed = parse_number(*text);
    if (!parsed) return std::nullopt;
    number = *parsed;
  } else {
    return std::nullopt;
  }
  if (!std::isfinite(number) || number != std::floor(number)) return std::nullopt;
  return number;
}

std::string shown(const json& value) {
  // The writer of ordered objects is the one that the page has.
  std::string text =
      nlohmann::ordered_json(value).dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
  if (text.size() > 40) text = text.substr(0, 37) + "...";
  return text;
}

std::string joined(const std::string& path, std::string_view key) {
  if (path.empty()) return std::string(key);
  return key.empty() ? path : path + "." + std::string(key);
}

}  // namespace

const json* ConfigReader::find(std::string_view key) const {
  for (const Scope& scope : scopes_) {
    const auto at = scope.object->find(key);
    if (at != scope.object->end() && !at->is_null()) return &*at;
  }
  return nullptr;
}

bool ConfigReader::mentions(std::string_view key) const {
  return std::any_of(scopes_.begin(), scopes_.end(), [&](const Scope& s) { return s.object->contains(key); });
}

std::optional<ConfigReader> ConfigReader::object(std::string_view key) const {
  for (const Scope& scope : scopes_) {
    const auto at = scope.object->find(key);
    if (at != scope.object->end() && at->is_object())
      return ConfigReader({{&*at, joined(scope.path, key)}}, *issues_);
  }
  return std::nullopt;
}

std::string ConfigReader::path_of(std::string_view key) const {
  for (const Scope& scope : scopes_)
    if (scope.object->contains(key)) return joined(scope.path, key);
  return scopes_.empty() ? std::string(key) : joined(scopes_.front().path, key);
}

std::string_view ConfigReader::present(Names names) const {
  const auto at = std::find_if(names.begin(), names.end(), [&](std::string_view n) { return has(n); });
  return at == names.end() ? std::string_view() : *at;
}

std::optional<std::int64_t> ConfigReader::count(Names names) const {
  const std::string_view name = present(names);
  if (name.empty()) return std::nullopt;
  const json& value = *find(name);
  const auto number = whole_number(value);
  if (!number) {
    error(IssueCode::WrongType, name, "A whole number belongs here, not " + shown(value) + ".");
    return std::nullopt;
  }
  if (*number < 0 || *number > static_cast<double>(largest_count)) {
    error(IssueCode::OutOfRange, name, shown(value) + " is outside of 0 to 1,000,000,000.");
    return std::nullopt;
  }
  for (std::string_view other : names) {
    const json* second = other == name ? nullptr : find(other);
    if (second == nullptr) continue;
    const auto second_number = whole_number(*second);
    if (second_number && *second_number != *number)
      warn(other,
           "It says " + shown(*second) + " but " + std::string(name) + " says " + shown(value) +
               "; the latter counts.",
           IssueCode::Inconsistent);
  }
  return static_cast<std::int64_t>(*number);
}

std::int64_t ConfigReader::count_or(std::string_view name, std::int64_t fallback) const {
  return count(name).value_or(fallback);
}

std::optional<bool> ConfigReader::flag(std::string_view name) const {
  const json* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->is_boolean()) return value->get<bool>();
  if (value->is_number()) return value->get<double>() != 0;
  if (const auto* text = value->get_ptr<const std::string*>()) {
    if (*text == "true" || *text == "True") return true;
    if (*text == "false" || *text == "False") return false;
  }
  error(IssueCode::WrongType, name, "true or false belongs here, not " + shown(*value) + ".");
  return std::nullopt;
}

bool ConfigReader::flag_or(std::string_view name, bool fallback) const {
  return flag(name).value_or(fallback);
}

std::optional<double> ConfigReader::number(std::string_view name) const {
  const json* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->is_number()) return value->get<double>();
  if (const auto* text = value->get_ptr<const std::string*>())
    if (const auto parsed = parse_number(*text)) return parsed;
  error(IssueCode::WrongType, name, "A number belongs here, not " + shown(*value) + ".");
  return std::nullopt;
}

std::string ConfigReader::text(std::string_view name) const {
  const json* value = find(name);
  const auto* text = value == nullptr ? nullptr : value->get_ptr<const std::string*>();
  return text == nullptr ? std::string() : *text;
}

std::vector<std::string> ConfigReader::texts(std::string_view name) const {
  std::vector<std::string> list;
  const json* value = find(name);
  if (value == nullptr || !value->is_array()) return list;
  for (const json& item : *value) {
    const auto* text = item.get_ptr<const std::string*>();
    list.push_back(text == nullptr ? std::string() : *text);
  }
  return list;
}

std::vector<std::int64_t> ConfigReader::counts(Names names) const {
  const std::string_view name = present(names);
  if (name.empty()) return {};
  const json& value = *find(name);
  if (!value.is_array()) {
    const auto single = count(name);
    return single ? std::vector<std::int64_t>{*single} : std::vector<std::int64_t>{};
  }
  std::vector<std::int64_t> list;
  for (const json& item : value) {
    const auto number = item.is_boolean() ? std::optional<double>(item.get<bool>()) : whole_number(item);
    if (!number || *number < 0 || *number > static_cast<double>(largest_count)) {
      error(IssueCode::WrongType, name,
            "Whole numbers from 0 to 1,000,000,000 belong in this list, not " + shown(item) + ".");
      return {};
    }
    list.push_back(static_cast<std::int64_t>(*number));
  }
  return list;
}

void ConfigReader::error(IssueCode code, std::string_view key, std::string message) const {
  add(Severity::Error, code, key, std::move(message));
}
void ConfigReader::warn(std::string_view key, std::string message, IssueCode code) const {
  add(Severity::Warning, code, key, std::move(message));
}
void ConfigReader::note(std::string_view key, std::string message) const {
  add(Severity::Note, IssueCode::Assumed, key, std::move(message));
}

// The same key is read more than once; its fault is reported once.
void ConfigReader::add(Severity severity, IssueCode code, std::string_view key, std::string message) const {
  Issue issue{severity, code, path_of(key), std::move(message)};
  if (std::find(issues_->begin(), issues_->end(), issue) == issues_->end())
    issues_->push_back(std::move(issue));
}

}  // namespace trireme::hf
