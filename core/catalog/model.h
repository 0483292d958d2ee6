// A language model as its layers: what token mixer and what feed-forward each of them has.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/catalog/provenance.h"

namespace trireme {

// How a layer mixes tokens.
enum class MixerKind {
  Attention,            // MHA, GQA, MQA: a key and a value per KV head and token
  LatentAttention,      // MLA: one compressed vector per token
  CompressedAttention,  // one vector as key and value in a window, pooled ones beyond it (DeepSeek-V4)
  LinearAttention,      // gated delta rule and kin: a state of fixed size
  Mamba1,               // selective state space with a state per channel
  Mamba2,               // selective state space with a state per head
  ShortConvolution,     // gated convolution over the last few tokens (LFM2)
  Rwkv,                 // time mix of RWKV-5: a state per head
  None                  // the layer has only a feed-forward
};

struct Mixer {
  MixerKind kind = MixerKind::Attention;
  std::int64_t input = 0;  // width of the vectors that come in; 0 = the model's hidden size
  // Attention. `value_dim` 0 means head_dim.
  std::int64_t heads = 0, kv_heads = 0, head_dim = 0, value_dim = 0;
  std::int64_t window = 0;    // sliding window in tokens; 0 = full
  std::int64_t chunk = 0;     // attention inside chunks of so many tokens; 0 = not chunked
  bool output_gate = false;   // a gate as wide as the queries
  bool shares_kv = false;     // reuses an earlier layer's keys and values: no projection, no cache of its own
  bool key_is_value = false;  // one projection serves as key and value
  // Latent and compressed attention. `q_rank` 0 means no query compression.
  std::int64_t q_rank = 0, kv_rank = 0, nope_dim = 0, rope_dim = 0;
  std::int64_t index_heads = 0, index_dim = 0, index_topk = 0;  // sparse-attention indexer; 0 = none
  // Compressed attention: tokens per pooled vector beyond the window (0 = none), and the output projection,
  // which goes through a bottleneck of `output_rank` for each of `output_groups` groups of heads.
  std::int64_t compression = 0, output_groups = 0, output_rank = 0;
  // State space and linear attention. `conv` is the number of taps; 0 = no convolution.
  std::int64_t inner = 0, state = 0, groups = 0, state_heads = 0, conv = 0;
  std::int64_t step_rank = 0;               // Mamba-1: low-rank projection of the step size
  std::int64_t key_heads = 0, key_dim = 0;  // linear attention; value side in state_heads, value_dim
  std::int64_t gate_rank = 0;  // linear attention: per-channel decay through a bottleneck; 0 = per head
  // Small parameters that exact counts need.
  bool qkv_bias = false, output_bias = false, sinks = false;
  bool key_bias = true;            // with qkv_bias: the keys have one too (Whisper's do not)
  bool conv_bias = true;           // state space only
  bool qk_norm = false;            // a weight per channel of one head, for queries and for keys
  bool qk_norm_all_heads = false;  // with qk_norm: a weight per channel of every head
  friend bool operator==(const Mixer&, const Mixer&) = default;
};

enum class FeedForwardKind { Dense, Moe, None };

struct FeedForward {
  FeedForwardKind kind = FeedForwardKind::Dense;
  bool gated = true;  // three matrices instead of two
  bool bias = false;
  std::int64_t width = 0;  // dense width; in an MoE layer, of a dense branch beside the experts (0 = none)
  std::int64_t experts = 0, top_k = 0, expert_width = 0;
  std::int64_t shared_width = 0;  // of all shared experts together
  std::int64_t latent = 0;        // experts work on this width instead of the hidden size; 0 = hidden
  bool router_bias = false, shared_gate = false;
  friend bool operator==(const FeedForward&, const FeedForward&) = default;
};

struct Layer {
  Mixer mixer;
  Mixer cross{.kind = MixerKind::None};  // attention to an encoder's output, after the mixer
  FeedForward feed_forward;
  std::int64_t norms = 2;       // vectors of hidden size
  bool reuses_weights = false;  // an earlier layer's weights: work and cache of its own, but no parameters
  // What no field above describes (adapters, per-layer embeddings, hyper-connections): read for every token.
  std::int64_t extra_matrix_parameters = 0;  // multiplied with every token
  std::int64_t extra_vector_parameters = 0;  // norms, scales and biases
  friend bool operator==(const Layer&, const Layer&) = default;
};

// Consecutive layers that are the same.
struct LayerRun {
  std::int64_t count = 0;
  Layer layer;
  friend bool operator==(const LayerRun&, const LayerRun&) = default;
};

struct Model {
  std::string id;
  std::string name;
  std::string family;
  std::vector<std::string> aliases;  // other spellings in use, e.g. the repository's name on Hugging Face
  std::int64_t hidden = 0;
  std::int64_t vocabulary = 0;
  std::int64_t max_context = 0;        // tokens; 0 = not stated
  std::int64_t learned_positions = 0;  // rows of a learned position table; 0 = rotary or none
  std::int64_t embedding_width = 0;    // 0 = hidden; else projected to hidden and back (OPT-350M)
  bool tied_embeddings = false;
  bool head_bias = false;
  bool norm_bias = false;        // LayerNorm instead of RMSNorm
  std::int64_t outer_norms = 1;  // norms outside of the layers: the final one, BLOOM's after the embedding
  std::int64_t mtp_layers = 0;   // multi-token-prediction layers (as the last decoder layer)
  std::vector<LayerRun> layers;  // decoder (or only) stack, in order
  std::vector<LayerRun> encoder_layers;         // encoder of an encoder-decoder model
  std::int64_t extra_embedding_parameters = 0;  // more tables that are only looked up (per-layer embeddings)
  std::int64_t extra_matrix_parameters = 0;     // projections outside of the layers
  std::int64_t extra_vector_parameters = 0;
  double extra_parameters = 0;      // vision and audio towers and the like, reported apart
  double published_parameters = 0;  // total as published; 0 = unknown
  double published_active_parameters = 0;
  double training_tokens = 0;  // that the published weights were trained on; 0 = not published
  Provenance provenance;

  [[nodiscard]] std::int64_t layer_count() const {
    std::int64_t n = 0;
    for (const LayerRun& run : layers) n += run.count;
    return n;
  }
  friend bool operator==(const Model&, const Model&) = default;
};

}  // namespace trireme
