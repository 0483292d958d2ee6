// The language model inside of a configuration.
// SPDX-License-Identifier: MIT
#include "core/import/text_config.h"

#include "core/import/config_keys.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace trireme::hf {
namespace {

using nlohmann::json;

std::string string_at(const json& object, std::string_view key) {
  const auto at = object.find(key);
  const auto* text = at == object.end() ? nullptr : at->get_ptr<const std::string*>();
  return text == nullptr ? std::string() : *text;
}

std::string architecture_of(const json& object) {
  const auto at = object.find("architectures");
  if (at == object.end() || !at->is_array() || at->empty()) return {};
  const auto* text = at->front().get_ptr<const std::string*>();
  return text == nullptr ? std::string() : *text;
}

std::string path_below(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : path + "." + std::string(key);
}

// The innermost object that holds the language model, after those around it.
std::vector<ConfigReader::Scope> scopes_of(const json& root) {
  std::vector<ConfigReader::Scope> scopes{{&root, ""}};
  for (int depth = 0; depth < 4; ++depth) {
    const ConfigReader::Scope outer = scopes.front();
    const auto* nested =
        std::find_if(std::begin(key::nested_text), std::end(key::nested_text), [&](std::string_view k) {
          const auto at = outer.object->find(k);
          return at != outer.object->end() && at->is_object() && !at->empty();
        });
    if (nested == std::end(key::nested_text)) break;
    scopes.insert(scopes.begin(), {&*outer.object->find(*nested), path_below(outer.path, *nested)});
  }
  // Keys of these objects belong to the language model itself (DBRX, MPT).
  std::vector<ConfigReader::Scope> inlined;
  for (std::string_view k : key::inlined) {
    const auto at = scopes.front().object->find(k);
    if (at != scopes.front().object->end() && at->is_object())
      inlined.push_back({&*at, path_below(scopes.front().path, k)});
  }
  scopes.insert(scopes.begin() + 1, inlined.begin(), inlined.end());
  return scopes;
}

// Files without model_type and architectures, told by the keys of their time.
std::string_view guessed_type(const ConfigReader& text) {
  if (text.has("ssm_cfg")) return text.text("layer") == "Mamba2" ? "mamba2" : "mamba";
  if (text.has("afn")) return "openai-gpt";
  if (text.has("n_embd") && text.has("n_head")) return "gpt2";
  return "";
}

std::string_view refined_type(std::string_view type, const ConfigReader& text) {
  // Two generations under one name: the first ChatGLM has two-dimensional positions and plain MLPs.
  if (type == "chatglm" && (text.has("position_encoding_2d") || text.has("inner_hidden_size")))
    return "chatglm1";
  return type;
}

}  // namespace

std::int64_t TextConfig::required(Names names, std::int64_t library_default) const {
  if (const auto value = text.count(names)) {
    if (*value > 0) return *value;
    text.error(IssueCode::OutOfRange, text.present(names), "It must be greater than 0.");
    return 1;
  }
  if (!text.present(names).empty()) return 1;  // there, but no number: count() has said so
  const std::string_view name = names.front();
  if (library_default > 0) {
    text.warn(name, "It is missing; the default of " + std::string(family.type) +
                        " in transformers is used: " + std::to_string(library_default) + ".");
    return library_default;
  }
  std::string also;
  for (std::string_view other : names.subspan(1)) also += (also.empty() ? "" : ", ") + std::string(other);
  text.error(IssueCode::Inconsistent, name, "It is missing, also as " + also + ", and has no default.");
  return 1;
}

TextConfig find_text_config(const json& root, Issues& issues) {
  const std::vector<ConfigReader::Scope> scopes = scopes_of(root);
  TextConfig config{.text = ConfigReader(scopes, issues), .top = ConfigReader({{&root, ""}}, issues)};
  // The innermost known type: a wrapper's name stands for its usual language model when that one has no name.
  for (const ConfigReader::Scope& scope : scopes) {
    const std::string type = string_at(*scope.object, "model_type");
    const std::string architecture = architecture_of(*scope.object);
    if (config.type.empty()) config.type = type.empty() ? architecture : type;
    const Family* family = find_family(type, architecture);
    if (family != nullptr) family = find_family(refined_type(family->type, config.text), "");
    if (family == nullptr) continue;
    config.family = *family;
    config.family_known = true;
    break;
  }
  if (!config.family_known) {
    if (const Family* family = find_family(guessed_type(config.text), "")) {
      config.family = *family;
      config.family_known = true;
      config.text.warn("model_type",
                       "It is missing; the keys are those of " + std::string(family->type) + ".");
    } else if (config.type.empty()) {
      config.text.warn("model_type",
                       "It is missing; the layers are counted as Llama's: RMSNorm, a gated MLP, no biases.");
    } else {
      config.text.warn("model_type", "'" + config.type +
                                         "' is not known; its layers are counted as Llama's: RMSNorm, a " +
                                         "gated MLP, no biases.");
    }
  }
  config.defaults = library_defaults(config.family_known ? config.family.type : "");
  return config;
}

}  // namespace trireme::hf
