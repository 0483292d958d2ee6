// What tables of measured kernels have in common: an accelerator, microseconds, rows marked as unusable.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/checked.h"
#include "core/catalog/catalog.h"
#include "core/cost/collective_law.h"
#include "core/validation/measured_table.h"
#include "core/validation/validation.h"

namespace trireme {

// The machine of the catalog in which most of these accelerators share a scale-up domain, or null.
[[nodiscard]] const Instance* machine_of(const Accelerator& accelerator, const Catalog& catalog);

// Neighbours in that machine; nothing without a link between them.
[[nodiscard]] std::optional<RankGroup> neighbours(const Accelerator& accelerator, const Catalog& catalog,
                                                  double ranks);

// The prediction for one row, with its groups; or why there is none.
struct KernelPrediction {
  Seconds time;
  std::vector<std::string> groups;
  bool fitted = true;  // false: the law was fitted to the kernels of other frameworks
};
using PredictKernel = std::function<std::variant<KernelPrediction, std::string>(
    const RowReader& row, const Accelerator& accelerator)>;

// Compares a column of microseconds with `predict`. The accelerator is named by the column gpu, else by the
// end of the file's name: "gemm_h100_sxm.csv" is of h100-sxm. Rows with `usable` 0 are skipped with their
// note. Its id is the first group of each row, called "gpu"; `groupings` name the others.
[[nodiscard]] Checked<Validation> compare_kernels(const MeasuredTable& table, const Catalog& catalog,
                                                  std::string_view column, std::string label,
                                                  std::vector<std::string> groupings,
                                                  const PredictKernel& predict);

}  // namespace trireme
