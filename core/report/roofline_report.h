// Every operator under the roofs of the accelerator: what it does per byte of HBM and how fast.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/report/table.h"
#include "core/result/result.h"

namespace trireme {

struct Problem;
struct StepTimes;

// A flat roof: the dense peak of a format that the step uses.
struct RooflineCeiling {
  std::string label;          // "FP8"
  double peak = 0;            // FLOP/s, dense
  double sustained = 0;       // that a product of 16,384 in each direction reaches with this stack
  std::string fallback = {};  // "no FP4 law: BF16's is used", else empty
};

struct RooflineDot {
  std::string id;                         // names it: that of its operator
  std::string term;                       // of its explanation
  std::string label;                      // "QKV projection, forward"
  std::string shape;                      // "8,192 × 10,240 × 8,192", m × n × k
  std::string format;                     // "FP8"
  Resource resource = Resource::Compute;  // what binds it
  double flops = 0;                       // one run
  double bytes = 0;                       // of HBM, each operand and result once
  double once = 0;                        // seconds, one run, with the stack's compute factor
  double runs = 0;                        // of a step, on its stage
  double seconds = 0;                     // of a step
  double share = 0;
  double roof = 0;      // FLOP/s at its intensity
  bool counted = true;  // false: element-wise, one FLOP assumed for every two bytes

  [[nodiscard]] double intensity() const { return flops / bytes; }
  [[nodiscard]] double rate() const { return flops / once; }
  [[nodiscard]] double of_roof() const { return rate() / roof; }
  [[nodiscard]] double to_win() const { return seconds * (1 - of_roof()); }  // seconds
};

struct RooflineReport {
  double hbm = 0;                         // bytes/s, nominal
  double hbm_sustained = 0;               // that element-wise work reaches
  std::vector<RooflineCeiling> ceilings;  // highest first
  std::vector<RooflineDot> dots;          // longest first
};

// FLOPs are those that run: the backward pass of fused attention computes its scores again. Recompute runs
// forward operators once more and has no dots of its own.
[[nodiscard]] RooflineReport make_roofline(const Problem& problem, const StepTimes& step);
[[nodiscard]] Table roofline_table(const RooflineReport& roofline);

}  // namespace trireme
