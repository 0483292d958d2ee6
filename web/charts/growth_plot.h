// The cache of one sequence over its length. SPDX-License-Identifier: MIT
#pragma once

#include "core/report/model_report.h"
#include "web/widgets/ui.h"

namespace trireme {

void draw_growth(const Ui& ui, Box area, const std::vector<GrowthPoint>& points);

}  // namespace trireme
