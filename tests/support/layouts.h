// Scenarios of different kinds, for what must hold in all of them.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/scenario/scenario.h"

namespace trireme::test {

struct NamedScenario {
  std::string name;
  Scenario scenario;
};

// Dense and MoE, with and without a pipeline, over one tier and over two.
inline std::vector<NamedScenario> layouts() {
  std::vector<NamedScenario> list{{"dense, TP CP PP interleaved", Scenario{}}};
  const auto add = [&list](const char* name, const char* model, std::int64_t instances, std::int64_t batch) {
    Scenario s;
    s.model.id = model;
    s.cluster.instances = instances;
    s.training.global_batch = batch;
    s.plan = Plan{};
    list.push_back({name, s});
    return &list.back().scenario.plan;
  };
  add("dense, DP", "llama-3.1-8b", 2, 64)->sharding = Sharding::None;
  add("dense, FSDP with copies", "llama-3.1-8b", 4, 64)->sharding = Sharding::Full;
  list.back().scenario.plan.sharding_group = 8;
  Plan* plan = add("dense, PP that divides", "llama-3.1-8b", 2, 64);
  plan->pipeline = 4, plan->tensor = 2;
  plan = add("dense, PP with full recompute", "llama-3.1-70b", 8, 128);
  plan->pipeline = 4, plan->tensor = 4, plan->recompute = Recompute::Full;
  plan = add("MoE, EP in a node", "deepseek-v3", 32, 512);
  plan->pipeline = 8, plan->expert = 8, plan->tensor = 2;
  plan = add("MoE, EP over nodes, NCCL", "deepseek-v3", 64, 1024);
  plan->pipeline = 8, plan->expert = 32, plan->dispatcher = Dispatcher::Nccl;
  plan = add("MoE, EP over nodes, DeepEP, repeated", "deepseek-v3", 64, 1024);
  plan->pipeline = 8, plan->expert = 64, plan->dispatcher = Dispatcher::DeepEp;
  plan->recompute = Recompute::Selective, plan->recompute_modules = {RecomputeModule::Moe};
  plan = add("MoE, DualPipe", "deepseek-v3", 64, 1024);
  plan->pipeline = 8, plan->expert = 16, plan->schedule = Schedule::DualPipe;
  plan = add("MoE, UCCL, zero bubble", "deepseek-v3", 32, 512);
  plan->pipeline = 4, plan->expert = 16, plan->dispatcher = Dispatcher::Uccl,
  plan->schedule = Schedule::ZeroBubble;
  return list;
}

}  // namespace trireme::test
