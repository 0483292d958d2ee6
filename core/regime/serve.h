// Serving under a load: latencies, throughput and what limits them.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/regime/engine_step.h"
#include "core/regime/serving_memory.h"

namespace trireme {

// What one prompt costs an engine that decodes `batch` sequences, and how long its own prefill takes.
// `output` tokens are generated for each prompt, `step` is one decode step.
struct PromptCost {
  Seconds cost, own;
};
[[nodiscard]] PromptCost prompt_cost(const ServingContext& context, double batch, const PromptLength& prompt,
                                     double output, Seconds step);

struct ServingTimes {
  ServingMemory memory;
  double replicas = 0;
  double batch = 0;           // sequences that a replica runs at a time
  double context_tokens = 0;  // mean of a running sequence
  PassTimes decode;           // a step at that batch
  Seconds prompt_cost;        // that one prompt costs a running engine
  Seconds interference;       // of prompts, per output token
  Seconds ttft;               // mean time to the first token
  Seconds prefill;            // of it: reading the prompt
  Seconds request;            // of it: the request path
  Seconds waiting;            // of it: for steps and other prompts
  Seconds memory_queue;       // of it: for a place in the cache
  Seconds tpot;               // mean time per output token after the first
  Seconds end_to_end;
  double output_tokens_per_second = 0;  // of the whole system
  double requests_per_second = 0;
  bool saturated = false;  // the load is more than the engines take
};

// Nothing fits: all zero but the memory. Source: inference specification, section 6.
[[nodiscard]] ServingTimes serving_times(const Problem& problem);

}  // namespace trireme
