// One optimizer step: operators, collectives and schedule composed into times. Everything per step unless
// said. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/base/units.h"
#include "core/regime/layer_times.h"

namespace trireme {

// Times of one stage and one micro-batch, before the schedule. All layers of the model summed and divided by
// the number of stages; communication is the exposed part.
struct StageTimes : LayerTimes {
  Seconds sharded_weights;                 // exposed gathers and scatters of FSDP
  Seconds device;                          // sum of all: what the GPU needs
  Seconds host;                            // what the CPU needs to launch it
  Seconds total;                           // fourth-power norm of both
  [[nodiscard]] Seconds forward() const;   // without sharded weights and expert latency
  [[nodiscard]] Seconds backward() const;  // likewise, with recompute
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
  GpuParameters layer_parameters;       // of all layers, as one tensor and expert rank holds them
  double parameters_per_gpu = 0;        // layers of a stage and vocabulary matrices
  double owned_parameters_per_gpu = 0;  // share whose optimizer state the GPU keeps
  Seconds total;
};

[[nodiscard]] StepTimes training_step(const Problem& problem);

}  // namespace trireme
