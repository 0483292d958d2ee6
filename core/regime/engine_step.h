// One step of a serving engine: operators, collectives and host composed into times.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "core/regime/serving_context.h"

namespace trireme {

// What a step spends its time on.
enum class StepPart {
  Projections,     // of the token mixers
  Mlp,             // dense feed-forward
  Experts,         // router, routed and shared experts
  ExpertExchange,  // dispatch and combine
  TensorParallel,  // all-reduce
  SmallKernels,    // norms, rotary embedding, cache write, launch gaps
  Attention,       // over the cache, and states of linear layers
  Head,            // output head and sampling
  Draft,           // draft tokens of speculative decoding
  Host,            // scheduler, bookkeeping, launches that the GPU waits for
  Pipeline         // imbalance and hand-over between stages
};
inline constexpr int step_part_count = 11;

struct PassTimes {
  std::array<Seconds, step_part_count> parts{};         // by StepPart
  std::array<Seconds, step_part_count> memory_bound{};  // of them, what HBM limits

  [[nodiscard]] Seconds operator[](StepPart part) const { return parts[static_cast<std::size_t>(part)]; }
  void add(StepPart part, Seconds time, bool limited_by_memory = false);
  [[nodiscard]] Seconds total() const;
};

// Tokens that pass the layers in one step.
struct StepTokens {
  double rank = 0;   // of an attention rank
  double group = 0;  // of all ranks of the expert group
};

// All layers without the attention core. Source: inference specification, section 4, steps 1 to 5.
void add_layers(const ServingContext& context, const StepTokens& tokens, PassTimes& pass);

// One token (and its drafts) for each of `batch` sequences of a replica at a mean context of
// `context_tokens`, pipeline included: the time in which every micro-batch advances.
[[nodiscard]] PassTimes decode_step(const ServingContext& context, double batch, double context_tokens);

// `prompts` of `tokens` new tokens each, ending at a context of `context_tokens`, on every attention rank.
[[nodiscard]] PassTimes prefill_pass(const ServingContext& context, double prompts, double tokens,
                                     double context_tokens);
// Its attention core alone.
[[nodiscard]] Seconds prefill_attention(const ServingContext& context, double prompts, double tokens,
                                        double context_tokens);

// A prompt of which `cached` tokens need no work.
struct PromptLength {
  double total = 0, cached = 0;
  [[nodiscard]] double fresh() const { return total - cached; }
};

// `count` prompts on each attention rank in chunks of the engine's size: short ones share a chunk, long ones
// take several passes. `count` may be fractional.
[[nodiscard]] Seconds prefill_time(const ServingContext& context, double count, const PromptLength& prompt);

}  // namespace trireme
