// Links: percent-coded key=value pairs, sorted, defaults left out.
// SPDX-License-Identifier: MIT
#include "core/scenario/link.h"

#include <algorithm>
#include <vector>

#include "core/scenario/field_text.h"

namespace trireme {
namespace {

// RFC 3986 allows these in a fragment without coding; '&', '=', '+', '%' and '#' have a meaning here.
bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~:/,@!*'()").find(c) != std::string_view::npos;
}

std::string coded(std::string_view text) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (is_plain(c)) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += {'%', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return out;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

// A stray '%' stays as it is: half a link is better than none.
std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0) {
      out += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

struct Pair {
  std::string key, value;
};

std::vector<Pair> split(std::string_view text) {
  if (const std::size_t hash = text.find('#'); hash != std::string_view::npos) text.remove_prefix(hash + 1);
  std::vector<Pair> pairs;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = part.find('=');
    if (part.empty()) continue;
    pairs.push_back({decoded(part.substr(0, equals)),
                     equals == std::string_view::npos ? "" : decoded(part.substr(equals + 1))});
  }
  return pairs;
}

void read_version(const std::string& text, Issues& issues) {
  const auto version = parse_number(text);
  if (version && *version == link_version) return;
  const bool newer = version && *version > link_version;
  issues.push_back({Severity::Warning, IssueCode::OutOfRange, "v",
                    newer ? "This link was made by a newer release (version " + text +
                                "); what is not known here is left at its default."
                          : "'" + text + "' is not a version of a link; it is read as version " +
                                std::to_string(link_version) + "."});
}

}  // namespace

bool is_link(std::string_view text) {
  if (text.find_first_of("\n{") != std::string_view::npos) return false;
  return text.starts_with("v=") || text.find("#v=") != std::string_view::npos;
}

std::string link_from_scenario(const Scenario& scenario) {
  const std::vector<FieldText> fields = field_texts(scenario), defaults = field_texts({});
  std::vector<std::string> pairs;
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].text != defaults[i].text)
      pairs.push_back(std::string(fields[i].path) + "=" + coded(fields[i].text));
  std::sort(pairs.begin(), pairs.end());
  std::string link = "v=" + std::to_string(link_version);
  for (const std::string& pair : pairs) link += "&" + pair;
  return link;
}

Checked<Scenario> scenario_from_link(std::string_view text) {
  Checked<Scenario> result;
  Scenario scenario;
  std::vector<Pair> pairs = split(text);
  for (const Pair& pair : pairs) {
    if (pair.key == "v") {
      read_version(pair.value, result.issues);
      continue;
    }
    bool known = false;
    for_each_field(scenario, [&](const FieldInfo& info, auto& field) {
      if (info.path != pair.key) return;
      known = true;
      read_field(info, pair.value, field, result.issues);
    });
    if (!known)
      result.issues.push_back({Severity::Warning, IssueCode::UnknownField, pair.key,
                               unknown_name_message("field", pair.key, field_paths()) + " It is left out."});
  }
  result.value = scenario;
  return result;
}

}  // namespace trireme
