// Search of the smallest change that fits.
// SPDX-License-Identifier: MIT
#include "core/report/memory_fixes.h"

#include <algorithm>

#include "core/result/evaluate.h"
#include "core/result/serving_result.h"
#include "core/scenario/resolve.h"

namespace trireme {
namespace {

struct Change {
  std::string words;
  Scenario scenario;
};

// Changes of one scenario, without those that change nothing.
struct Changes {
  const Scenario& from;
  std::vector<Change> list;
  template <class Edit>
  void add(std::string words, Edit&& edit) {
    Scenario changed = from;
    edit(changed);
    if (!(changed == from)) list.push_back({std::move(words), std::move(changed)});
  }
};

std::vector<Change> serving_changes(const Scenario& s) {
  Changes changes{s, {}};
  for (const CheckpointFormat format :
       {CheckpointFormat::Fp8, CheckpointFormat::Fp8Block, CheckpointFormat::Nvfp4, CheckpointFormat::Int4})
    changes.add("a checkpoint in " + std::string(label_of(format)),
                [&](Scenario& c) { c.serving.weights = format; });
  changes.add("an FP8 cache", [](Scenario& c) { c.serving.cache = CacheChoice::Fp8; });
  for (const std::int64_t factor : {2, 4, 8}) {
    const auto multiplied = [&](const char* name, std::int64_t Serving::*degree) {
      changes.add(std::string(name) + " " + std::to_string(s.serving.*degree * factor),
                  [&](Scenario& c) { c.serving.*degree *= factor; });
    };
    multiplied("TP", &Serving::tensor);
    multiplied("PP", &Serving::pipeline);
    multiplied("EP", &Serving::expert);
  }
  return std::move(changes.list);
}

std::vector<Change> single_changes(const Scenario& s) {
  if (s.regime == Regime::Serve) return serving_changes(s);
  Changes changes{s, {}};
  const auto add = [&](std::string words, auto&& edit) { changes.add(std::move(words), edit); };
  add("selective recompute", [](Scenario& c) {
    if (c.plan.recompute == Recompute::None) c.plan.recompute = Recompute::Selective;
  });
  add("full recompute", [](Scenario& c) { c.plan.recompute = Recompute::Full; });
  add("a distributed optimizer", [](Scenario& c) {
    if (c.plan.sharding == Sharding::None) c.plan.sharding = Sharding::Optimizer;
  });
  add("FSDP", [](Scenario& c) { c.plan.sharding = Sharding::Full; });
  add("sequence parallelism", [](Scenario& c) {
    if (c.plan.tensor > 1) c.plan.sequence_parallel = true;
  });
  for (const std::int64_t factor : {2, 4, 8}) {
    const auto doubled = [&](const char* name, std::int64_t Plan::*degree) {
      add(std::string(name) + " " + std::to_string(s.plan.*degree * factor),
          [&](Scenario& c) { c.plan.*degree *= factor; });
    };
    doubled("TP", &Plan::tensor);
    doubled("CP", &Plan::context);
    doubled("PP", &Plan::pipeline);
    doubled("EP", &Plan::expert);
    if (s.plan.micro_batch % factor == 0)
      add("a micro-batch of " + std::to_string(s.plan.micro_batch / factor),
          [&](Scenario& c) { c.plan.micro_batch /= factor; });
  }
  return std::move(changes.list);
}

void keep_fitting(const std::vector<Change>& changes, const Catalog& catalog, std::vector<MemoryFix>& fixes) {
  for (const Change& change : changes) {
    const Checked<Problem> resolved = resolve(change.scenario, catalog);
    if (!resolved.ok()) continue;
    if (resolved.value->regime == Regime::Serve) {
      const ServingResult result = evaluate_serving(*resolved.value);
      if (result.times.memory.fits())
        fixes.push_back(
            {change.words, change.scenario, result.times.tpot.base(), result.memory.total.base()});
      continue;
    }
    const Result result = evaluate(*resolved.value);
    if (result.memory.fits())
      fixes.push_back({change.words, change.scenario, result.step.base(), result.memory.total.base()});
  }
}

}  // namespace

std::vector<MemoryFix> memory_fixes(const Scenario& scenario, const Catalog& catalog, std::size_t count) {
  std::vector<MemoryFix> fixes;
  keep_fitting(single_changes(scenario), catalog, fixes);
  if (fixes.empty() && scenario.regime == Regime::Pretrain) {
    Scenario recomputed = scenario;
    recomputed.plan.recompute = Recompute::Full;
    std::vector<Change> pairs = single_changes(recomputed);
    for (Change& pair : pairs) pair.words += " with full recompute";
    keep_fitting(pairs, catalog, fixes);
  }
  std::vector<MemoryFix> cheapest;
  while (!fixes.empty() && cheapest.size() < count) {
    const auto best = std::min_element(
        fixes.begin(), fixes.end(),
        [](const MemoryFix& a, const MemoryFix& b) { return a.step_seconds < b.step_seconds; });
    cheapest.push_back(std::move(*best));
    fixes.erase(best);
  }
  return cheapest;
}

}  // namespace trireme
