// Time of the all-reduce kernels of serving frameworks inside one node.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/cost/collective_law.h"

namespace trireme {

// The faster of one shot (each rank reads all others) and two (reduce-scatter, all-gather), in a CUDA graph.
// Fits TensorRT-LLM and SGLang up to 8 MiB; vLLM's kernel takes about 1.4 times as long. Zero for one rank.
// Source: collectives specification, section 4.
[[nodiscard]] Seconds custom_all_reduce_time(Bytes size, const RankGroup& group);

}  // namespace trireme
