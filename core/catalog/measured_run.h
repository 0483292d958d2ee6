// A public training run that was measured, and how far the model is from it.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "core/catalog/datatype.h"

namespace trireme {

struct MeasuredRun {
  std::string id;
  std::string source;  // where the measurement is published
  std::string model, gpu;
  std::string stack;  // catalog id
  Precision precision = Precision::Bf16;
  bool experts = false;
  double parameters = 0;
  std::int64_t gpus = 0, sequence = 0, global_batch = 0;
  std::int64_t tensor = 1, context = 1, pipeline = 1, expert = 1;
  double step_seconds = 0;  // measured
  double ratio =
      0;  // predicted over measured, with constants fitted without any run of this model on this GPU family
  friend bool operator==(const MeasuredRun&, const MeasuredRun&) = default;
};

}  // namespace trireme
