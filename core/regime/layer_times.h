// Times of a stage's layers for one micro-batch, before communication is hidden and the schedule laid out.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/units.h"
#include "core/cost/compute.h"
#include "core/regime/training_context.h"

namespace trireme {

// A forward and a backward share.
struct Passes {
  Seconds forward, backward;
  [[nodiscard]] Seconds sum() const { return forward + backward; }
  Passes& operator*=(double factor) {
    forward *= factor;
    backward *= factor;
    return *this;
  }
};

struct LayerTimes {
  Passes matrix;        // compute-bound GEMMs
  Passes memory_bound;  // GEMMs limited by HBM
  Passes attention;
  Passes scan;  // of state-space layers
  Passes elementwise;
  Seconds recompute;
  Seconds weight_gradient;  // the part of the GEMMs' backward that a schedule can put off
  Passes tensor;            // tensor-parallel collectives
  Passes context;           // ring attention, what its attention does not hide
  Passes expert;            // expert exchange
  Seconds expert_latency;   // of it, what nothing can hide

  // Work of the GPU itself.
  [[nodiscard]] Seconds forward_compute() const {
    return matrix.forward + memory_bound.forward + attention.forward + scan.forward + elementwise.forward;
  }
  [[nodiscard]] Seconds backward_compute() const {
    return matrix.backward + memory_bound.backward + attention.backward + scan.backward +
           elementwise.backward + recompute;
  }
  LayerTimes& operator*=(double factor);
};

// All layers of the model, the stack's compute factor included. Source: training specification, sections 4
// and 5, steps 1 and 3.
[[nodiscard]] LayerTimes layer_times(const TrainingContext& context);

// Whether the backward pass repeats dispatch and combine.
[[nodiscard]] bool repeats_exchange(const Plan& plan);

// Whether the plan repeats this operator in the backward pass, and which share of it.
[[nodiscard]] double recomputed_share(const Op& op, const Problem& problem);

// Attention of one layer with the stack's kernels.
[[nodiscard]] AttentionTime attention_time(const Problem& problem, const AttentionShape& shape);

// Whether a low-rank adapter sits beside the operator.
[[nodiscard]] bool has_adapter(const Op& op, const Training& training);

}  // namespace trireme
