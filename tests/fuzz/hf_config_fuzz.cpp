// Configurations that a user pastes: any text is answered by a model or by issues, and every number of the
// model can be computed. SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/import/import_report.h"
#include "core/workload/parameters.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trireme;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Checked<ImportedModel> imported = import_hf_config(text);
  const std::int64_t contexts[] = {1, 4096, 1'000'000'000};
  (void)import_json(imported, contexts);
  if (!imported.value) {
    // Nothing came of it, so something must have been said.
    if (imported.issues.empty()) __builtin_trap();
    return 0;
  }
  (void)import_text(*imported.value, contexts);
  const ParameterCount count = parameter_count(imported.value->model);
  if (!(count.total > 0) || !std::isfinite(count.total) || count.active > count.total) __builtin_trap();
  return 0;
}
