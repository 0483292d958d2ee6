// Models whose counts are published to the last digit, built by hand from their papers and model cards.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/catalog/model.h"

namespace trireme::test {

struct DenseShape {
  std::int64_t layers, hidden, heads, kv_heads, head_dim, width, vocabulary;
};

inline Layer dense_layer(const DenseShape& s) {
  Layer layer;
  layer.mixer = {.heads = s.heads, .kv_heads = s.kv_heads, .head_dim = s.head_dim};
  layer.feed_forward.width = s.width;
  return layer;
}

inline Model dense_model(const DenseShape& s) {
  Model model;
  model.hidden = s.hidden;
  model.vocabulary = s.vocabulary;
  model.layers = {{s.layers, dense_layer(s)}};
  return model;
}

inline Model llama_3_1_8b() { return dense_model({32, 4096, 32, 8, 128, 14336, 128256}); }
inline Model llama_3_1_70b() { return dense_model({80, 8192, 64, 8, 128, 28672, 128256}); }
inline Model llama_3_1_405b() { return dense_model({126, 16384, 128, 8, 128, 53248, 128256}); }
inline Model llama_2_70b() { return dense_model({80, 8192, 64, 8, 128, 28672, 32000}); }
inline Model llama_7b() { return dense_model({32, 4096, 32, 32, 128, 11008, 32000}); }

inline Model qwen1_5_72b() {
  Model model = dense_model({80, 8192, 64, 64, 128, 24576, 152064});
  model.layers[0].layer.mixer.qkv_bias = true;
  return model;
}

inline Model qwen3_32b() {
  Model model = dense_model({64, 5120, 64, 8, 128, 25600, 151936});
  model.layers[0].layer.mixer.qk_norm = true;
  return model;
}

inline FeedForward experts(std::int64_t count, std::int64_t top_k, std::int64_t width,
                           std::int64_t shared = 0) {
  return {.kind = FeedForwardKind::Moe,
          .experts = count,
          .top_k = top_k,
          .expert_width = width,
          .shared_width = shared};
}

inline Model mixtral_8x7b() {
  Model model = dense_model({32, 4096, 32, 8, 128, 0, 32000});
  model.layers[0].layer.feed_forward = experts(8, 2, 14336);
  return model;
}

inline Model qwen3_30b_a3b() {
  Model model = dense_model({48, 2048, 32, 4, 128, 0, 151936});
  model.layers[0].layer.mixer.qk_norm = true;
  model.layers[0].layer.feed_forward = experts(128, 8, 768);
  return model;
}

inline Model qwen3_235b_a22b() {
  Model model = dense_model({94, 4096, 64, 4, 128, 0, 151936});
  model.layers[0].layer.mixer.qk_norm = true;
  model.layers[0].layer.feed_forward = experts(128, 8, 1536);
  return model;
}

inline Model latent_moe(std::int64_t heads, std::int64_t dense_layers, std::int64_t layers,
                        std::int64_t expert_count, std::int64_t vocabulary) {
  Layer dense;
  dense.mixer = {.kind = MixerKind::LatentAttention,
                 .heads = heads,
                 .value_dim = 128,
                 .q_rank = 1536,
                 .kv_rank = 512,
                 .nope_dim = 128,
                 .rope_dim = 64};
  dense.feed_forward.width = 18432;
  Layer sparse = dense;
  sparse.feed_forward = experts(expert_count, 8, 2048, 2048);
  sparse.feed_forward.router_bias = true;
  Model model;
  model.hidden = 7168;
  model.vocabulary = vocabulary;
  model.layers = {{dense_layers, dense}, {layers - dense_layers, sparse}};
  return model;
}
inline Model deepseek_v3() {
  Model model = latent_moe(128, 3, 61, 256, 129280);
  model.mtp_layers = 1;
  return model;
}
inline Model kimi_k2() { return latent_moe(64, 1, 61, 384, 163840); }

inline Model gpt_oss_120b() {
  Model model = dense_model({36, 2880, 64, 8, 64, 0, 201088});
  Layer full = model.layers[0].layer;
  full.mixer.qkv_bias = full.mixer.output_bias = full.mixer.sinks = true;
  full.feed_forward = experts(128, 4, 2880);
  full.feed_forward.bias = full.feed_forward.router_bias = true;
  Layer windowed = full;
  windowed.mixer.window = 128;
  model.layers.clear();
  for (int pair = 0; pair < 18; ++pair) {
    model.layers.push_back({1, windowed});
    model.layers.push_back({1, full});
  }
  return model;
}

}  // namespace trireme::test
