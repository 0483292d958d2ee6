// What one evaluation says: times by cause, memory by item, rates and prices. Plain numbers, no allocation.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/base/units.h"
#include "core/cost/memory.h"

namespace trireme {

// What a second is spent on. The order is the order in every chart.
enum class Resource { Compute, Hbm, ScaleUp, ScaleOut, Bubble, Storage, Host, Other };
inline constexpr int resource_count = 8;

// Why it is spent. The order is the order of composition in the breakdown.
enum class Cause {
  MatrixMultiplications,
  Attention,
  Recompute,
  OutputHead,         // head and embedding, and what other stages wait for the fullest one
  MemoryBoundMatrix,  // matrix multiplications limited by HBM
  Elementwise,
  StateScan,  // of state-space and linear-attention layers
  Optimizer,
  TensorParallel,    // exposed
  ContextParallel,   // exposed
  ExpertParallel,    // exposed dispatch and combine of mixture-of-experts layers
  ShardedWeights,    // exposed gathers and scatters of FSDP
  PipelineHandover,  // activations between stages
  DataParallel,      // exposed gradient and weight collectives
  PipelineBubble,
  HostLaunch,  // the CPU cannot launch kernels as fast as the GPU runs them
  HostStep,    // fixed host time of a step
  Jitter,      // slowest of many GPUs
  KernelGaps,  // small kernels of serving and the gaps between launches
  Draft,       // draft tokens of speculative decoding
  Prefill      // prompts of other requests, which generation waits for
};
inline constexpr int cause_count = 21;

struct BreakdownItem {
  Resource resource = Resource::Compute;
  Cause cause = Cause::MatrixMultiplications;
  Seconds time;
};

struct Result {
  Seconds step;
  std::int64_t micro_batches = 0;
  std::array<BreakdownItem, cause_count> breakdown{};  // indexed by Cause; sums to `step`
  MemoryMap memory;
  double tokens_per_second = 0;
  double tokens_per_second_per_gpu = 0;
  double mfu = 0;  // of the dense peak of the training precision
  double model_flops_per_token = 0;
  double days = 0;  // for run.tokens, without failures
  double usd = 0;   // for run.tokens; 0 when no price is known
};

[[nodiscard]] std::string_view id_of(Resource resource);
[[nodiscard]] std::string_view label_of(Resource resource);
[[nodiscard]] std::string_view id_of(Cause cause);
[[nodiscard]] std::string_view label_of(Cause cause);

}  // namespace trireme
