// Which fields have an effect.
// SPDX-License-Identifier: MIT
#include "core/scenario/idle_fields.h"

#include "core/scenario/fields.h"

namespace trireme {

std::vector<std::string_view> idle_fields(const Problem& p) {
  std::vector<std::string_view> idle;
  const Scenario all;
  const auto unless = [&idle](bool needed, std::initializer_list<std::string_view> paths) {
    if (!needed) idle.insert(idle.end(), paths);
  };
  if (p.regime == Regime::Serve) {
    for_each_field(all, [&](const FieldInfo& info, const auto&) {
      for (const std::string_view other : {"training.", "plan.", "stack", "run.tokens"})
        if (info.path.starts_with(other)) idle.push_back(info.path);
    });
    const Serving& s = p.serving;
    const bool disaggregated = s.prefill_engines > 0;
    unless(s.load == Load::Rate, {"serving.rate"});
    unless(s.load == Load::Concurrency || s.load == Load::Batch, {"serving.concurrency"});
    unless(s.load == Load::Concurrency && !disaggregated, {"serving.poisson"});
    unless(s.load == Load::Offline, {"serving.requests"});
    unless(s.draft_tokens > 0, {"serving.accepted"});
    unless(disaggregated, {"serving.prefill_tensor", "serving.prefill_attention_data"});
    unless(has_experts(p), {"serving.expert", "serving.attention_data"});
    unless(s.weights != CheckpointFormat::Bf16, {"serving.attention_weights"});
    return idle;
  }
  for_each_field(all, [&](const FieldInfo& info, const auto&) {
    if (info.path.starts_with("serving.")) idle.push_back(info.path);
  });
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
