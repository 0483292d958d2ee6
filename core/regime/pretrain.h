// One optimizer step: operators, collectives and schedule composed into times. Everything per step unless
// said. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/base/units.h"
#include "core/scenario/problem.h"
#include "core/workload/layers.h"

namespace trireme {

// A forward and a backward share.
struct Passes {
  Seconds forward, backward;
  [[nodiscard]] Seconds sum() const { return forward + backward; }
};

// Times of one stage and one micro-batch, before the schedule. All layers of the model summed and divided by
// the number of stages.
struct StageTimes {
  Passes matrix;        // compute-bound GEMMs
  Passes memory_bound;  // GEMMs limited by HBM
  Passes attention;
  Passes elementwise;
  Seconds recompute;
  Passes tensor;                           // exposed
  Passes context;                          // exposed
  Seconds sharded_weights;                 // exposed gathers and scatters of FSDP
  Seconds device;                          // sum of the above: what the GPU needs
  Seconds host;                            // what the CPU needs to launch it
  Seconds total;                           // fourth-power norm of both
  [[nodiscard]] Seconds forward() const;   // without sharded weights
  [[nodiscard]] Seconds backward() const;  // without sharded weights, with recompute
};

struct StepTimes {
  Shard shard;
  std::int64_t micro_batches = 0;
  StageTimes stage;
  Seconds head;           // output head, and embedding when there is one stage; per micro-batch
  Seconds slowest_stage;  // per micro-batch
  Seconds bubble;
  Seconds handover;                         // pipeline messages
  double jitter = 0;                        // share of the pipeline time
  Seconds gradient_scatter, weight_gather;  // data-parallel collectives, whole
  Seconds data_parallel;                    // exposed
  Seconds optimizer;
  Seconds host_step;
  double parameters_per_gpu = 0;        // layers of a stage and vocabulary matrices
  double owned_parameters_per_gpu = 0;  // share whose optimizer state the GPU keeps
  Seconds total;
};

// Kernel style of a problem's stack and precision.
[[nodiscard]] KernelStyle kernel_style(const Problem& problem);

[[nodiscard]] StepTimes training_step(const Problem& problem);

}  // namespace trireme
