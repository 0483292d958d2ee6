// Entries that a user gives: any text is answered by an entry or by issues.
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/catalog/catalog_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trireme;
  static const Catalog known = *builtin_catalog().value;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Issues issues;
  (void)read_accelerator(text, "accelerator", known, issues);
  (void)read_link(text, "link", known, issues);
  (void)read_instance(text, "instance", known, issues);
  (void)read_stack(text, "stack", known, issues);
  // A model that is read can be written, and reads back.
  if (const auto model = read_model(text, "model", known, issues)) {
    issues.clear();
    if (!read_model(model_json(*model), "model", known, issues)) __builtin_trap();
  }
  return 0;
}
