// Serving problems from catalog entries.
// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/problems.h"

namespace trireme::test {

inline Problem serving_problem(const char* model, const char* instance, std::int64_t instances,
                               const Serving& serving) {
  Scenario scenario;
  scenario.regime = Regime::Serve;
  scenario.serving = serving;
  scenario.cluster.instances = instances;
  const Catalog& c = catalog();
  const Instance* machine = find_by_id(c.instances, instance);
  return assemble(scenario, {.model = find_by_id(c.models, model),
                             .accelerator = find_by_id(c.accelerators, machine->accelerator),
                             .instance = machine,
                             .scale_up = find_by_id(c.links, machine->scale_up_link),
                             .scale_out = find_by_id(c.links, machine->scale_out_link),
                             .stack = find_by_id(c.stacks, "megatron-core"),
                             .engine = find_by_id(c.engines, serving.engine.id)});
}

}  // namespace trireme::test
