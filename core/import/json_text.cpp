// The text of a configuration as JSON.
// SPDX-License-Identifier: MIT
#include "core/import/json_text.h"

#include "core/base/json_text.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace trireme::hf {
namespace {

using nlohmann::json;

constexpr std::size_t largest_text = 64u << 20;
constexpr int deepest_nesting = 64;
constexpr std::size_t most_duplicates = 20;

struct Literal {
  std::string_view text, replacement;
};
constexpr Literal literals[] = {{"NaN", "null"}, {"-Infinity", "-1e308"}, {"Infinity", "1e308"}};

struct Cleaned {
  std::string text;
  bool replaced = false;
  bool too_deep = false;
};

// One pass that knows strings, so that a key called "Infinity" keeps its name.
Cleaned cleaned(std::string_view text) {
  Cleaned out;
  out.text.reserve(text.size());
  bool in_string = false;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      out.text += c;
      if (c == '\\' && i + 1 < text.size()) out.text += text[++i];
      if (c == '"') in_string = false;
      continue;
    }
    if (c == '"') in_string = true;
    if (c == '{' || c == '[') out.too_deep = out.too_deep || ++depth > deepest_nesting;
    if (c == '}' || c == ']') --depth;
    if (c == 'N' || c == 'I' || c == '-') {
      const auto at = text.substr(i);
      const auto* found = std::find_if(std::begin(literals), std::end(literals), [&](const Literal& l) {
        return at.substr(0, l.text.size()) == l.text;
      });
      if (found != std::end(literals)) {
        out.text += found->replacement;
        out.replaced = true;
        i += found->text.size() - 1;
        continue;
      }
    }
    out.text += c;
  }
  return out;
}

// Reads once without building anything: finds where the text stops being JSON, and keys that appear twice.
class Inspector : public nlohmann::json_sax<json> {
 public:
  explicit Inspector(Issues& issues) : issues_(issues) {}
  std::optional<std::size_t> error_at;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override {
    levels_.push_back({});
    return true;
  }
  bool key(string_t& name) override {
    Level& level = levels_.back();
    level.current = name;
    if (!level.seen.insert(name).second && duplicates_++ < most_duplicates)
      issues_.push_back({Severity::Warning, IssueCode::Inconsistent, path(),
                         "The key appears twice in one object; the last value counts."});
    return true;
  }
  bool end_object() override {
    levels_.pop_back();
    return true;
  }
  bool start_array(std::size_t) override {
    levels_.push_back({.current = "[]", .seen = {}});
    return true;
  }
  bool end_array() override {
    levels_.pop_back();
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    error_at = position;
    return false;
  }

 private:
  struct Level {
    std::string current;
    std::set<std::string> seen;
  };
  std::string path() const {
    std::string joined;
    for (const Level& level : levels_) joined += (joined.empty() ? "" : ".") + level.current;
    return joined;
  }

  Issues& issues_;
  std::vector<Level> levels_;
  std::size_t duplicates_ = 0;
};

std::string place(const std::string& text, std::size_t position) {
  const std::size_t end = std::min(position, text.size());
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n') + 1;
  const std::size_t start = text.rfind('\n', end == 0 ? 0 : end - 1);
  const std::size_t column = start == std::string::npos || end == 0 ? end : end - start - 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

}  // namespace

Checked<json> parse_json(std::string_view text) {
  Checked<json> result;
  const auto fail = [&](IssueCode code, std::string message) {
    result.issues.push_back({Severity::Error, code, "", std::move(message)});
    return result;
  };
  if (text.size() > largest_text)
    return fail(IssueCode::OutOfRange, "The text is larger than 64 MB; a config.json is not.");
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return fail(IssueCode::Syntax, "The text is empty. Paste the content of a config.json.");
  const Cleaned clean = cleaned(text);
  if (clean.too_deep) return fail(IssueCode::OutOfRange, "Objects are nested more than 64 levels deep.");
  Inspector inspector(result.issues);
  json::sax_parse(std::string_view(clean.text), &inspector);
  if (inspector.error_at)
    return fail(IssueCode::Syntax,
                "This is not JSON: the text breaks at " + place(clean.text, *inspector.error_at) + ".");
  json root = json_from_text(clean.text, deepest_nesting);
  if (root.is_discarded()) return fail(IssueCode::Syntax, "This is not JSON.");
  if (clean.replaced)
    result.issues.push_back({Severity::Note, IssueCode::Assumed, "",
                             "NaN and Infinity are not standard JSON; they were read as null and 1e308."});
  result.value = std::move(root);
  return result;
}

}  // namespace trireme::hf
