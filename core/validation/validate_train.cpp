// Errors of step times and memory.
// SPDX-License-Identifier: MIT
#include "core/validation/validate_train.h"

#include "core/regime/pretrain_memory.h"
#include "core/validation/train_runs.h"

namespace trireme {
namespace {

std::string gpu_count_class(std::int64_t gpus) {
  if (gpus <= 8) return "1-8 GPUs";
  if (gpus <= 64) return "9-64 GPUs";
  if (gpus <= 256) return "65-256 GPUs";
  return gpus <= 1024 ? "257-1024 GPUs" : "> 1024 GPUs";
}

}  // namespace

Checked<Validation> validate_train(const MeasuredTable& table, const Catalog& catalog) {
  Checked<Validation> checked;
  TrainRuns list = read_train_runs(table, catalog, checked.issues);
  Validation validation;
  validation.groupings = {"source", "gpu", "precision", "stack", "kind", "model", "scale"};
  validation.skipped = std::move(list.skipped);
  Metric steps{"step_time", "step time", "s", {}};
  Metric memory{"memory", "memory of the fullest GPU", "B", {}};
  for (const TrainRun& run : list.runs) {
    const Problem& p = run.problem;
    const StepTimes step = training_step(p);
    const std::vector<std::string> groups{run.family,
                                          run.gpu,
                                          std::string(id_of(p.training.precision)),
                                          p.stack.id,
                                          has_experts(p) ? "MoE" : "dense",
                                          run.model,
                                          gpu_count_class(p.accelerators())};
    if (run.step) steps.rows.push_back({run.id, run.step->base(), step.total.base(), groups});
    if (!run.memory) continue;
    Bytes predicted = fullest_rank(p, step).map.total;
    if (run.reserved) predicted += p.stack.memory_reserved_overhead;
    memory.rows.push_back({run.id, run.memory->base(), predicted.base(), groups});
  }
  validation.metrics = {std::move(steps), std::move(memory)};
  checked.value = std::move(validation);
  return checked;
}

}  // namespace trireme
