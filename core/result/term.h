// A number that can explain itself: formula, the numbers in it, assumptions, sources.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/base/source.h"

namespace trireme {

struct TermInput {
  std::string symbol;  // as in the formula
  double value = 0;    // in `unit`
  std::string unit;
  std::string meaning;  // and where it comes from
};

struct Term {
  std::string id;  // "step_seconds", "breakdown.tensor_parallel", "memory.activations", …
  std::string label;
  double value = 0;  // in `unit`
  std::string unit;
  std::string formula;  // over the symbols of `inputs`; evaluating it gives `value` (a test does)
  std::vector<TermInput> inputs;
  std::vector<std::string> assumptions;
  std::vector<Source> sources;
};

}  // namespace trireme
