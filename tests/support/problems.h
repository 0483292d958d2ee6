// Problems for tests, made from the embedded catalog.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/catalog/catalog.h"
#include "core/scenario/assemble.h"
#include "core/scenario/problem.h"
#include "core/scenario/resolve.h"
#include "core/workload/model_flops.h"
#include "tests/support/catalog_examples.h"
#include "tests/support/worked_examples.h"

namespace trireme::test {

inline const Catalog& catalog() {
  static const Checked<Catalog> checked = builtin_catalog();
  return *checked.value;
}

inline Problem problem_of(const Scenario& scenario) {
  Checked<Problem> resolved = resolve(scenario, catalog());
  return resolved.value ? *resolved.value : Problem{};
}

// The network is given as a rate per GPU, so that the example's own figure is met exactly.
inline Problem problem_of(const WorkedExample& e) {
  Problem p;
  p.accelerator = *find_by_id(catalog().accelerators, e.accelerator);
  p.stack = *find_by_id(catalog().stacks, e.stack);
  p.stack.gradient_bytes_timing = e.gradient_timing_bytes;
  p.stack.gradient_bytes_memory = e.gradient_memory_bytes;
  p.instance.accelerators = 1;
  p.instance.scale_up_domain = e.domain;
  p.instance.scale_out_bandwidth = BytesPerSecond::from_base(e.network_bytes_per_s);
  p.instances = e.gpus;
  p.scale_up = *find_by_id(catalog().links, "nvlink4");
  p.scale_out = *find_by_id(catalog().links, "infiniband-ndr");
  p.scale_out.efficiency = 1;
  Layer layer;
  layer.mixer.heads = e.heads;
  layer.mixer.kv_heads = e.kv_heads;
  layer.mixer.head_dim = e.head_dim;
  layer.feed_forward.width = e.width;
  layer.feed_forward.gated = e.gated;
  p.model.hidden = e.hidden;
  p.model.vocabulary = e.vocabulary;
  p.model.layers = {{e.layers, layer}};
  p.layers = {{layer, e.layers}};
  p.layer_count = e.layers;
  p.model_flops_per_token =
      model_flops_per_token(p.model, static_cast<double>(e.sequence), true).in(unit::flop);
  p.training = {.precision = e.precision, .sequence = e.sequence, .global_batch = e.batch};
  p.plan = e.plan;
  p.attention_factor = p.accelerator.architecture == "ampere" ? 1 : p.stack.attention_factor;
  return p;
}

inline Problem problem_of(const CatalogExample& e) {
  Instance instance;
  instance.accelerators = 1;
  instance.scale_up_domain = e.domain;
  instance.scale_out_bandwidth = BytesPerSecond::from_base(e.network_bytes_per_s);
  // The network's rate already includes what large messages reach of it.
  Link network = *find_by_id(catalog().links, e.network);
  network.all_to_all_efficiency /= network.efficiency;
  network.nccl_all_to_all_efficiency /= network.efficiency;
  network.efficiency = 1;
  Scenario scenario;
  scenario.training = e.training;
  scenario.plan = e.plan;
  scenario.cluster.instances = e.gpus;
  return assemble(scenario, {.model = find_by_id(catalog().models, e.model),
                             .accelerator = find_by_id(catalog().accelerators, e.accelerator),
                             .instance = &instance,
                             .scale_up = find_by_id(catalog().links, "nvlink5"),
                             .scale_out = &network,
                             .stack = find_by_id(catalog().stacks, "megatron-core")});
}

}  // namespace trireme::test
