// The timeline beside the breakdown and beside a schedule simulated in full.
// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/regime/pretrain.h"
#include "core/report/explained_report.h"
#include "tests/support/layouts.h"
#include "tests/support/problems.h"

namespace trireme {
namespace {

double seconds_of(const Report& report, Cause cause) {
  for (const BreakdownRow& row : report.breakdown)
    if (row.cause == cause) return row.seconds;
  return 0;
}

TEST_CASE("pipeline and what follows it are the step") {
  for (const test::NamedScenario& layout : test::layouts()) {
    const ExplainedReport r = make_explained_report(layout.scenario, test::catalog());
    REQUIRE_MESSAGE(r.ok, layout.name);
    const Timeline& t = r.timeline;
    CHECK_MESSAGE(t.pipeline_of_step + t.tail_seconds() == doctest::Approx(r.step_seconds), layout.name);
    for (const TimelineTail& part : t.tail)
      for (const BreakdownRow& row : r.breakdown)
        if (row.id == part.id) CHECK_MESSAGE(row.resource == part.resource, layout.name << " " << part.id);
  }
}

TEST_CASE("communication lanes sum to the breakdown's exposed communication, link by link") {
  for (const test::NamedScenario& layout : test::layouts()) {
    const ExplainedReport r = make_explained_report(layout.scenario, test::catalog());
    double expected[2] = {0, 0}, drawn[2] = {0, 0};
    for (const BreakdownRow& row : r.breakdown)
      if ((row.resource == Resource::ScaleUp || row.resource == Resource::ScaleOut) &&
          row.cause != Cause::DataParallel)
        expected[row.resource == Resource::ScaleOut ? 1 : 0] += row.seconds;
    for (const TimelineStage& s : r.timeline.stages) {
      drawn[0] += s.forward_links.scale_up + s.backward_links.scale_up;
      drawn[1] += s.forward_links.scale_out + s.backward_links.scale_out;
      // It is a part of the pass.
      CHECK_MESSAGE(s.forward_links.scale_up + s.forward_links.scale_out < s.forward, layout.name);
      CHECK_MESSAGE(s.backward_links.scale_up + s.backward_links.scale_out < s.backward, layout.name);
    }
    const double runs = static_cast<double>(r.micro_batches) / static_cast<double>(r.timeline.stages.size());
    for (int link = 0; link < 2; ++link)
      CHECK_MESSAGE(drawn[link] * runs == doctest::Approx(expected[link]), layout.name << " " << link);
  }
}

TEST_CASE("lanes are busy or wait for all of the pipeline") {
  for (const test::NamedScenario& layout : test::layouts()) {
    const ExplainedReport r = make_explained_report(layout.scenario, test::catalog());
    const Timeline& t = r.timeline;
    REQUIRE_MESSAGE(!t.blocks.empty(), layout.name);
    double busy = 0;
    for (const TimelineStage& s : t.stages) {
      CHECK_MESSAGE(s.busy + s.waits == doctest::Approx(t.pipeline), layout.name);
      busy += s.busy;
    }
    // What all stages compute and send, and the wait for the slowest GPU in it, is the same work however it
    // is dealt: the breakdown's slowest stage less what the others wait for it.
    const double stages = static_cast<double>(t.stages.size());
    const double slow = r.step_seconds > 0 ? t.pipeline_of_step - seconds_of(r, Cause::Jitter) : 0;
    const double jitter = t.pipeline_of_step / slow;
    double work = 0;
    for (const BreakdownRow& row : r.breakdown)
      if (row.cause != Cause::OutputHead && row.cause != Cause::PipelineBubble &&
          row.cause != Cause::Jitter && row.cause != Cause::Optimizer && row.cause != Cause::DataParallel &&
          row.cause != Cause::HostStep)
        work += row.seconds;
    const Problem p = test::problem_of(layout.scenario);
    const double head = training_step(p).head.base() * static_cast<double>(r.micro_batches) / stages;
    CHECK_MESSAGE(busy / stages == doctest::Approx((work + head) * jitter), layout.name);
  }
}

TEST_CASE("leaving out the middle of a schedule leaves its length") {
  for (const test::NamedScenario& layout : test::layouts()) {
    const ExplainedReport r = make_explained_report(layout.scenario, test::catalog());
    const Timeline& t = r.timeline;
    const Plan& plan = layout.scenario.plan;
    if (t.elided == 0 || plan.schedule != Schedule::OneForwardOneBackward) continue;
    ScheduleShape all{plan.schedule, plan.pipeline == 1 ? 1 : t.chunks, t.micro_batches, {}};
    for (const TimelineStage& s : t.stages) all.stages.push_back({s.forward, s.backward, 0});
    CHECK_MESSAGE(simulate(all).makespan == doctest::Approx(t.pipeline).epsilon(1e-3), layout.name);
  }
}

TEST_CASE("the schedule as simulated takes what the formula counts") {
  for (const test::NamedScenario& layout : test::layouts()) {
    const Timeline t = make_explained_report(layout.scenario, test::catalog()).timeline;
    const double ratio = t.pipeline / t.pipeline_of_step;
    // Under DualPipe the head's stage shares its GPUs with the first one, which the formula does not know.
    if (layout.scenario.plan.schedule == Schedule::DualPipe) CHECK_MESSAGE(ratio < 1, layout.name);
    else CHECK_MESSAGE(ratio == doctest::Approx(1).epsilon(0.005), layout.name);
  }
}

}  // namespace
}  // namespace trireme
