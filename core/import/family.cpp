// Finding a model type by its many names.
// SPDX-License-Identifier: MIT
#include "core/import/family.h"

#include "core/import/family_table.h"

namespace trireme::hf {
namespace {

std::string plain_name(std::string_view name) {
  std::string plain;
  for (char c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) plain += c;
  }
  return plain;
}

// "Qwen3MoeForCausalLM" names the type "Qwen3Moe".
std::string_view without_task(std::string_view architecture) {
  constexpr std::string_view tasks[] = {"For",       "LMHeadModel", "LMHead",    "DoubleHeads",
                                        "ChatModel", "SparseModel", "TextModel", "Model"};
  for (std::string_view task : tasks) {
    const std::size_t at = architecture.rfind(task);
    if (at != std::string_view::npos && at > 0) return architecture.substr(0, at);
  }
  return architecture;
}

const Family* by_type(std::string_view name) {
  const std::string wanted = plain_name(name);
  if (wanted.empty()) return nullptr;
  for (const Family& f : families)
    if (plain_name(f.type) == wanted) return &f;
  for (const Alias& a : aliases)
    if (plain_name(a.name) == wanted) return by_type(a.type);
  return nullptr;
}

}  // namespace

const Family* find_family(std::string_view model_type, std::string_view architecture) {
  if (const Family* f = by_type(model_type)) return f;
  return by_type(without_task(architecture));
}

}  // namespace trireme::hf
