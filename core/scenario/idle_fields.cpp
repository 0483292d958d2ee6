// Which fields have an effect.
// SPDX-License-Identifier: MIT
#include "core/scenario/idle_fields.h"

namespace trireme {

std::vector<std::string_view> idle_fields(const Problem& p) {
  std::vector<std::string_view> idle;
  const auto unless = [&idle](bool needed, std::initializer_list<std::string_view> paths) {
    if (!needed) idle.insert(idle.end(), paths);
  };
  unless(has_experts(p),
         {"plan.expert", "plan.expert_tensor", "plan.dispatcher", "plan.overlap_expert", "training.routing"});
  unless(p.model.mtp_layers > 0, {"training.mtp"});
  unless(p.training.method != TrainingMethod::Full, {"training.lora_rank"});
  unless(p.plan.pipeline > 1, {"plan.schedule"});
  unless(p.plan.recompute == Recompute::Selective, {"plan.recompute_modules"});
  unless(p.plan.sharding == Sharding::Full || p.plan.sharding == Sharding::Gradients,
         {"plan.sharding_group"});
  unless(!is_16_bit(p.training.precision), {"plan.fp8_weight_gather", "training.attention_fp8"});
  return idle;
}

}  // namespace trireme
