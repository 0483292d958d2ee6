// Pipeline schedules: how layers fall on stages, what a stage waits for, how many micro-batches are in
// flight. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/units.h"
#include "core/parallel/plan.h"

namespace trireme {

enum class StageKind { Only, First, Middle, Last };
[[nodiscard]] std::string_view label_of(StageKind stage);

struct PipelineShape {
  std::int64_t layers = 0;
  std::int64_t stages = 1;
  std::int64_t chunks = 1;  // virtual stages per stage; 1 = 1F1B
  Schedule schedule = Schedule::OneForwardOneBackward;
};

// Layers of stage `stage` (0 = first). Layers are dealt evenly when they divide; otherwise embedding and head
// take a layer's slot each, as Megatron-Core does, and inner stages are filled first.
[[nodiscard]] std::int64_t layers_on_stage(const PipelineShape& shape, std::int64_t stage);

// The layers of one chunk of a stage, counted from the first of the model: [begin, end).
struct LayerRange {
  std::int64_t begin = 0, end = 0;
};
[[nodiscard]] LayerRange layers_of_chunk(const PipelineShape& shape, std::int64_t stage, std::int64_t chunk);

// Micro-batches whose activations stage `stage` keeps at once, in full-stage units: stages - stage under
// 1F1B, (2 (stages - stage - 1) + (chunks - 1) stages + 1) / chunks under the interleaved schedule, never
// more than there are.
[[nodiscard]] double in_flight(const PipelineShape& shape, std::int64_t stage, std::int64_t micro_batches);

// Time per micro-batch of the slowest stage, and the idle time of filling and draining.
// `stage` is the time of layers / stages layers, `head` that of the output head (and of the embedding when
// there is one stage). Source: training specification, section 5.8.
struct PipelineTime {
  Seconds slowest;
  Seconds bubble;
};
[[nodiscard]] PipelineTime pipeline_time(const PipelineShape& shape, Seconds stage, Seconds head);

// What a schedule leaves of the bubble of 1F1B, whose stages idle for a forward F and a backward B of each
// other stage, W of B being weight gradients. ZB-H1 fills the drain with them: F + B - 2 W. DualPipe idles
// for half as many stages: F + B (a forward and a backward side by side) + B - 3 W. `backward` and
// `weight_gradient` are shares of F + B. Sources: Qi et al. 2024, arXiv:2401.10241; DeepSeek-V3 report,
// arXiv:2412.19437, table 2.
[[nodiscard]] double bubble_share(Schedule schedule, std::int64_t stages, double backward,
                                  double weight_gradient);

}  // namespace trireme
