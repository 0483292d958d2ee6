// What every part of a serving step needs to know: layout of an engine, formats of weights and cache.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/cost/collectives.h"
#include "core/scenario/problem.h"

namespace trireme {

// How a linear layer is stored and multiplied.
struct WeightKernel {
  MatrixFormat format = MatrixFormat::Bf16;
  double stored_bytes = 2;
  bool narrow = false;  // 4-bit weights on 16-bit matrix units
};

struct ServingContext {
  const Problem& problem;
  double tensor = 1, pipeline = 1;
  double expert = 1, expert_tensor = 1;
  double attention_ranks = 1;  // of one engine
  double replicas = 1;
  double micro_batches = 1;  // that fill the pipeline
  double max_batch = 0;      // sequences of an attention rank
  WeightKernel attention, mlp, experts;
  double cache_bytes = 2;                        // of a kept element
  CacheFormat cache_kernel = CacheFormat::Bf16;  // of the attention over it
  double queries = 1;                            // tokens of a sequence in a decode step
  double accepted = 1;                           // of them
  bool has_experts = false;
  Fabric fabric;

  [[nodiscard]] double gpus_per_engine() const { return tensor * attention_ranks * pipeline; }
};

// The engines that generate: all of them, or those beside prefill engines.
[[nodiscard]] ServingContext serving_context(const Problem& problem);
// The engines that only read prompts.
[[nodiscard]] ServingContext prefill_context(const Problem& problem);

// Tokens that a step of speculative decoding yields with so many draft tokens: 1 + 2.05 (1 - exp(-j/1.6)),
// within 5 % of the multi-token prediction of DeepSeek-R1. Source: inference specification, section 10.1.
[[nodiscard]] double accepted_tokens(double draft_tokens);

}  // namespace trireme
