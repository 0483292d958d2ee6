// What a question costs when compute is spent on it at test time: thinking, samples, search.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/regime/serve.h"
#include "core/scenario/test_time.h"

namespace trireme {

// What a second of a GPU costs. The power limit is the most that a GPU draws, so energy is an upper bound:
// decode, limited by HBM, draws less.
struct GpuRates {
  UsdPerSecond price;
  Watts power;
};
[[nodiscard]] GpuRates gpu_rates(const Problem& problem);

// Of a question; divided by accuracy, of a solved question.
struct QuestionCost {
  Seconds gpu_time;  // of all GPUs, verifier included
  Seconds cpu_time;  // of the checker
  Usd usd;           // of the GPUs
  Joules energy;
  double tokens = 0;  // generated

  [[nodiscard]] QuestionCost per_solved(double accuracy) const;
};

struct TestTimeCost {
  ServingMemory memory;  // max_batch: sequences of a replica that share prompts like these
  Bytes question_cache;  // keys and values of a question when all is generated, on one GPU
  double sequences = 0;  // that a question runs at a time
  double batch = 0;      // sequences of a replica at a time; 0: not one question fits
  double rounds = 0;     // over 1: samples and questions wait for a place in the cache
  double attended = 0;   // tokens that attention reads for a sequence, mean
  PassTimes decode;      // a step at that batch
  Seconds interference;  // of other questions' prompts, per token
  Seconds tpot;
  Seconds ttft;
  Seconds generation;    // after the first token, of a question
  Seconds verification;  // by the verifier and the checker, of a question
  Seconds latency;
  double verified_tokens = 0;
  double questions_per_second = 0;  // of all replicas when they are full with such batches
  QuestionCost cost;

  [[nodiscard]] bool fits() const { return batch > 0; }
  // Of a decode step, what HBM limits: more samples at a time cost nothing more until this falls.
  [[nodiscard]] double memory_bound_share() const;
};

// A verifier is priced as prefill of the policy's engine, scaled by active parameters; it has GPUs of its own
// or takes turns, its GPU time counts either way. A checker has as many CPUs as there are samples.
// Source: inference specification, section 10.1.
[[nodiscard]] TestTimeCost test_time_cost(const Problem& problem, const TestTime& plan,
                                          const GpuRates& rates);

}  // namespace trireme
