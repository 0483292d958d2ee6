// Configurations as text, and what came of them.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/hf_config.h"
#include "core/workload/kv_cache.h"
#include "core/workload/parameters.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace trireme::test {

inline std::string listed(const Issues& issues) {
  std::string text;
  for (const Issue& i : issues)
    text += std::string(name_of(i.severity)) + " " + i.path + ": " + i.message + "\n";
  return text;
}

inline bool has_issue(const Issues& issues, Severity severity, std::string_view path) {
  return std::any_of(issues.begin(), issues.end(),
                     [&](const Issue& i) { return i.severity == severity && i.path == path; });
}
inline bool warns(const Checked<ImportedModel>& imported, std::string_view path) {
  return has_issue(imported.issues, Severity::Warning, path);
}
inline bool refuses(std::string_view config, std::string_view path) {
  const auto imported = import_hf_config(config);
  INFO(listed(imported.issues));
  return !imported.value && has_issue(imported.issues, Severity::Error, path);
}

// The imported model; an empty one, and a failure, when there are errors.
inline ImportedModel imported(std::string_view config) {
  auto result = import_hf_config(config);
  INFO(listed(result.issues));
  CHECK(result.ok());
  return result.value.value_or(ImportedModel{});
}

inline double total(std::string_view config) { return parameter_count(imported(config).model).total; }
inline double active(std::string_view config) { return parameter_count(imported(config).model).active; }
// Bytes of a 16-bit cache for each token, beyond every window.
inline double growth(std::string_view config) {
  return kv_bytes_per_token(imported(config).model, 2).in(unit::byte);
}

// "{a}" + "b" = "{a, b}": one configuration with more keys. A later key counts, as everywhere in JSON.
inline std::string with(std::string_view config, std::string_view keys) {
  std::string text(config.substr(0, config.rfind('}')));
  return text + ", " + std::string(keys) + "}";
}

inline constexpr std::string_view small_llama =
    R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 4,
  "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 1000,
  "max_position_embeddings": 4096, "tie_word_embeddings": false})";

}  // namespace trireme::test
