// The feed-forward of each layer.
// SPDX-License-Identifier: MIT
#include "core/import/feed_forward.h"

#include "core/import/config_keys.h"
#include "core/import/moe_placement.h"

#include <algorithm>
#include <string>
#include <utility>

namespace trireme::hf {
namespace {

// The one number in a list with one entry a layer, or the list where it matters.
struct PerLayer {
  std::int64_t first = 0;
  std::vector<std::int64_t> list;  // empty: all alike
};

PerLayer per_layer(const TextConfig& c, Names names) {
  PerLayer result;
  std::vector<std::int64_t> list = c.text.counts(names);
  if (list.empty()) return result;
  result.first = list.front();
  const bool alike = std::all_of(list.begin(), list.end(), [&](std::int64_t n) { return n == list.front(); });
  if (!alike) result.list = std::move(list);
  return result;
}

std::int64_t expert_count(const TextConfig& c) {
  if (const auto enabled = c.text.flag("enable_moe_block"); enabled == std::optional(false)) return 0;
  const PerLayer experts = per_layer(c, key::experts);
  if (!experts.list.empty()) {
    const std::int64_t most = *std::max_element(experts.list.begin(), experts.list.end());
    c.text.warn(c.text.present(key::experts),
                "Layers have different numbers of experts; all are counted with the most, " +
                    std::to_string(most) + ".");
    return most;
  }
  if (experts.first == 0 && c.text.present(key::experts).empty() && c.defaults.experts > 0 &&
      !c.text.mentions(key::experts[0]))
    return c.required(key::experts, c.defaults.experts);
  return experts.first;
}

std::int64_t expert_width(const TextConfig& c, const Shape& s) {
  if (const PerLayer width = per_layer(c, key::expert_width); width.first > 0) return width.first;
  if (c.defaults.expert_width > 0) return c.required(key::expert_width, c.defaults.expert_width);
  if (!s.width_given) {
    c.text.error(IssueCode::Inconsistent, key::expert_width[0],
                 "The width of the experts is missing, and so is intermediate_size.");
    return 1;
  }
  if (!c.family.width_is_expert)
    c.text.warn(c.text.present(key::width),
                "No key gives the width of the experts; this one is taken for it.");
  return s.width;
}

// Width of all shared experts of a layer: written down, or so many experts of the routed ones' width.
void read_shared(const TextConfig& c, FeedForwards& all) {
  const PerLayer count = per_layer(c, key::shared_experts);
  const auto width = c.text.count(key::shared_width);
  const auto times = [&](std::int64_t n) {
    return std::min(n, largest_count / std::max<std::int64_t>(all.moe.expert_width, 1)) *
           all.moe.expert_width;
  };
  if (width) {
    all.moe.shared_width = *width;
  } else {
    all.moe.shared_width = times(count.first > 0 ? count.first : c.family.shared_experts);
    for (std::int64_t n : count.list) all.shared_width_by_layer.push_back(times(n));
  }
  all.moe.shared_gate = c.family.shared_gate && all.moe.shared_width > 0;
}

void read_top_k(const TextConfig& c, FeedForwards& all) {
  const PerLayer top_k = per_layer(c, key::top_k);
  all.top_k_by_layer = top_k.list;
  all.moe.top_k = top_k.first;
  if (all.moe.top_k == 0) all.moe.top_k = c.required(key::top_k, c.defaults.top_k);
  const std::int64_t most =
      top_k.list.empty() ? all.moe.top_k : *std::max_element(top_k.list.begin(), top_k.list.end());
  if (most <= all.moe.experts) return;
  c.text.error(
      IssueCode::Inconsistent, c.text.present(key::top_k),
      "A token goes to " + std::to_string(most) + " experts of " + std::to_string(all.moe.experts) + ".");
  all.moe.top_k = all.moe.experts;
  all.top_k_by_layer.clear();
}

bool has_router_bias(const TextConfig& c) {
  for (std::string_view name :
       {"use_routing_bias", "use_expert_bias", "moe_router_enable_expert_bias", "use_moe_router_bias"})
    if (const auto bias = c.text.flag(name)) return *bias;
  return c.family.router_bias || c.text.text("topk_method") == "noaux_tc";
}

std::int64_t dense_width(const TextConfig& c, const Shape& s) {
  if (const auto width = c.text.count(key::dense_width); width && *width > 0) return *width;
  return s.width;
}

// LFM2 shrinks the stated width to two thirds and rounds up.
std::int64_t adjusted_width(const TextConfig& c, std::int64_t width) {
  if (!c.text.flag_or("block_auto_adjust_ff_dim", false)) return width;
  const double factor = std::clamp(c.text.number("block_ffn_dim_multiplier").value_or(1), 0.0, 1e3);
  const std::int64_t shrunk = 2 * width / 3;  // rounded down, as transformers does
  const auto two_thirds = static_cast<std::int64_t>(static_cast<double>(shrunk) * factor);
  const std::int64_t multiple = std::max<std::int64_t>(c.text.count_or("block_multiple_of", 256), 1);
  return (two_thirds + multiple - 1) / multiple * multiple;
}

}  // namespace

FeedForwards read_feed_forwards(const TextConfig& c, const Shape& s) {
  FeedForwards all;
  all.dense.gated = all.moe.gated = s.gated;
  all.dense.bias = s.mlp_bias;
  all.dense.width = adjusted_width(c, dense_width(c, s));
  all.width_by_layer = s.width_by_layer;
  all.is_moe.assign(static_cast<std::size_t>(s.layers), false);
  const std::int64_t experts = expert_count(c);
  if (experts > 1) {
    all.moe.kind = FeedForwardKind::Moe;
    all.moe.experts = experts;
    all.moe.expert_width = expert_width(c, s);
    all.moe.bias = c.family.expert_bias;
    all.moe.router_bias = has_router_bias(c);
    all.moe.latent = c.text.count(key::latent).value_or(0);
    read_top_k(c, all);
    read_shared(c, all);
    // Gemma 4 and LongCat: a dense MLP beside the experts in the same layer.
    if (c.is("gemma4_text") || c.is("longcat_flash")) all.moe.width = all.dense.width;
    all.is_moe = moe_placement(c, s);
  }
  const bool some_dense = std::find(all.is_moe.begin(), all.is_moe.end(), false) != all.is_moe.end();
  const bool needs_width = some_dense && !c.is("nemotron_h") && !c.is("mamba") && !c.is("mamba2") &&
                           !c.is("falcon_mamba") && !c.text.has("block_configs");
  if (needs_width && !s.width_given)
    c.text.error(IssueCode::Inconsistent, key::width[0], "It is missing, and there are dense layers.");
  return all;
}

FeedForward feed_forward_of(const FeedForwards& all, std::size_t layer) {
  if (layer < all.is_moe.size() && all.is_moe[layer]) {
    FeedForward f = all.moe;
    if (layer < all.top_k_by_layer.size()) f.top_k = all.top_k_by_layer[layer];
    if (layer < all.shared_width_by_layer.size()) f.shared_width = all.shared_width_by_layer[layer];
    return f;
  }
  FeedForward f = all.dense;
  if (layer < all.width_by_layer.size()) f.width = all.width_by_layer[layer];
  return f;
}

}  // namespace trireme::hf
