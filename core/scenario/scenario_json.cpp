// Scenario as nested JSON, read and written through the field list.
// SPDX-License-Identifier: MIT
#include "core/scenario/scenario_json.h"

#include <algorithm>
#include <type_traits>

#include "core/base/json_text.h"
#include "core/scenario/field_text.h"

namespace trireme {
namespace {

using Json = nlohmann::json;
using Ordered = nlohmann::ordered_json;  // what is written keeps the order of the field list

// Leaves of a document by dotted path, in the order of the text.
void flatten(const Json& value, const std::string& path,
             std::vector<std::pair<std::string, const Json*>>& leaves) {
  for (const auto& item : value.items()) {
    const std::string child = path.empty() ? item.key() : path + "." + item.key();
    // An own entry is one field's value.
    if (item.value().is_object() && path != "own") flatten(item.value(), child, leaves);
    else leaves.emplace_back(child, &item.value());
  }
}

std::string_view kind_of(const Json& value) {
  if (value.is_string()) return "a text";
  if (value.is_boolean()) return "true or false";
  if (value.is_number()) return "a number";
  if (value.is_array()) return "a list";
  if (value.is_object()) return "an object";
  return "null";
}

void wrong_type(const FieldInfo& info, const Json& value, std::string_view needed, Issues& issues) {
  issues.push_back({Severity::Error, IssueCode::WrongType, std::string(info.path),
                    std::string(info.label) + " is " + std::string(kind_of(value)) + "; " +
                        std::string(needed) + " is needed."});
}

// The JSON type must be the field's; the rest is read as text, so that messages are the same as for links.
template <class T>
void read_json(const FieldInfo& info, const Json& value, T& field, Issues& issues) {
  if constexpr (std::is_same_v<T, bool>) {
    if (!value.is_boolean()) return wrong_type(info, value, "true or false", issues);
    field = value.get<bool>();
  } else if constexpr (std::is_arithmetic_v<T>) {
    if (!value.is_number()) return wrong_type(info, value, "a number", issues);
    read_field(info, exact_text(value.get<double>()), field, issues);
  } else if constexpr (std::is_same_v<T, Definition>) {
    if (!value.is_object() && !value.is_null()) return wrong_type(info, value, "an object or null", issues);
    read_field(info, text_from_json(value), field, issues);
  } else {
    if (!value.is_string()) return wrong_type(info, value, "a text", issues);
    read_field(info, value.get_ref<const std::string&>(), field, issues);
  }
}

template <class T>
Ordered to_json(const T& field) {
  if constexpr (std::is_arithmetic_v<T>) return field;
  else if constexpr (std::is_same_v<T, Definition>)
    return field.json.empty() ? Ordered() : Ordered(json_from_text(field.json));
  else return field_text(field);
}

// The object that holds the last part of a dotted path, made on the way.
Ordered& parent_of(Ordered& root, std::string_view path) {
  Ordered* at = &root;
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
    at = &(*at)[std::string(path.substr(0, dot))];
    path.remove_prefix(dot + 1);
  }
  return *at;
}

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('.') + 1); }

void unknown_field(const std::string& path, Issues& issues) {
  issues.push_back(
      {Severity::Error, IssueCode::UnknownField, path, unknown_name_message("field", path, field_paths())});
}

}  // namespace

Checked<Scenario> scenario_from_json(std::string_view text) {
  Checked<Scenario> result;
  const Json document = json_from_text(text);
  if (document.is_discarded() || !document.is_object()) {
    result.issues.push_back({Severity::Error, IssueCode::Syntax, "",
                             "The text is not a JSON object; a scenario looks like "
                             "{\"model\": \"llama-3.1-8b\", \"plan\": {\"tensor\": 2}}."});
    return result;
  }
  std::vector<std::pair<std::string, const Json*>> leaves;
  flatten(document, "", leaves);

  Scenario scenario;
  for_each_field(scenario, [&](const FieldInfo& info, auto& field) {
    const auto leaf =
        std::find_if(leaves.begin(), leaves.end(), [&](const auto& l) { return l.first == info.path; });
    if (leaf == leaves.end()) return;
    read_json(info, *leaf->second, field, result.issues);
    leaves.erase(leaf);
  });
  for (const auto& [path, value] : leaves) {
    if (path != "version") {
      unknown_field(path, result.issues);
    } else if (!value->is_number_integer() || value->get<double>() != 1) {
      result.issues.push_back({Severity::Error, IssueCode::OutOfRange, "version",
                               "The version of a scenario is 1; this file needs another release."});
    }
  }
  result.value = scenario;
  return result;
}

bool is_scenario(std::string_view text) {
  const Json document = json_from_text(text);
  if (!document.is_object()) return false;
  const std::vector<std::string_view> paths = field_paths();
  return std::any_of(paths.begin(), paths.end(), [&](std::string_view path) {
    return document.contains(std::string(path.substr(0, path.find('.'))));
  });
}

std::string scenario_to_json(const Scenario& scenario) {
  Ordered root = Ordered::object();
  root["version"] = 1;
  for_each_field(scenario, [&](const FieldInfo& info, const auto& field) {
    parent_of(root, info.path)[std::string(last_part(info.path))] = to_json(field);
  });
  return root.dump(2, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

}  // namespace trireme
