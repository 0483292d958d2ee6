// SPDX-License-Identifier: MIT
#include "core/report/timeline_report.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/parallel/pipeline.h"
#include "core/regime/pretrain.h"
#include "core/workload/count.h"

namespace trireme {
namespace {

// Forward and backward pass of the output head: one product against two.
constexpr double head_forward = 1.0 / 3;

// As many micro-batches as fill and drain need, and the same rest when dealt to the stages.
std::int64_t simulated_micro_batches(std::int64_t all, std::int64_t stages) {
  const std::int64_t enough = stages == 1 ? 4 : std::max<std::int64_t>(2 * stages, 8 / stages * stages);
  if (all <= enough + stages) return all;
  return enough + all % stages;
}

// Layers take the same time each; every micro-batch pays its hand-overs and waits for the slowest GPU.
std::vector<StageDurations> durations(const Problem& p, const StepTimes& step, const PipelineShape& shape) {
  const double stages = number(shape.stages), slow = 1 + step.jitter;
  const double work = (step.stage.forward() + step.stage.backward()).base();
  const double forward_share = work > 0 ? step.stage.forward().base() / work : head_forward;
  const double weight_share = work > 0 ? step.stage.weight_gradient.base() / work : 0;
  const double handover = step.handover.base() / (2 * number(step.micro_batches));
  std::vector<StageDurations> list;
  for (std::int64_t stage = 0; stage < shape.stages; ++stage) {
    const double layers = number(layers_on_stage(shape, stage)) * stages / number(p.layer_count);
    const double body = step.stage.total.base() * layers;
    const double head = stage + 1 == shape.stages ? step.head.base() : 0;
    list.push_back({slow * (body * forward_share + head * head_forward + handover),
                    slow * (body * (1 - forward_share) + head * (1 - head_forward) + handover),
                    slow * body * weight_share});
  }
  return list;
}

std::string percent(double ratio) { return fixed(std::abs(ratio) * 100, 1) + "\u202f%"; }

void add_note(Timeline& t, const Problem& p, const std::vector<StageDurations>& stages) {
  if (t.blocks.empty()) {
    t.note =
        p.plan.schedule == Schedule::DualPipe
            ? "DualPipe needs an even number of stages and an even number of micro-batches, at least two "
              "a stage: this one cannot be drawn. The step counts its formula all the same."
            : "This order of micro-batches cannot be carried out.";
    return;
  }
  if (p.plan.schedule == Schedule::DualPipe)
    t.note =
        "Each lane holds two stages, one of each direction. A forward and a backward that run side by "
        "side are drawn one after the other in the time of both. ";
  if (p.plan.schedule == Schedule::ZeroBubble)
    t.note = "Weight gradients are put off into what would be idle. ";
  const double difference = t.pipeline / t.pipeline_of_step - 1;
  if (std::abs(difference) < 0.005) return;
  bool even = true;
  for (const StageDurations& s : stages) even = even && s.forward == stages.front().forward;
  t.note += "As drawn the pipeline takes " + percent(difference) + (difference > 0 ? " more" : " less") +
            " than the " + duration_text(t.pipeline_of_step) + " that the step counts";
  t.note += even ? ": the step lets hand-overs of filling and draining pass for free."
                 : ": here every stage has its own length, layers as they are dealt and the output head on "
                   "the last; the step takes the slowest stage and the mean of the others.";
}

void add_tail(Timeline& t, const Result& result) {
  for (const Cause cause : {Cause::DataParallel, Cause::Optimizer, Cause::HostStep}) {
    const BreakdownItem& item = result.breakdown[static_cast<std::size_t>(cause)];
    if (item.time > Seconds{})
      t.tail.push_back({"breakdown." + std::string(id_of(cause)), std::string(label_of(cause)), item.resource,
                        item.time.base()});
  }
}

// The rows of the breakdown that are communication of a micro-batch, dealt to passes and, by layers, to
// stages. What has no direction of its own goes as the time of the passes does.
void add_links(Timeline& t, const Problem& p, const StepTimes& step, const Result& result) {
  const StageTimes& s = step.stage;
  const double forward = s.forward() / (s.forward() + s.backward());
  struct Row {
    Cause cause;
    double forward;  // its share
  };
  const auto share = [&](const Passes& passes) {
    return passes.sum() > Seconds{} ? passes.forward / passes.sum() : forward;
  };
  for (const Row& row :
       {Row{Cause::TensorParallel, share(s.tensor)}, Row{Cause::ContextParallel, share(s.context)},
        Row{Cause::ExpertParallel, share(s.expert)}, Row{Cause::ShardedWeights, forward},
        Row{Cause::PipelineHandover, 0.5}}) {
    const BreakdownItem& item = result.breakdown[static_cast<std::size_t>(row.cause)];
    const auto link = item.resource == Resource::ScaleUp ? &LinkSeconds::scale_up : &LinkSeconds::scale_out;
    const double mean = item.time.base() / number(step.micro_batches);
    for (TimelineStage& stage : t.stages) {
      // Every stage hands over alike.
      const double layers = row.cause == Cause::PipelineHandover
                                ? 1
                                : number(stage.layers) * number(p.plan.pipeline) / number(p.layer_count);
      stage.forward_links.*link += mean * layers * row.forward;
      stage.backward_links.*link += mean * layers * (1 - row.forward);
    }
  }
}

}  // namespace

Timeline make_timeline(const Problem& p, const StepTimes& step, const Result& result) {
  Timeline t;
  const Plan& plan = p.plan;
  const PipelineShape shape{p.layer_count, plan.pipeline, plan.virtual_stages, plan.schedule};
  const std::vector<StageDurations> stages = durations(p, step, shape);
  const bool interleaved = plan.schedule == Schedule::OneForwardOneBackward;
  t.schedule = plan.pipeline == 1 ? "no pipeline" : std::string(label_of(plan.schedule));
  t.chunks = interleaved ? plan.virtual_stages : 1;
  if (interleaved && plan.pipeline > 1 && t.chunks == 1) t.schedule = "1F1B";
  t.micro_batches = step.micro_batches;
  t.pipeline_of_step =
      (number(step.micro_batches) * step.slowest_stage + step.bubble + step.handover).base() *
      (1 + step.jitter);

  const std::int64_t some = simulated_micro_batches(step.micro_batches, plan.pipeline);
  const Schedule schedule = plan.pipeline == 1 ? Schedule::OneForwardOneBackward : plan.schedule;
  // A stage without a pipeline runs whole micro-batches: chunks make no difference.
  SimulatedSchedule simulated = simulate({schedule, plan.pipeline == 1 ? 1 : t.chunks, some, stages});
  double slowest = 0;
  for (const StageDurations& s : stages) slowest = std::max(slowest, s.forward + s.backward);
  t.elided = step.micro_batches - some;
  t.elided_seconds = number(t.elided) * slowest;
  t.shown = simulated.makespan;
  t.cut = t.shown / 2;
  t.pipeline = t.shown + t.elided_seconds;
  if (!simulated.possible) t.pipeline = t.pipeline_of_step;
  // A stage's blocks come in the order of time.
  for (std::int32_t stage = 0; simulated.possible && stage < static_cast<std::int32_t>(stages.size());
       ++stage)
    for (const ScheduleBlock& block : simulated.blocks)
      if (block.stage == stage) t.blocks.push_back(block);
  for (std::size_t i = 0; i < stages.size(); ++i) {
    StageDurations both = stages[i];
    if (plan.schedule == Schedule::DualPipe) {
      const StageDurations& other = stages[stages.size() - 1 - i];
      both = {(both.forward + other.forward) / 2, (both.backward + other.backward) / 2, 0};
    }
    const double busy = number(step.micro_batches) * (both.forward + both.backward);
    t.stages.push_back({layers_on_stage(shape, static_cast<std::int64_t>(i)),
                        both.forward,
                        both.backward,
                        busy,
                        std::max(0.0, t.pipeline - busy),
                        {},
                        {}});
  }
  add_links(t, p, step, result);
  add_tail(t, result);
  add_note(t, p, stages);
  return t;
}

Table timeline_table(const Timeline& t) {
  Table table{"timeline",
              "Timeline",
              {{"stage", "Stage"},
               {"layers", "Layers", true},
               {"forward", "Forward of a micro-batch, s", true},
               {"backward", "Backward, s", true},
               {"busy", "Busy, s", true},
               {"scale_up", "of it " + t.scale_up + ", exposed, s", true},
               {"scale_out", "of it " + t.scale_out + ", exposed, s", true},
               {"waits", "Waits, s", true},
               {"share", "Waits, % of the pipeline", true}},
              {}};
  const auto link = [&t](const TimelineStage& s, double LinkSeconds::*of) {
    return significant(number(t.micro_batches) * (s.forward_links.*of + s.backward_links.*of));
  };
  for (std::size_t i = 0; i < t.stages.size(); ++i) {
    const TimelineStage& s = t.stages[i];
    table.rows.push_back({std::to_string(i), grouped(number(s.layers)), significant(s.forward),
                          significant(s.backward), significant(s.busy), link(s, &LinkSeconds::scale_up),
                          link(s, &LinkSeconds::scale_out), significant(s.waits),
                          fixed(s.waits / t.pipeline * 100, 1)});
  }
  table.rows.push_back({"Pipeline: " + t.schedule + ", " + grouped(number(t.micro_batches)) +
                            (t.micro_batches == 1 ? " micro-batch" : " micro-batches"),
                        "", "", "", significant(t.pipeline), "", "", "", ""});
  for (const TimelineTail& part : t.tail)
    table.rows.push_back({"Then: " + part.label, "", "", "", significant(part.seconds), "", "", "", ""});
  return table;
}

}  // namespace trireme
