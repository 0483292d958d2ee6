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

// The constants that the worked examples were computed with; the catalog's were fitted anew.
inline TrainingFactors specified_factors(const Accelerator& a) {
  const bool ampere = a.architecture == "ampere";
  TrainingFactors f = a.laws.training;
  f.gemm = ampere ? 0.996 : a.architecture == "hopper" ? 1.17 : 1.13;
  f.gemm_fp8 = 0.919, f.gemm_fp4 = 0.682, f.gemm_unaligned = 1.57;
  f.attention_forward = ampere ? 1.38 : 1.25;
  f.attention_backward = 4.02;
  f.elementwise_efficiency = 0.617;
  return f;
}
inline void use_specified_constants(Problem& p) {
  p.accelerator.laws.training = specified_factors(p.accelerator);
  Stack& s = p.stack;
  s.scan_factor = 4.68;
  s.host_per_layer = 878.0 * unit::microsecond, s.host_per_tp_layer = 3630.0 * unit::microsecond;
  s.host_per_moe_layer = 5090.0 * unit::microsecond, s.host_per_expert = 157.0 * unit::microsecond;
  s.host_dispatcher_factor = 1.29, s.host_fp8_factor = 1.44, s.host_graph_share = 0.295;
  if (s.attention_factor > 1) s.attention_factor = 1.76;
  p.attention_factor = (p.accelerator.architecture == "ampere" ? 1 : s.attention_factor) *
                       (p.training.attention_fp8 ? p.accelerator.laws.training.attention_fp8 : 1);
}

// The same of the serving specification. Its exchange had another law, and a factor for it.
inline void use_specified_serving_constants(Problem& p) {
  const auto us = [](double value) { return value * unit::microsecond; };
  const auto ms = [](double value) { return value * unit::millisecond; };
  Engine& e = p.engine;
  struct Specified {
    std::string_view id;
    double layer_us, host_per_step_us, host_per_sequence_us, request_ms;
  };
  constexpr Specified list[] = {
      {"tensorrt-llm", 20, 0, 14.1, 66}, {"tensorrt-llm-cpp", 68, 0, 0, 0}, {"vllm", 25, 0, 0, 19},
      {"sglang", 25, 0, 0, 270},         {"vllm-0", 46, 800, 83, 0},        {"eager", 6, 800, 290, 25}};
  for (const Specified& s : list)
    if (e.id == s.id) {
      e.layer = us(s.layer_us), e.host_per_step = us(s.host_per_step_us);
      e.host_per_sequence = us(s.host_per_sequence_us), e.request = ms(s.request_ms);
    }
  e.launch_per_layer = us(e.id == "eager" ? 390 : 0);
  e.latent_layer = us(11);
  e.skew = {.distinct = 0.74, .busiest = 1.73, .compute = 1.65, .narrow_kernel = 1.82};
  e.exchange_factor = 1;
  e.shares_whole_gpu = false;
  e.pipeline_imbalance = 0.018, e.stage_handover = us(15);
  e.first_token_steps = 1.6, e.bunching = 0.093, e.drain = 0.14;
  if (p.accelerator.laws.serving.bandwidth < 1) p.accelerator.laws.serving.bandwidth = 0.95;
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
  p.order = {{0, e.layers}};
  p.layer_count = e.layers;
  p.model_flops_per_token =
      model_flops_per_token(p.model, static_cast<double>(e.sequence), true).in(unit::flop);
  p.training = {.precision = e.precision, .sequence = e.sequence, .global_batch = e.batch};
  p.plan = e.plan;
  use_specified_constants(p);
  return p;
}

inline Problem problem_of(const CatalogExample& e) {
  Instance instance;
  instance.accelerators = 1;
  instance.scale_up_domain = e.domain;
  instance.scale_out_bandwidth = BytesPerSecond::from_base(e.network_bytes_per_s);
  Scenario scenario;
  scenario.training = e.training;
  scenario.plan = e.plan;
  scenario.cluster.instances = e.gpus;
  Problem p = assemble(scenario, {.model = find_by_id(catalog().models, e.model),
                                  .accelerator = find_by_id(catalog().accelerators, e.accelerator),
                                  .instance = &instance,
                                  .scale_up = find_by_id(catalog().links, "nvlink5"),
                                  .scale_out = find_by_id(catalog().links, e.network),
                                  .stack = find_by_id(catalog().stacks, "megatron-core")});
  use_specified_constants(p);
  return p;
}

}  // namespace trireme::test
