// Reading of one configuration: keys under all their spellings, faults as issues with the key.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"

namespace trireme::hf {

// Spellings of one thing, the commonest first.
using Names = std::span<const std::string_view>;

// Larger than any real model's, small enough that sums of a few products stay far from overflow.
inline constexpr std::int64_t largest_count = 1'000'000'000;
inline constexpr std::int64_t most_layers = 10'000;

// Looks a key up in a list of objects, the first that has it. Null counts as missing, as in transformers.
class ConfigReader {
 public:
  struct Scope {
    const nlohmann::json* object = nullptr;
    std::string path;  // "" for the whole file
  };

  ConfigReader(std::vector<Scope> scopes, Issues& issues) : scopes_(std::move(scopes)), issues_(&issues) {}

  // Only the objects below `key`; null if there is none.
  [[nodiscard]] std::optional<ConfigReader> object(std::string_view key) const;
  [[nodiscard]] const nlohmann::json* find(std::string_view key) const;
  [[nodiscard]] bool has(std::string_view key) const { return find(key) != nullptr; }
  // Also true for an explicit null, which often means "off" where a missing key means "default".
  [[nodiscard]] bool mentions(std::string_view key) const;
  [[nodiscard]] std::string path_of(std::string_view key) const;  // where it is, or where it would be

  // A whole number from 0 to largest_count. What is there but no such number is an error.
  [[nodiscard]] std::optional<std::int64_t> count(Names names) const;
  [[nodiscard]] std::optional<std::int64_t> count(std::string_view name) const {
    return count(Names(&name, 1));
  }
  [[nodiscard]] std::int64_t count_or(std::string_view name, std::int64_t fallback) const;
  [[nodiscard]] std::optional<bool> flag(std::string_view name) const;
  [[nodiscard]] bool flag_or(std::string_view name, bool fallback) const;
  [[nodiscard]] std::optional<double> number(std::string_view name) const;
  [[nodiscard]] std::string text(std::string_view name) const;  // "" when missing or no text
  [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;
  // A list of counts; a single count gives one element, a missing key none.
  [[nodiscard]] std::vector<std::int64_t> counts(Names names) const;
  [[nodiscard]] std::vector<std::int64_t> counts(std::string_view name) const {
    return counts(Names(&name, 1));
  }

  // The key among `names` that is there; "" if none is.
  [[nodiscard]] std::string_view present(Names names) const;

  void error(IssueCode code, std::string_view key, std::string message) const;
  void warn(std::string_view key, std::string message, IssueCode code = IssueCode::Assumed) const;
  void note(std::string_view key, std::string message) const;

 private:
  void add(Severity severity, IssueCode code, std::string_view key, std::string message) const;

  std::vector<Scope> scopes_;
  Issues* issues_;
};

}  // namespace trireme::hf
