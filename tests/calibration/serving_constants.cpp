// SPDX-License-Identifier: MIT
#include "tests/calibration/serving_constants.h"

namespace trireme::calibration {
namespace {

constexpr double us = 1e-6, ms = 1e-3;
constexpr double sd = 0.5;  // weak: a factor of 1.6

bool is_engine(const Problem& p, std::string_view id) { return p.engine.id == id; }

}  // namespace

// Priors are the values of the inference specification.
const std::vector<Constant>& serving_constants() {
  static const std::vector<Constant> list{
      {"layer, TensorRT-LLM", 20 * us, sd,
       [](Problem& p) { return is_engine(p, "tensorrt-llm") ? base(p.engine.layer) : nullptr; }},
      {"layer, TensorRT-LLM C++", 68 * us, sd,
       [](Problem& p) { return is_engine(p, "tensorrt-llm-cpp") ? base(p.engine.layer) : nullptr; }},
      {"layer, vLLM", 25 * us, sd,
       [](Problem& p) { return is_engine(p, "vllm") ? base(p.engine.layer) : nullptr; }},
      {"layer, SGLang", 25 * us, sd,
       [](Problem& p) { return is_engine(p, "sglang") ? base(p.engine.layer) : nullptr; }},
      {"layer, vLLM before 0.9", 46 * us, sd,
       [](Problem& p) { return is_engine(p, "vllm-0") ? base(p.engine.layer) : nullptr; }},
      {"latent_layer", 11 * us, sd, [](Problem& p) { return base(p.engine.latent_layer); }},
      {"launch_per_layer, eager", 390 * us, sd,
       [](Problem& p) { return is_engine(p, "eager") ? base(p.engine.launch_per_layer) : nullptr; }},
      {"host_per_step, vLLM before 0.9", 800 * us, sd,
       [](Problem& p) { return is_engine(p, "vllm-0") ? base(p.engine.host_per_step) : nullptr; }},
      {"host_per_sequence, TensorRT-LLM", 14.1 * us, sd,
       [](Problem& p) { return is_engine(p, "tensorrt-llm") ? base(p.engine.host_per_sequence) : nullptr; }},
      {"host_per_sequence, vLLM before 0.9", 83 * us, sd,
       [](Problem& p) { return is_engine(p, "vllm-0") ? base(p.engine.host_per_sequence) : nullptr; }},
      {"host_per_sequence, eager", 290 * us, sd,
       [](Problem& p) { return is_engine(p, "eager") ? base(p.engine.host_per_sequence) : nullptr; }},
      {"bandwidth_factor of borrowed tables", 0.95, 0.1,
       [](Problem& p) {
         double& factor = p.accelerator.laws.serving.bandwidth;
         return factor != 1 ? &factor : nullptr;
       }},
      {"expert_compute_factor", 1.65, sd,
       [](Problem& p) { return has_experts(p) ? &p.engine.skew.compute : nullptr; }},
      {"busiest_rank_factor", 1.73, sd,
       [](Problem& p) { return has_experts(p) && p.serving.expert > 1 ? &p.engine.skew.busiest : nullptr; }},
      {"narrow_expert_factor", 1.82, sd,
       [](Problem& p) { return has_experts(p) ? &p.engine.skew.narrow_kernel : nullptr; }},
      {"drain_share", 0.14, sd,
       [](Problem& p) { return p.serving.load == Load::Offline ? &p.engine.drain : nullptr; }},
      {"first_token_steps", 1.6, sd, [](Problem& p) { return &p.engine.first_token_steps; }},
      {"bunching_share", 0.093, sd, [](Problem& p) { return &p.engine.bunching; }},
      {"request, TensorRT-LLM", 66 * ms, sd,
       [](Problem& p) { return is_engine(p, "tensorrt-llm") ? base(p.engine.request) : nullptr; }},
      {"request, vLLM", 19 * ms, sd,
       [](Problem& p) { return is_engine(p, "vllm") ? base(p.engine.request) : nullptr; }},
      {"request, SGLang", 270 * ms, sd,
       [](Problem& p) { return is_engine(p, "sglang") ? base(p.engine.request) : nullptr; }},
      {"request, eager", 25 * ms, sd,
       [](Problem& p) { return is_engine(p, "eager") ? base(p.engine.request) : nullptr; }},
  };
  return list;
}

}  // namespace trireme::calibration
