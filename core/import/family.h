// What a model type implies beyond what its configuration says: departures from Llama's layer.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace trireme::hf {

// A row without any entry is Llama: RMSNorm before attention and MLP, a gated MLP, no biases, an untied head.
// Fields stand by meaning, not by size: there are some hundred rows, all constant.
struct Family {  // NOLINT(clang-analyzer-optin.performance.Padding)
  std::string_view type;
  bool tied = false;        // the library's default of tie_word_embeddings
  bool layer_norm = false;  // norms have biases
  int norms = 2;            // per layer; 1 = attention and MLP in parallel behind one norm
  int outer_norms = 1;
  bool plain = false;  // MLP of two matrices
  bool qkv_bias = false, output_bias = false, mlp_bias = false, head_bias = false;
  // Which biases the key "bias" or "use_bias" switches: the attention's only, or all.
  bool bias_is_attention = false;
  bool attention_bias_is_qkv = false;  // "attention_bias" leaves the output projection without
  bool qk_norm = false, qk_norm_all_heads = false;
  bool ignores_qk_norm_key = false;  // the key switches a norm without weights
  bool learned_positions = false;
  int position_offset = 0;
  bool multi_query = false;  // the library's default of multi_query
  bool multi_head = false;   // the library has no key for KV heads
  int head_dim = 0;          // the library's default; 0 = hidden / heads
  // Layers by default: every n-th has full attention, the others a window. 0 = all alike.
  int full_every = 0;
  int window = 0;            // the library's default where the key is missing
  bool window_asks = false;  // a window counts only when use_sliding_window is true (Qwen)
  int chunk = 0;             // chunked attention where a layer has rotary positions (Llama 4)
  bool sinks = false;
  bool output_gate = false;
  bool width_halved = false;     // the width holds gate and up together
  bool width_is_expert = false;  // intermediate_size is the expert's
  int shared_experts = 0;        // that no key mentions
  bool shared_gate = false;      // a scalar gate on the shared expert
  bool router_bias = false;      // a correction or bias per expert
  bool expert_bias = false;
  int extra_vocabulary = 0;  // embedding rows beyond vocab_size
};

// What the library fills in when a key is missing. 0 = it has no sensible default.
struct LibraryDefaults {
  std::string_view type;
  std::int64_t hidden = 0, layers = 0, heads = 0, kv_heads = 0, head_dim = 0, width = 0, vocabulary = 0,
               context = 0;
  std::int64_t experts = 0, top_k = 0, expert_width = 0;
};

// The row of a model_type or, if that is not known, of an architecture ("Qwen3MoeForCausalLM"); null when
// neither is. Case, hyphens and underscores do not matter.
[[nodiscard]] const Family* find_family(std::string_view model_type, std::string_view architecture);

[[nodiscard]] const LibraryDefaults& library_defaults(std::string_view type);

}  // namespace trireme::hf
