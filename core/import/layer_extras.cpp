// What some types add to the usual layers.
// SPDX-License-Identifier: MIT
#include "core/import/layer_extras.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace trireme::hf {
namespace {

// a * b, or the largest count when that is more: an absurd file must not overflow.
std::int64_t times(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t most = std::int64_t{1} << 60;
  return b > 0 && a > most / b ? most : a * b;
}

// Gemma 3n and 4: a small embedding of the token for every layer, gated into it.
void add_per_layer_embeddings(const TextConfig& c, const Shape& s, Stack& stack, Model& model) {
  const std::int64_t width = c.text.count_or("hidden_size_per_layer_input",
                                             c.text.mentions("hidden_size_per_layer_input") ? 0 : 256);
  if (width == 0) return;
  const std::int64_t vocabulary = c.text.count_or("vocab_size_per_layer_input", 262144);
  const std::int64_t all = times(s.layers, width);
  model.extra_embedding_parameters += times(vocabulary, all);
  model.extra_matrix_parameters += times(s.hidden, all);
  model.extra_vector_parameters += width;
  for (Layer& layer : stack) {
    layer.extra_matrix_parameters += times(2 * s.hidden, width);
    layer.norms += 1;
  }
}

// The last layers reuse keys and values of the last layer of their kind before them.
void share_kv(const TextConfig& c, const Shape& s, Stack& stack) {
  const std::int64_t shared = std::min(c.text.count_or("num_kv_shared_layers", 0), s.layers);
  const std::int64_t first = s.layers - shared;
  for (std::int64_t i = first; i < s.layers && shared > 0; ++i)
    stack[static_cast<std::size_t>(i)].mixer.shares_kv = true;
}

void gemma4(const TextConfig& c, const Shape& s, Stack& stack, Model& model) {
  share_kv(c, s, stack);
  const bool wide = c.text.flag_or("use_double_wide_mlp", false);
  for (Layer& layer : stack) {
    if (wide && layer.mixer.shares_kv) layer.feed_forward.width *= 2;
    if (layer.feed_forward.kind != FeedForwardKind::Moe) continue;
    // Router scales, and norms before the experts, after them, and after the dense branch.
    layer.extra_vector_parameters += s.hidden + layer.feed_forward.experts;
    layer.norms += 3;
  }
  add_per_layer_embeddings(c, s, stack, model);
}

// Gemma 3n: four residual streams (AltUp) and a low-rank side path (LAuReL). Layers that share keys and
// values still store projections for them.
void gemma3n(const TextConfig& c, const Shape& s, Stack& stack, Model& model) {
  share_kv(c, s, stack);
  const std::int64_t streams = std::clamp<std::int64_t>(c.text.count_or("altup_num_inputs", 4), 1, 64);
  const std::int64_t rank = c.text.count_or("laurel_rank", 64);
  for (Layer& layer : stack) {
    layer.extra_matrix_parameters += times(s.hidden, streams) + times(2 * s.hidden, rank);
    layer.extra_vector_parameters += streams * streams + streams * streams * streams;
    layer.norms += 3;  // after the side path, before the streams' router, and their output scale
    if (layer.mixer.shares_kv)
      layer.extra_vector_parameters +=
          times(2 * s.hidden, times(layer.mixer.kv_heads, layer.mixer.head_dim)) + layer.mixer.head_dim;
  }
  model.extra_matrix_parameters += times(2 * (streams - 1), times(s.hidden, s.hidden));
  add_per_layer_embeddings(c, s, stack, model);
}

// DeepSeek-V4: parallel residual streams, mixed before and after each half of a layer.
void hyper_connections(const TextConfig& c, const Shape& s, Stack& stack, Model& model) {
  const std::int64_t streams = std::clamp<std::int64_t>(c.text.count_or("hc_mult", 4), 0, 64);
  if (streams == 0) return;
  const std::int64_t mixes = (2 + streams) * streams;
  for (Layer& layer : stack) {
    layer.extra_matrix_parameters += times(2 * mixes, times(streams, s.hidden));
    layer.extra_vector_parameters += 2 * (mixes + 3);
  }
  model.extra_matrix_parameters += times(streams * streams, s.hidden);
  model.extra_vector_parameters += streams + 1;
}

// The first layers pick their experts from a table of the token, without a correction.
void hash_routing(const TextConfig& c, Stack& stack) {
  const auto first = static_cast<std::size_t>(c.text.count_or("num_hash_layers", 3));
  for (std::size_t i = 0; i < std::min(first, stack.size()); ++i) stack[i].feed_forward.router_bias = false;
}

// Zamba2: two transformer blocks, reused in turn before some of the Mamba layers. They read the hidden state
// and the embedding side by side; each use has adapters and a projection of its own, which stand with the
// Mamba layer.
void zamba2(const TextConfig& c, const Shape& s, const LayerPattern& pattern, Stack& stack) {
  const ConfigReader& t = c.text;
  const std::int64_t blocks = std::max<std::int64_t>(t.count_or("num_mem_blocks", 1), 1);
  const std::int64_t rank = t.count("adapter_rank").value_or(t.count_or("lora_rank", 128));
  const bool mlp_adapters =
      t.flag("use_shared_mlp_adapter").value_or(t.flag_or("use_shared_block_lora", true));
  const bool attention_adapters =
      t.flag("use_shared_attention_adapter").value_or(t.flag_or("use_shared_attention_lora", false));
  Stack all;
  std::int64_t uses = 0;
  for (std::size_t i = 0; i < stack.size(); ++i) {
    Layer layer = stack[i];
    if (pattern.kinds[i] == LayerKind::SharedBlock) {
      Layer block{.mixer = base_attention(c, s), .norms = 3, .reuses_weights = uses >= blocks};
      block.mixer.input = 2 * s.hidden;
      block.feed_forward = {.gated = s.gated, .width = s.width};
      all.push_back(block);
      layer.extra_matrix_parameters += times(s.hidden, s.hidden);
      if (mlp_adapters) layer.extra_matrix_parameters += times(rank, s.hidden + 2 * s.width);
      if (attention_adapters)
        layer.extra_matrix_parameters += times(3 * rank, 2 * s.hidden + times(s.heads, s.head_dim));
      ++uses;
    }
    all.push_back(layer);
  }
  stack = std::move(all);
}

// Llama 3.2 Vision: some layers attend to the image instead of the text.
void cross_attention_layers(const TextConfig& c, Stack& stack) {
  for (std::int64_t i : c.text.counts("cross_attention_layers")) {
    if (i >= static_cast<std::int64_t>(stack.size())) continue;
    Layer& layer = stack[static_cast<std::size_t>(i)];
    layer.cross = layer.mixer;
    layer.cross.qk_norm = true;
    layer.mixer = {.kind = MixerKind::None};
    layer.extra_vector_parameters += 2;  // two gates
  }
}

// Nemotron-NAS: attention and MLP of each layer were pruned or resized by a search.
void searched_blocks(const TextConfig& c, const Shape& s, Stack& stack) {
  const auto* blocks = c.text.find("block_configs");
  if (blocks == nullptr || !blocks->is_array()) return;
  for (std::size_t i = 0; i < std::min(stack.size(), blocks->size()); ++i) {
    const nlohmann::json& block = (*blocks)[i];
    const auto part = [&](std::string_view name, std::string_view field) -> const nlohmann::json* {
      if (!block.is_object()) return nullptr;
      const auto object = block.find(name);
      if (object == block.end() || !object->is_object()) return nullptr;
      const auto value = object->find(field);
      return value == object->end() || value->is_null() ? nullptr : &*value;
    };
    const auto is_set = [](const nlohmann::json* value) {
      return value != nullptr && value->is_boolean() && value->get<bool>();
    };
    Layer& layer = stack[i];
    if (is_set(part("attention", "no_op")) || is_set(part("attention", "replace_with_linear"))) {
      if (is_set(part("attention", "replace_with_linear")))
        layer.extra_matrix_parameters += times(s.hidden, s.hidden);
      else layer.norms -= 1;
      layer.mixer = {.kind = MixerKind::None};
    } else if (const auto* group = part("attention", "n_heads_in_group");
               group != nullptr && group->is_number_unsigned()) {
      layer.mixer.kv_heads = std::max<std::int64_t>(
          s.heads / std::clamp<std::int64_t>(group->get<std::int64_t>(), 1, s.heads), 1);
    }
    if (is_set(part("ffn", "no_op")) || is_set(part("ffn", "replace_with_linear"))) {
      if (is_set(part("ffn", "replace_with_linear")))
        layer.extra_matrix_parameters += times(s.hidden, s.hidden);
      else layer.norms -= 1;
      layer.feed_forward = {.kind = FeedForwardKind::None};
    } else if (const auto* factor = part("ffn", "ffn_mult"); factor != nullptr && factor->is_number()) {
      const double width =
          2 * std::clamp(factor->get<double>(), 0.0, 1000.0) * static_cast<double>(s.hidden) / 3;
      layer.feed_forward.width = (static_cast<std::int64_t>(width) + 255) / 256 * 256;
    }
  }
}

// LongCat: each layer has two attentions and two dense MLPs, with the experts beside the first.
void shortcut_experts(Stack& stack) {
  Stack all;
  for (const Layer& layer : stack) {
    Layer second = layer;
    second.feed_forward = {.gated = layer.feed_forward.gated, .width = layer.feed_forward.width};
    all.push_back(layer);
    all.push_back(second);
  }
  stack = std::move(all);
}

// RWKV: the channel mix has a receptance matrix and two mixes of its own.
void channel_mix(const Shape& s, Stack& stack) {
  for (Layer& layer : stack) {
    layer.extra_matrix_parameters += times(s.hidden, s.hidden);
    layer.extra_vector_parameters += 2 * s.hidden;
  }
}

}  // namespace

void add_layer_extras(const TextConfig& c, const Shape& s, const LayerPattern& pattern, Stack& stack,
                      Model& model) {
  if (c.is("gemma4_text")) gemma4(c, s, stack, model);
  if (c.is("gemma3n_text")) gemma3n(c, s, stack, model);
  if (c.is("deepseek_v4")) {
    hyper_connections(c, s, stack, model);
    hash_routing(c, stack);
  }
  if (c.is("zamba2")) zamba2(c, s, pattern, stack);
  if (c.is("mllama_text_model")) cross_attention_layers(c, stack);
  if (c.is("nemotron-nas") || c.text.has("block_configs")) searched_blocks(c, s, stack);
  if (c.is("longcat_flash")) shortcut_experts(stack);
  if (c.is("rwkv5")) channel_mix(s, stack);
  if (c.is("jamba"))
    for (Layer& layer : stack)
      if (layer.mixer.kind == MixerKind::Mamba1)
        layer.extra_vector_parameters +=
            layer.mixer.step_rank + 2 * layer.mixer.state;  // norms of step, B and C
}

}  // namespace trireme::hf
