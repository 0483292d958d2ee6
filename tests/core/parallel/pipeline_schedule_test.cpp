// The simulated schedules beside the closed forms that the step counts.
// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <map>
#include <string>

#include "core/parallel/pipeline.h"
#include "core/parallel/pipeline_schedule.h"

namespace trireme {
namespace {

constexpr StageDurations stage{1, 2, 0.9};

ScheduleShape shape_of(Schedule schedule, std::int64_t stages, std::int64_t chunks,
                       std::int64_t micro_batches) {
  return {schedule, chunks, micro_batches,
          std::vector<StageDurations>(static_cast<std::size_t>(stages), stage)};
}

double closed_form(const ScheduleShape& s) {
  const auto stages = static_cast<std::int64_t>(s.stages.size());
  const double whole = stage.forward + stage.backward;
  const PipelineTime time =
      pipeline_time({stages * s.chunks, stages, s.chunks}, whole * unit::second, Seconds{});
  return static_cast<double>(s.micro_batches) * time.slowest.base() +
         time.bubble.base() *
             bubble_share(s.schedule, stages, stage.backward / whole, stage.weight_gradient / whole);
}

TEST_CASE("even stages: simulation and closed form agree within 1 %") {
  for (const std::int64_t stages : {1, 2, 4, 8, 16})
    for (const std::int64_t rounds : {2, 3, 9}) {
      const std::int64_t m = stages * rounds;
      for (const std::int64_t chunks : {1, 2, 5}) {
        const ScheduleShape s = shape_of(Schedule::OneForwardOneBackward, stages, chunks, m);
        // Chunks of a single stage have nobody to hand over to.
        if (stages == 1 && chunks > 1) continue;
        const SimulatedSchedule simulated = simulate(s);
        CHECK(simulated.possible);
        CHECK_MESSAGE(simulated.makespan == doctest::Approx(closed_form(s)).epsilon(1e-9),
                      stages << " stages, " << chunks << " chunks, " << m << " micro-batches");
      }
      for (const Schedule schedule : {Schedule::ZeroBubble, Schedule::DualPipe}) {
        const ScheduleShape s = shape_of(schedule, stages, 1, m);
        if (!runs_schedule(s) || stages == 1) continue;
        CHECK_MESSAGE(simulate(s).makespan == doctest::Approx(closed_form(s)).epsilon(0.01),
                      label_of(schedule) << ", " << stages << " stages, " << m << " micro-batches");
      }
    }
}

TEST_CASE("a longer last stage: its time in every round, the others' while filling and draining") {
  ScheduleShape s = shape_of(Schedule::OneForwardOneBackward, 4, 1, 12);
  s.stages.back() = {1.5, 3, 0.9};
  CHECK(simulate(s).makespan == doctest::Approx(12 * 4.5 + 3 * 3));
}

TEST_CASE("every micro-batch goes forward and backward once through every chunk, one piece at a time") {
  for (const Schedule schedule :
       {Schedule::OneForwardOneBackward, Schedule::ZeroBubble, Schedule::DualPipe}) {
    const std::int64_t chunks = schedule == Schedule::OneForwardOneBackward ? 2 : 1;
    const ScheduleShape s = shape_of(schedule, 4, chunks, 16);
    const SimulatedSchedule simulated = simulate(s);
    std::map<std::string, int> count;
    std::vector<double> free_at(4, 0);
    std::vector<double> busy(4, 0);
    for (const ScheduleBlock& b : simulated.blocks) {
      ++count[std::to_string(b.stage) + " " + std::to_string(b.chunk) + " " + std::to_string(b.micro_batch) +
              " " + std::to_string(static_cast<int>(b.kind))];
      const auto i = static_cast<std::size_t>(b.stage);
      CHECK(b.start >= free_at[i] - 1e-9);
      free_at[i] = b.end;
      busy[i] += b.end - b.start;
    }
    for (const auto& piece : count) CHECK_MESSAGE(piece.second == 1, piece.first);
    for (const double time : busy) CHECK(time == doctest::Approx(16 * 3));
  }
}

TEST_CASE("micro-batches that do not fill the last round of an interleaved schedule") {
  const SimulatedSchedule simulated = simulate(shape_of(Schedule::OneForwardOneBackward, 4, 2, 10));
  CHECK(simulated.possible);
  CHECK(simulated.blocks.size() == 4 * 2 * 10 * 2);
}

TEST_CASE("DualPipe says what it cannot run") {
  CHECK_FALSE(runs_schedule(shape_of(Schedule::DualPipe, 3, 1, 12)));
  CHECK_FALSE(runs_schedule(shape_of(Schedule::DualPipe, 4, 1, 6)));
  CHECK_FALSE(simulate(shape_of(Schedule::DualPipe, 4, 1, 6)).possible);
}

}  // namespace
}  // namespace trireme
