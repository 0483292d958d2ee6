// Field values as text, and their faults in words.
// SPDX-License-Identifier: MIT
#include "core/scenario/field_text.h"

#include <cmath>

#include "core/base/json_text.h"

namespace trireme {
namespace {

std::string allowed(const FieldInfo& info) {
  const auto number = [](double value) { return value < 1e9 ? grouped(value) : exact_text(value); };
  std::string text = number(info.minimum) + " to " + number(info.maximum);
  if (!info.unit.empty()) text += " " + std::string(info.unit);
  return text;
}

void add(Issues& issues, IssueCode code, const FieldInfo& info, std::string message) {
  issues.push_back({Severity::Error, code, std::string(info.path), std::move(message)});
}

}  // namespace

bool check_range(const FieldInfo& info, double value, Issues& issues) {
  if (value >= info.minimum && value <= info.maximum) return true;
  add(issues, IssueCode::OutOfRange, info,
      std::string(info.label) + " is " + exact_text(value) + "; allowed are " + allowed(info) + ".");
  return false;
}

std::string field_text(std::int64_t value) { return std::to_string(value); }
std::string field_text(double value) { return exact_text(value); }
std::string field_text(bool value) { return value ? "true" : "false"; }

void read_field(const FieldInfo& info, std::string_view text, double& value, Issues& issues) {
  const auto number = parse_number(text);
  if (!number) {
    add(issues, IssueCode::WrongType, info,
        std::string(info.label) + " is '" + std::string(text) + "'; a number from " + allowed(info) +
            " is needed.");
  } else if (check_range(info, *number, issues)) {
    value = *number;
  }
}

void read_field(const FieldInfo& info, std::string_view text, std::int64_t& value, Issues& issues) {
  const auto number = parse_number(text);
  if (!number || std::floor(*number) != *number) {
    add(issues, IssueCode::WrongType, info,
        std::string(info.label) + " is '" + std::string(text) + "'; a whole number from " + allowed(info) +
            " is needed.");
  } else if (check_range(info, *number, issues)) {
    value = static_cast<std::int64_t>(*number);
  }
}

void read_field(const FieldInfo& info, std::string_view text, bool& value, Issues& issues) {
  if (text == "true" || text == "false") {
    value = text == "true";
    return;
  }
  add(issues, IssueCode::WrongType, info,
      std::string(info.label) + " is '" + std::string(text) + "'; 'true' or 'false' is needed.");
}

void read_field(const FieldInfo& info, std::string_view text, Definition& value, Issues& issues) {
  const nlohmann::json json = json_from_text(text);
  if (text.empty() || json.is_null()) {
    value.json.clear();
  } else if (json.is_object()) {
    value.json = text_from_json(json);
  } else {
    add(issues, IssueCode::Syntax, info,
        std::string(info.label) + " is not a JSON object; one like {\"base\": \"...\"} is needed.");
  }
}

void unknown_choice(const FieldInfo& info, std::string_view text, const std::vector<std::string_view>& ids,
                    Issues& issues) {
  std::string message =
      "'" + std::string(text) + "' is not a choice of " + std::string(info.label) + "; allowed are ";
  for (std::size_t i = 0; i < ids.size(); ++i)
    message += (i == 0 ? "" : i + 1 == ids.size() ? " and " : ", ") + ("'" + std::string(ids[i]) + "'");
  add(issues, IssueCode::UnknownName, info, message + ".");
}

std::vector<FieldText> field_texts(const Scenario& scenario) {
  std::vector<FieldText> texts;
  for_each_field(scenario, [&](const FieldInfo& info, const auto& field) {
    texts.push_back({info.path, field_text(field)});
  });
  return texts;
}

std::vector<std::string_view> field_paths() {
  std::vector<std::string_view> paths;
  for (const FieldText& field : field_texts({})) paths.push_back(field.path);
  return paths;
}

}  // namespace trireme
