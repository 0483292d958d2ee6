// A report with the explanation of each of its numbers. Apart, since who only wants results need not carry
// it. SPDX-License-Identifier: MIT
#pragma once

#include "core/report/report.h"

namespace trireme {

[[nodiscard]] Report make_explained_report(const Scenario& scenario, const Catalog& catalog);
[[nodiscard]] Report make_explained_report(const Checked<Scenario>& read, const Catalog& catalog);

}  // namespace trireme
