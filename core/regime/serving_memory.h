// Memory of a serving GPU: weights, workspace, and the sequences that the rest can hold.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/regime/serving_context.h"

namespace trireme {

// Weights on one GPU by kind.
struct WeightBytes {
  Bytes attention, mlp,
      experts;       // of the layers, over the pipeline stages; router and shared experts with mlp
  Bytes vocabulary;  // embedding and head in 16 bit, on the stages that have them
  [[nodiscard]] Bytes total() const { return attention + mlp + experts + vocabulary; }
};

struct ServingMemory {
  WeightBytes weight_bytes;
  Bytes weights;  // their sum
  Bytes workspace;
  double workspace_width = 0;  // of the widest feed-forward on one GPU
  Bytes cache;                 // what is left for keys and values, the engine's share of it
  Bytes usable;                // of the accelerator
  Bytes cache_per_sequence;    // at the mean length of a running sequence
  double max_batch = 0;        // sequences of a replica: by memory and the engine's limit; 0: nothing fits
  [[nodiscard]] bool fits() const { return max_batch >= 1; }
};

[[nodiscard]] WeightBytes serving_weights(const ServingContext& context);

// Keys, values and states of a sequence of `tokens` on one GPU.
[[nodiscard]] Bytes sequence_cache(const ServingContext& context, double tokens);

// Workspace = engine's own + activations of one chunk of prefill. Source: inference specification, section 5.
[[nodiscard]] ServingMemory serving_memory(const ServingContext& context, double prompt, double output);

}  // namespace trireme
