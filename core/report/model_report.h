// What a model amounts to: parameters, bytes, cache and its growth, FLOPs; of the scenario's model, or of one
// that is being imported. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/checked.h"
#include "core/catalog/model.h"
#include "core/import/hf_config.h"
#include "core/report/report.h"
#include "core/report/table.h"

namespace trireme {

struct GrowthPoint {
  double context = 0;          // tokens
  double bytes = 0;            // KV cache of one sequence, 16 bit
  double without_windows = 0;  // in an engine that keeps every token
};

struct ModelReport {
  bool ok = false;  // there is a model; the rest is empty otherwise
  std::string name;
  std::string summary;  // "32 layers, hidden size 4,096, vocabulary 128,256, context 131,072"
  std::vector<Figure> figures;
  std::vector<Table> tables;        // parameters, weights, cache, work
  std::vector<GrowthPoint> growth;  // from 0 to the longest context, closely enough for a curve
  Issues issues;                    // of the import, with the keys of the file
};

[[nodiscard]] ModelReport model_report(const Model& model);
[[nodiscard]] ModelReport model_report(const Checked<ImportedModel>& imported);

}  // namespace trireme
