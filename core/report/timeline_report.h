// One step on the stages of the pipeline: who runs which micro-batch when, and what follows.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/parallel/pipeline_schedule.h"
#include "core/report/table.h"
#include "core/result/result.h"

namespace trireme {

struct Problem;
struct StepTimes;

// Exposed communication of one pass of a micro-batch, seconds on each kind of link.
struct LinkSeconds {
  double scale_up = 0, scale_out = 0;
};

// A lane.
struct TimelineStage {
  std::int64_t layers = 0;
  double forward = 0, backward = 0;           // seconds, one micro-batch
  double busy = 0, waits = 0;                 // seconds of the whole pipeline
  LinkSeconds forward_links, backward_links;  // of them
};

// After the pipeline, on all stages.
struct TimelineTail {
  std::string id;  // of its term
  std::string label;
  Resource resource = Resource::Other;
  double seconds = 0;
};

// The middle of a long schedule repeats itself: `elided` micro-batches, so many seconds, are left out at
// `cut`, and blocks that start after it are those of later micro-batches.
struct Timeline {
  std::string schedule;             // "1F1B, interleaved with VP"
  std::string scale_up, scale_out;  // "NVLink", "EFA"
  std::int64_t chunks = 1;
  std::int64_t micro_batches = 0;
  std::vector<TimelineStage> stages;
  std::vector<ScheduleBlock> blocks;  // by stage, then by start; empty: see `note`
  double shown = 0;                   // seconds of the blocks
  double cut = 0, elided_seconds = 0;
  std::int64_t elided = 0;
  double pipeline = 0;          // seconds with what is left out
  double pipeline_of_step = 0;  // that the step counts, by formula
  std::vector<TimelineTail> tail;
  std::string note;  // how the drawing differs from the step

  [[nodiscard]] double tail_seconds() const {
    double sum = 0;
    for (const TimelineTail& part : tail) sum += part.seconds;
    return sum;
  }
};

[[nodiscard]] Timeline make_timeline(const Problem& problem, const StepTimes& step, const Result& result);
[[nodiscard]] Table timeline_table(const Timeline& timeline);

}  // namespace trireme
