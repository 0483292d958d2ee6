// A pipeline schedule carried out event by event: when each stage runs which micro-batch.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/parallel/plan.h"

namespace trireme {

enum class BlockKind { Forward, Backward, WeightGradient };

struct ScheduleBlock {
  std::int32_t stage = 0;        // rank of the pipeline
  std::int32_t chunk = 0;        // model chunk on it; under DualPipe the direction
  std::int32_t micro_batch = 0;  // from 0 on
  BlockKind kind = BlockKind::Forward;
  double start = 0, end = 0;
};

// Durations of one micro-batch on a whole stage, any unit; a chunk takes its share of them.
struct StageDurations {
  double forward = 0;
  double backward = 0;         // whole
  double weight_gradient = 0;  // the part of it that zero-bubble schedules put off
};

struct ScheduleShape {
  Schedule schedule = Schedule::OneForwardOneBackward;
  std::int64_t chunks = 1;  // more than 1: interleaved
  std::int64_t micro_batches = 1;
  std::vector<StageDurations> stages;
};

struct SimulatedSchedule {
  bool possible = true;  // false: the order cannot be carried out, see runs_schedule()
  std::vector<ScheduleBlock> blocks;
  double makespan = 0;
};

// DualPipe feeds from both ends: an even number of stages, and of micro-batches at least two a stage.
[[nodiscard]] bool runs_schedule(const ScheduleShape& shape);

// Each stage works off a fixed order, every piece as soon as what it needs has ended:
// 1F1B and interleaved as Megatron-LM orders them (Narayanan et al., arXiv:2104.04473); DualPipe as its
// published code does, a forward and a backward side by side taking as long as both; ZB-H1 (Qi et al.,
// arXiv:2401.10241) as 1F1B whose weight gradients fill what would be idle while no stage keeps more
// micro-batches than the first one does under 1F1B. Messages take no time.
[[nodiscard]] SimulatedSchedule simulate(const ScheduleShape& shape);

}  // namespace trireme
