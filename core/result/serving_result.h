// What one evaluation of a serving scenario says. Plain numbers, no allocation.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/regime/serve.h"
#include "core/result/result.h"

namespace trireme {

struct ServingResult {
  ServingTimes times;
  // Seconds of one output token by cause; they sum to times.tpot.
  std::array<BreakdownItem, cause_count> breakdown{};  // indexed by Cause
  MemoryMap memory;
  double gpus = 0;
  double output_tokens_per_second_per_gpu = 0;
  double prefill_share = 0;                  // of the engines' time that prompts take
  UsdPerSecond usd_per_second;               // of all GPUs that serve; zero when no price is known
  double usd_per_million_output_tokens = 0;  // all of the cost over the output tokens
  // The cost split by the time that prompts and answers take.
  double usd_per_million_prompt_tokens = 0, usd_per_million_answer_tokens = 0;
};

[[nodiscard]] ServingResult evaluate_serving(const Problem& problem);

}  // namespace trireme
