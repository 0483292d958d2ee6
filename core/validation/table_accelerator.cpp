// The accelerator in a file's name.
// SPDX-License-Identifier: MIT
#include "core/validation/table_accelerator.h"

#include <algorithm>

namespace trireme {

const Accelerator* table_accelerator(const MeasuredTable& table, const Catalog& catalog, Issues& issues) {
  std::string name = table.name.substr(table.name.find_last_of('/') + 1);
  name = name.substr(0, name.find('.'));
  std::replace(name.begin(), name.end(), '_', '-');
  for (std::size_t start = 0; start != std::string::npos;) {
    const std::string words = name.substr(start);
    if (const Accelerator* found = find_by_name(catalog.accelerators, words)) return found;
    const std::size_t dash = name.find('-', start);
    start = dash == std::string::npos ? dash : dash + 1;
  }
  issues.push_back(
      {Severity::Error, IssueCode::UnknownName, table.name,
       "a kernel table carries its accelerator in the name of the file, as in gemm_h100_sxm.csv"});
  return nullptr;
}

}  // namespace trireme
