// Shapes from columns, families from names. Source: training specification, section 1.
// SPDX-License-Identifier: MIT
#include "core/validation/train_model.h"

#include <algorithm>
#include <charconv>

namespace trireme {
namespace {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}
std::int64_t whole(const RowReader& row, std::string_view column, std::int64_t missing) {
  const auto value = row.number(column);
  return value ? static_cast<std::int64_t>(*value) : missing;
}

// GPT-n, MPT, BLOOM, Falcon, OPT and the Nemotrons that are no Llamas have plain MLPs of two matrices.
bool is_gated(std::string_view model) {
  if (model.starts_with("GPT-OSS")) return true;
  for (const std::string_view family : {"GPT", "Megatron", "MPT", "BLOOM", "Falcon", "OPT"})
    if (model.starts_with(family)) return false;
  return !contains(model, "Nemotron") || contains(model, "Llama");
}

// "hybrid(40 mamba2 + 40 latent-moe + 8 gqa)": the number before a kind; 0 without one.
std::int64_t count_before(std::string_view text, std::string_view kind) {
  const std::size_t at = text.find(kind);
  if (at == std::string_view::npos) return 0;
  std::size_t from = at;
  while (from > 0 && (text[from - 1] == ' ' || (text[from - 1] >= '0' && text[from - 1] <= '9'))) --from;
  while (from < at && text[from] == ' ') ++from;
  std::int64_t count = 0;
  std::from_chars(text.data() + from, text.data() + at, count);
  return count;
}

Mixer attention_mixer(const RowReader& row, std::string_view model, std::string_view attention,
                      std::int64_t hidden) {
  Mixer mixer;
  mixer.heads = whole(row, "heads", hidden == 14400 ? 32 : hidden == 13824 ? 64 : hidden / 128);
  mixer.kv_heads = whole(row, "kv_heads", mixer.heads);
  mixer.head_dim = whole(row, "head_dim", mixer.heads > 0 ? hidden / mixer.heads : 0);
  if (attention == "mla") {
    mixer.kind = MixerKind::LatentAttention;
    mixer.q_rank = contains(model, "Moonlight") ? 0 : 1536;
    mixer.kv_rank = 512, mixer.nope_dim = 128, mixer.rope_dim = 64, mixer.value_dim = 128;
    mixer.kv_heads = mixer.head_dim = 0;
  } else if (contains(attention, "compressed sparse")) {
    mixer.kind = MixerKind::CompressedAttention;
    mixer.q_rank = 1024, mixer.window = 128, mixer.compression = 4, mixer.index_topk = 512;
    mixer.output_groups = 8, mixer.output_rank = 1024;
  } else if (contains(attention, "gated-deltanet")) {
    mixer.output_gate = true;  // every layer is counted as gated attention
  }
  return mixer;
}

FeedForward experts(const RowReader& row, std::string_view model) {
  FeedForward moe;
  moe.kind = FeedForwardKind::Moe;
  moe.gated = is_gated(model);
  moe.bias = model.starts_with("GPT-OSS");
  moe.experts = whole(row, "experts", 0);
  moe.top_k = whole(row, "topk", 1);
  moe.expert_width = whole(row, "moe_ffn", 0);
  moe.shared_width = whole(row, "shared_experts", 0) * moe.expert_width;
  return moe;
}

// The kinds spread evenly over the depth: rows give their numbers, not their order.
std::vector<LayerRun> spread(const std::vector<LayerRun>& kinds, std::int64_t layers) {
  std::vector<LayerRun> order;
  std::vector<std::int64_t> taken(kinds.size(), 0);
  for (std::int64_t at = 1; at <= layers; ++at) {
    const auto lacks = [&](std::size_t kind) { return kinds[kind].count * at - taken[kind] * layers; };
    std::size_t next = 0;
    for (std::size_t kind = 1; kind < kinds.size(); ++kind)
      if (lacks(kind) > lacks(next)) next = kind;
    ++taken[next];
    order.push_back({1, kinds[next].layer});
  }
  return order;
}

// Nemotron 3: blocks of Mamba-2, experts and attention, each a layer of its own.
std::vector<LayerRun> hybrid_layers(const RowReader& row, std::string_view model, std::string_view attention,
                                    std::int64_t hidden, std::int64_t layers) {
  const std::int64_t attentions = count_before(attention, "gqa");
  std::int64_t mambas = count_before(attention, "mamba2");
  if (mambas == 0) mambas = (layers - attentions) / 2;
  const std::int64_t moes = layers - attentions - mambas;

  Layer mamba;
  mamba.mixer.kind = MixerKind::Mamba2;
  mamba.mixer.inner = contains(model, "Super")   ? 8192
                      : contains(model, "Ultra") ? 16384
                      : contains(model, "Nano")  ? 4096
                                                 : 2 * hidden;
  mamba.mixer.groups = 8, mamba.mixer.state = 128, mamba.mixer.state_heads = mamba.mixer.inner / 64;
  mamba.feed_forward.kind = FeedForwardKind::None;
  Layer full;
  full.mixer = attention_mixer(row, model, attention, hidden);
  full.feed_forward.kind = FeedForwardKind::None;
  Layer moe;
  moe.mixer.kind = MixerKind::None;
  moe.feed_forward = experts(row, model);
  moe.feed_forward.shared_width = 2 * moe.feed_forward.expert_width;
  if (contains(attention, "latent-moe")) moe.feed_forward.latent = contains(model, "Ultra") ? 2048 : 1024;
  return spread({{mambas, mamba}, {attentions, full}, {moes, moe}}, layers);
}

}  // namespace

std::optional<Model> train_model(const RowReader& row, std::string& reason) {
  const std::string_view name = row.text("model"), attention = row.text("attention");
  Model model;
  model.id = model.name = std::string(name);
  model.hidden = whole(row, "hidden", 0);
  model.vocabulary = whole(row, "vocab", 0);
  const std::int64_t layers = whole(row, "layers", 0);
  if (layers == 0 || model.hidden == 0 || model.vocabulary == 0) {
    reason = "layers, hidden or vocab is not given";
    return std::nullopt;
  }
  if (contains(attention, "mamba2")) {
    model.layers = hybrid_layers(row, name, attention, model.hidden, layers);
    return model;
  }

  Layer dense;
  dense.mixer = attention_mixer(row, name, attention, model.hidden);
  dense.feed_forward.gated = is_gated(name);
  dense.feed_forward.width = whole(row, "ffn", 0);
  Layer other = dense;
  std::int64_t dense_layers = layers;
  if (whole(row, "experts", 0) > 0) {
    other.feed_forward = experts(row, name);
    dense_layers = whole(row, "dense_layers", 0);
  } else if (dense.feed_forward.width == 0) {
    reason = "neither ffn nor experts is given";
    return std::nullopt;
  }
  if (dense_layers > 0) model.layers.push_back({dense_layers, dense});
  if (layers <= dense_layers) return model;
  if (contains(attention, "chunked")) {  // every fourth layer sees the whole context
    Layer chunked = other;
    chunked.mixer.chunk = 8192;
    const std::int64_t whole_layers = (layers - dense_layers) / 4;
    model.layers.push_back({layers - dense_layers - whole_layers, chunked});
    model.layers.push_back({whole_layers, other});
  } else {
    model.layers.push_back({layers - dense_layers, other});
  }
  return model;
}

}  // namespace trireme
