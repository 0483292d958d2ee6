// SPDX-License-Identifier: MIT
// Invariants of the training model over many layouts.
#include <doctest/doctest.h>

#include "core/result/evaluate.h"
#include "tests/support/problems.h"

using namespace trireme;

namespace {

// Layouts of three models on three machines that resolve.
std::vector<Problem> layouts() {
  std::vector<Problem> list;
  for (const char* model : {"llama-3.1-8b", "llama-3.1-70b", "llama-3.1-405b"})
    for (const char* instance : {"p5.48xlarge", "p6-b300.48xlarge", "gb200-nvl72"})
      for (const std::int64_t tensor : {1, 4, 8})
        for (const std::int64_t pipeline : {1, 4})
          for (const std::int64_t context : {1, 2})
            for (const Sharding sharding : {Sharding::None, Sharding::Optimizer, Sharding::Full}) {
              Scenario s;
              s.model.id = model;
              s.cluster = {{instance}, 32};
              s.plan.tensor = tensor, s.plan.pipeline = pipeline, s.plan.context = context;
              s.plan.virtual_stages = 1;
              s.plan.sharding = sharding;
              s.training.global_batch = 1024;
              const auto resolved = resolve(s, test::catalog());
              if (resolved.ok()) list.push_back(*resolved.value);
            }
  return list;
}

// The step after a change, which must not be longer.
template <class Change>
void never_slower(Change change) {
  for (Problem p : layouts()) {
    const Seconds before = evaluate(p).step;
    change(p);
    CHECK(evaluate(p).step <= before * (1 + 1e-12));
  }
}

}  // namespace

TEST_CASE("There are layouts to test") { CHECK(layouts().size() > 150); }

TEST_CASE("Better hardware never slows a step down") {
  never_slower([](Problem& p) { p.accelerator.hbm_bandwidth *= 2; });
  never_slower([](Problem& p) { p.accelerator.scale_up_bandwidth *= 2; });
  never_slower([](Problem& p) { p.instance.scale_out_bandwidth *= 2; });
  never_slower([](Problem& p) { p.accelerator.bf16_dense *= 2, p.accelerator.fp8_dense *= 2; });
  never_slower([](Problem& p) { p.stack.host_per_layer *= 0.5; });
}

TEST_CASE("A step is never faster than the dense peak allows") {
  for (const Problem& p : layouts()) {
    const Result result = evaluate(p);
    CHECK(result.mfu > 0);
    CHECK(result.mfu < 1);
  }
}

TEST_CASE("Sharding more never needs more memory for states") {
  for (Problem p : layouts()) {
    if (p.plan.sharding != Sharding::None) continue;
    const auto optimizer_bytes = [](const Problem& q) {
      return evaluate(q).memory.items[static_cast<std::size_t>(MemoryItem::Optimizer)];
    };
    const Bytes whole = optimizer_bytes(p);
    p.plan.sharding = Sharding::Optimizer;
    const Bytes split = optimizer_bytes(p);
    p.plan.sharding = Sharding::Full;
    CHECK(split <= whole);
    CHECK(optimizer_bytes(p) <= split);
  }
}

TEST_CASE("Recompute trades memory for time") {
  for (Problem p : layouts()) {
    const Result none = evaluate(p);
    p.plan.recompute = Recompute::Full;
    const Result full = evaluate(p);
    CHECK(full.step > none.step);
    CHECK(full.memory.items[static_cast<std::size_t>(MemoryItem::Activations)] <
          none.memory.items[static_cast<std::size_t>(MemoryItem::Activations)]);
  }
}

TEST_CASE("Switches of a parallelism change nothing at degree one") {
  for (Problem p : layouts()) {
    if (p.plan.tensor != 1) continue;
    const Seconds before = evaluate(p).step;
    p.plan.overlap_tensor = Switch::Off;
    p.plan.sequence_parallel = false;
    CHECK(evaluate(p).step == before);
  }
}
