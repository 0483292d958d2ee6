// Fills in what the cost models need beside the named parts.
// SPDX-License-Identifier: MIT
#include "core/scenario/assemble.h"

#include <algorithm>

#include "core/workload/model_flops.h"
#include "core/workload/parameters.h"

namespace trireme {
namespace {

Price price_of(const Scenario& s, const Instance& instance) {
  if (s.run.usd_per_instance_hour > 0) {
    Price own;
    own.kind = "own";
    own.usd_per_hour = s.run.usd_per_instance_hour * unit::usd;
    own.note = "set by the user";
    return own;
  }
  for (const Price& price : instance.prices)
    if (price.kind == "on_demand") return price;
  return instance.prices.empty() ? Price{} : instance.prices.front();
}

// An MTP layer is one more decoder layer of the last kind. Serving counts it with the drafts.
void add_mtp(Problem& p) {
  if (p.regime != Regime::Pretrain) return;
  p.mtp_layers = p.training.mtp ? p.model.mtp_layers : 0;
  if (p.mtp_layers == 0 || p.model.layers.empty()) return;
  const std::size_t last = p.order.back().kind;
  p.layers[last].count += p.mtp_layers;
  p.order.push_back({last, p.mtp_layers});
}

void set_order(Problem& p) {
  for (const LayerRun& run : p.model.layers) {
    std::size_t kind = 0;
    while (!(p.layers[kind].layer == run.layer)) ++kind;
    p.order.push_back({kind, run.count});
  }
}

}  // namespace

Problem assemble(const Scenario& s, const Parts& parts) {
  Problem p;
  p.regime = s.regime;
  p.model = *parts.model;
  p.accelerator = *parts.accelerator;
  p.instance = *parts.instance;
  if (parts.scale_up) p.scale_up = *parts.scale_up;
  if (parts.scale_out) p.scale_out = *parts.scale_out;
  if (parts.stack) p.stack = *parts.stack;
  if (parts.engine) p.engine = *parts.engine;
  p.training = s.training;
  p.plan = s.plan;
  p.serving = s.serving;
  p.instances = s.cluster.instances;
  p.run = s.run;
  p.price = price_of(s, p.instance);
  p.layers = merged_layers(p.model.layers);
  set_order(p);
  add_mtp(p);
  for (const LayerKind& kind : p.layers) p.layer_count += kind.count;
  if (p.regime == Regime::Serve) {
    const ParameterCount count = parameter_count(p.model);
    p.parameters_total = count.total;
    p.parameters_active = count.active;
    return p;
  }
  const bool newer_kernels = p.accelerator.architecture != "ampere";
  p.attention_factor = (newer_kernels ? p.stack.attention_factor : 1) *
                       (s.training.attention_fp8 ? p.accelerator.laws.training.attention_fp8 : 1);
  const ParameterCount count = parameter_count(p.model);
  p.parameters_total = count.total;
  p.parameters_active = count.active;
  p.model_flops_per_token =
      model_flops_per_token(p.model, static_cast<double>(s.training.sequence), true).in(unit::flop);
  return p;
}

std::vector<LayerKind> merged_layers(const std::vector<LayerRun>& runs) {
  std::vector<LayerKind> kinds;
  for (const LayerRun& run : runs) {
    const auto same =
        std::find_if(kinds.begin(), kinds.end(), [&](const LayerKind& k) { return k.layer == run.layer; });
    if (same != kinds.end()) same->count += run.count;
    else kinds.push_back({run.layer, run.count});
  }
  return kinds;
}

}  // namespace trireme
