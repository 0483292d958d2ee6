// Shapes from columns, families from names. Source: inference specification, section 1.
// SPDX-License-Identifier: MIT
#include "core/validation/serve_model.h"

#include <algorithm>
#include <cmath>

namespace trireme {
namespace {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}
std::int64_t whole(const RowReader& row, std::string_view column, std::int64_t missing) {
  const auto value = row.number(column);
  return value ? static_cast<std::int64_t>(std::llround(*value)) : missing;
}

// Two matrices in GPT-J, GPT-NeoX, GPT-3, OPT, BLOOM, Falcon, three elsewhere.
bool is_gated(std::string_view model) {
  for (const std::string_view family : {"GPT-", "OPT", "BLOOM", "Falcon"})
    if (model.starts_with(family)) return false;
  return true;
}

std::int64_t leading_dense_layers(std::string_view attention) {
  if (contains(attention, "first 3 layers dense")) return 3;
  return contains(attention, "first layer dense") ? 1 : 0;
}

Mixer attention_mixer(const RowReader& row, std::string_view attention, std::int64_t hidden) {
  Mixer mixer;
  mixer.heads = whole(row, "heads", 0);
  mixer.kv_heads = whole(row, "kv_heads", mixer.heads);
  mixer.head_dim = whole(row, "head_dim", mixer.heads > 0 ? hidden / mixer.heads : 0);
  if (attention.starts_with("MLA")) {
    mixer.kind = MixerKind::LatentAttention;
    mixer.q_rank = 1536, mixer.kv_rank = 512, mixer.nope_dim = 128, mixer.rope_dim = 64,
    mixer.value_dim = 128;
    mixer.kv_heads = mixer.head_dim = 0;
  }
  return mixer;
}

// Qwen3.5: 64 value heads and 16 key heads of 128, a convolution over 4 tokens.
Mixer linear_mixer() {
  Mixer mixer;
  mixer.kind = MixerKind::LinearAttention;
  mixer.state_heads = 64, mixer.value_dim = 128, mixer.key_heads = 16, mixer.key_dim = 128, mixer.conv = 4;
  return mixer;
}

}  // namespace

std::optional<Model> serve_model(const RowReader& row, std::string& reason) {
  const std::string_view name = row.text("model"), attention = row.text("attention");
  Model model;
  model.id = model.name = std::string(name);
  model.hidden = whole(row, "hidden", 0);
  model.vocabulary = whole(row, "vocab", 0);
  const std::int64_t layers = whole(row, "layers", 0);
  if (layers == 0 || model.hidden == 0 || model.vocabulary == 0 || whole(row, "heads", 0) == 0) {
    reason = "layers, hidden, heads or vocab is not given";
    return std::nullopt;
  }

  Layer dense;
  dense.mixer = attention_mixer(row, attention, model.hidden);
  dense.feed_forward.gated = is_gated(name) || name.starts_with("GPT-OSS");
  dense.feed_forward.width = whole(row, "ffn", 0);
  Layer moe = dense;
  FeedForward& experts = moe.feed_forward;
  experts.experts = whole(row, "experts", 0);
  if (experts.experts > 0) {
    experts.kind = FeedForwardKind::Moe;
    experts.gated = true;
    experts.width = 0;
    experts.top_k = whole(row, "topk", 1);
    experts.expert_width = whole(row, "moe_ffn", whole(row, "ffn", 0));
    experts.shared_width = whole(row, "shared_experts", 0) * experts.expert_width;
  } else if (dense.feed_forward.width == 0) {
    reason = "neither ffn nor experts is given";
    return std::nullopt;
  }

  const bool alternate_moe = contains(attention, "MoE every 2nd layer");
  const std::int64_t leading = leading_dense_layers(attention);
  for (std::int64_t i = 0; i < layers; ++i) {
    const bool is_dense = experts.experts == 0 || i < leading || (alternate_moe && i % 2 == 0);
    Layer layer = is_dense ? dense : moe;
    const bool fourth = i % 4 == 3;
    if (contains(attention, "alternating sliding window") && i % 2 == 0) layer.mixer.window = 128;
    if (contains(attention, "chunked 8192") && !fourth) layer.mixer.chunk = 8192;
    if (contains(attention, "gated linear attention")) {
      if (fourth) layer.mixer.output_gate = true;
      else layer.mixer = linear_mixer();
    }
    if (!model.layers.empty() && model.layers.back().layer == layer) ++model.layers.back().count;
    else model.layers.push_back({1, layer});
  }
  return model;
}

}  // namespace trireme
