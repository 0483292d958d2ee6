// Memory of a serving GPU: weights, workspace, and the sequences that the rest can hold.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/regime/serving_context.h"

namespace trireme {

struct ServingMemory {
  Bytes weights, workspace;
  Bytes cache;             // what is left for keys and values, the engine's share of it
  Bytes usable;            // of the accelerator
  Bytes cache_per_sequence;  // at the mean length of a running sequence
  double max_batch = 0;    // sequences of a replica: by memory and the engine's limit; 0: nothing fits
  [[nodiscard]] bool fits() const { return max_batch >= 1; }
};

// Weights on one GPU: layers over tensor, expert and pipeline ranks, embedding and head in 16 bit on the
// stages that have them.
[[nodiscard]] Bytes serving_weights(const ServingContext& context);

// Keys, values and states of a sequence of `tokens` on one GPU.
[[nodiscard]] Bytes sequence_cache(const ServingContext& context, double tokens);

// Workspace = engine's own + activations of one chunk of prefill. Source: inference specification, section 5.
[[nodiscard]] ServingMemory serving_memory(const ServingContext& context, double prompt, double output);

}  // namespace trireme
