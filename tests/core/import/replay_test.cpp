// The fuzz target on known seeds: each cut short at every byte, and with every value replaced by odd ones.
// SPDX-License-Identifier: MIT
#define LLVMFuzzerTestOneInput replay_hf_config
#include "tests/fuzz/hf_config_fuzz.cpp"
#undef LLVMFuzzerTestOneInput

#include "tests/core/import/support.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace trireme::test {
namespace {

// One for each reader: attention, experts, state space, compression, per-layer embeddings, encoders, towers,
// quantisation.
const std::vector<std::string>& seeds() {
  static const std::vector<std::string> list = {
      std::string(small_llama),
      R"({"model_type": "deepseek_v3", "hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4, "q_lora_rank": 16,
        "kv_lora_rank": 16, "qk_nope_head_dim": 8, "qk_rope_head_dim": 4, "v_head_dim": 8, "intermediate_size": 128,
        "moe_intermediate_size": 32, "n_routed_experts": 8, "n_shared_experts": 1, "num_experts_per_tok": 2,
        "first_k_dense_replace": 1, "moe_layer_freq": 1, "num_nextn_predict_layers": 1, "vocab_size": 1000, "index_n_heads": 2,
        "index_head_dim": 8, "index_topk": 4, "tie_word_embeddings": false, "quantization_config": {"quant_method": "fp8",
        "weight_block_size": [128, 128], "ignore": ["model.layers.0.mlp", "lm_head"]}})",
      R"({"model_type": "deepseek_v4", "hidden_size": 64, "num_hidden_layers": 3, "num_attention_heads": 4, "head_dim": 16,
        "q_lora_rank": 8, "o_lora_rank": 8, "o_groups": 2, "compress_ratios": [0, 4, 128], "sliding_window": 8, "hc_mult": 2,
        "index_head_dim": 8, "index_n_heads": 2, "index_topk": 4, "num_hash_layers": 1, "n_routed_experts": 4,
        "num_experts_per_tok": 2, "moe_intermediate_size": 16, "vocab_size": 100})",
      R"({"model_type": "gemma4", "text_config": {"model_type": "gemma4_text", "hidden_size": 64, "num_hidden_layers": 4,
        "num_attention_heads": 4, "num_key_value_heads": 2, "num_global_key_value_heads": 1, "head_dim": 16, "global_head_dim": 32,
        "intermediate_size": 128, "hidden_size_per_layer_input": 8, "num_kv_shared_layers": 2, "use_double_wide_mlp": true,
        "attention_k_eq_v": true, "sliding_window": 8, "layer_types": ["sliding_attention", "full_attention", "sliding_attention",
        "full_attention"], "vocab_size": 100}, "vision_config": {"hidden_size": 32, "num_hidden_layers": 2, "patch_size": 4,
        "image_size": 16, "deepstack_visual_indexes": [1], "merge_kernel_size": [2, 2]}, "audio_config": {"d_model": 16,
        "encoder_layers": 1}})",
      R"({"model_type": "gemma3n_text", "hidden_size": 64, "num_hidden_layers": 5, "num_attention_heads": 4,
        "num_key_value_heads": 2, "head_dim": 16, "intermediate_size": [64, 64, 64, 64, 64], "num_kv_shared_layers": 2,
        "altup_num_inputs": 4, "laurel_rank": 8, "vocab_size": 100})",
      R"({"model_type": "jamba", "hidden_size": 64, "num_hidden_layers": 8, "num_attention_heads": 4, "num_key_value_heads": 2,
        "intermediate_size": 128, "attn_layer_period": 8, "attn_layer_offset": 4, "expert_layer_period": 2,
        "expert_layer_offset": 1, "num_experts": 4, "num_experts_per_tok": 2, "mamba_d_state": 8, "mamba_dt_rank": "auto",
        "vocab_size": 100})",
      R"({"model_type": "nemotron_h", "hidden_size": 64, "num_hidden_layers": 4, "hybrid_override_pattern": "ME*-",
        "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 128, "mamba_num_heads": 4, "mamba_head_dim": 8,
        "ssm_state_size": 8, "n_groups": 2, "n_routed_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 16,
        "moe_latent_size": 8, "vocab_size": 100})",
      R"({"model_type": "zamba2", "hidden_size": 64, "num_hidden_layers": 3, "layers_block_type": ["mamba", "hybrid", "mamba"],
        "num_attention_heads": 4, "num_mem_blocks": 2, "lora_rank": 4, "ffn_hidden_size": 128, "mamba_headdim": 8,
        "state_size": 8, "vocab_size": 100})",
      R"({"model_type": "qwen3_next", "hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4,
        "num_key_value_heads": 2, "head_dim": 16, "full_attention_interval": 2, "linear_num_key_heads": 2,
        "linear_num_value_heads": 4, "linear_key_head_dim": 8, "linear_value_head_dim": 8, "intermediate_size": 64,
        "num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 16, "vocab_size": 100})",
      R"({"model_type": "kimi_linear", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "kv_lora_rank": 8,
        "qk_nope_head_dim": 8, "v_head_dim": 8, "linear_attn_config": {"full_attn_layers": [2], "num_heads": 2, "head_dim": 8},
        "num_experts": 4, "num_experts_per_token": 2, "moe_intermediate_size": 8, "intermediate_size": 64, "vocab_size": 100})",
      R"({"model_type": "nemotron-nas", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100,
        "block_configs": [{"attention": {"n_heads_in_group": 2}, "ffn": {"ffn_mult": 1.5}}, {"attention": {"no_op": true},
        "ffn": {"no_op": true}}]})",
      R"({"model_type": "openelm", "model_dim": 64, "num_transformer_layers": 2, "head_dim": 16, "num_query_heads": [4, 8],
        "num_kv_heads": [1, 2], "ffn_multipliers": [0.5, 4.0], "vocab_size": 100})",
      R"({"model_type": "gpt_neo", "hidden_size": 64, "num_layers": 2, "num_heads": 4, "vocab_size": 100, "window_size": 8,
        "attention_types": [[["global", "local"], 1]], "max_position_embeddings": 64})",
      R"({"model_type": "t5", "d_model": 64, "d_kv": 16, "d_ff": 128, "num_layers": 2, "num_decoder_layers": 1, "num_heads": 4,
        "feed_forward_proj": "gated-gelu", "vocab_size": 100})",
      R"({"model_type": "whisper", "d_model": 64, "encoder_layers": 1, "decoder_layers": 1, "encoder_attention_heads": 4,
        "decoder_attention_heads": 4, "encoder_ffn_dim": 128, "decoder_ffn_dim": 128, "num_mel_bins": 8, "vocab_size": 100})",
      R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64,
        "vocab_size": 100, "quantization_config": {"quant_method": "compressed-tensors", "config_groups": {"group_0": {"targets":
        ["Linear"], "weights": {"num_bits": 4, "group_size": 32, "type": "int"}}}, "ignore": ["re:.*self_attn.*"],
        "kv_cache_scheme": {"num_bits": 8}, "quantized_layers": {"a.mlp": {"quant_algo": "NVFP4"}}}})",
  };
  return list;
}

void run(const std::string& text) {
  replay_hf_config(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

// Calls visit with the pointer of every value below `value`.
template <class Visit>
void for_each_value(const nlohmann::json& value, const nlohmann::json::json_pointer& at, const Visit& visit) {
  if (!at.empty()) visit(at);
  if (value.is_object())
    for (const auto& item : value.items()) for_each_value(item.value(), at / item.key(), visit);
  if (value.is_array())
    for (std::size_t i = 0; i < value.size(); ++i) for_each_value(value[i], at / i, visit);
}

}  // namespace

TEST_CASE("seeds themselves are understood") {
  for (const std::string& seed : seeds()) {
    CAPTURE(seed);
    CHECK(import_hf_config(seed).ok());
  }
}

TEST_CASE("text cut short anywhere is answered") {
  for (const std::string& seed : seeds())
    for (std::size_t length = 0; length < seed.size(); ++length) run(seed.substr(0, length));
}

TEST_CASE("every value may be replaced by an odd one") {
  const nlohmann::json odd[] = {nullptr,
                                true,
                                0,
                                1,
                                -1,
                                0.5,
                                1e300,
                                1'000'000'000,
                                "",
                                "auto",
                                nlohmann::json::array(),
                                nlohmann::json::array({1, 2}),
                                nlohmann::json::array({"mamba", nullptr}),
                                nlohmann::json::object()};
  for (const std::string& seed : seeds()) {
    const nlohmann::json whole = nlohmann::json::parse(seed);
    for_each_value(whole, nlohmann::json::json_pointer(), [&](const nlohmann::json::json_pointer& at) {
      for (const nlohmann::json& value : odd) {
        nlohmann::json changed = whole;
        changed[at] = value;
        run(changed.dump());
      }
    });
  }
}

TEST_CASE("every key may be missing") {
  for (const std::string& seed : seeds()) {
    const nlohmann::json whole = nlohmann::json::parse(seed);
    for (const auto& item : whole.items()) {
      nlohmann::json changed = whole;
      changed.erase(item.key());
      run(changed.dump());
    }
  }
}

}  // namespace trireme::test
