// Reference models from minimal configurations, exact to the last parameter.
// SPDX-License-Identifier: MIT
#include "tests/core/import/support.h"

namespace trireme::test {

TEST_CASE("Llama's descendants are counted exactly") {
  CHECK(
      total(
          R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
    "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256, "tie_word_embeddings": false})") ==
      8'030'261'248);
  CHECK(
      total(
          R"({"model_type": "llama", "hidden_size": 8192, "num_hidden_layers": 80, "num_attention_heads": 64,
    "num_key_value_heads": 8, "intermediate_size": 28672, "vocab_size": 128256, "tie_word_embeddings": false})") ==
      70'553'706'496);
  CHECK(
      total(
          R"({"model_type": "llama", "hidden_size": 8192, "num_hidden_layers": 80, "num_attention_heads": 64,
    "num_key_value_heads": 8, "intermediate_size": 28672, "vocab_size": 32000, "tie_word_embeddings": false})") ==
      68'976'648'192);
  CHECK(
      total(
          R"({"model_type": "llama", "hidden_size": 16384, "num_hidden_layers": 126, "num_attention_heads": 128,
    "num_key_value_heads": 8, "intermediate_size": 53248, "vocab_size": 128256, "tie_word_embeddings": false})") ==
      405'853'388'800);
  CHECK(
      total(
          R"({"model_type": "llama", "hidden_size": 3072, "num_hidden_layers": 28, "num_attention_heads": 24, "head_dim": 128,
    "num_key_value_heads": 8, "intermediate_size": 8192, "vocab_size": 128256, "tie_word_embeddings": true})") ==
      3'212'749'824);
  CHECK(
      total(
          R"({"model_type": "mistral", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
    "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 32000, "sliding_window": null,
    "tie_word_embeddings": false})") == 7'241'732'096);
  CHECK(
      total(
          R"({"model_type": "internlm2", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
    "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 92544, "bias": false, "tie_word_embeddings": false})") ==
      7'737'708'544);
  CHECK(
      total(
          R"({"model_type": "baichuan", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
    "intermediate_size": 11008, "vocab_size": 125696, "tie_word_embeddings": false})") == 7'505'973'248);
  CHECK(
      total(
          R"({"model_type": "seed_oss", "hidden_size": 5120, "num_hidden_layers": 64, "num_attention_heads": 80,
    "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 27648, "vocab_size": 155136, "attention_bias": true,
    "attention_out_bias": false, "tie_word_embeddings": false})") == 36'151'104'512);
}

TEST_CASE("Qwen is counted exactly, with its biases and norms") {
  CHECK(
      total(R"({"model_type": "qwen2", "hidden_size": 896, "num_hidden_layers": 24, "num_attention_heads": 14,
    "num_key_value_heads": 2, "intermediate_size": 4864, "vocab_size": 151936, "tie_word_embeddings": true})") ==
      494'032'768);
  CHECK(
      total(
          R"({"model_type": "qwen2", "hidden_size": 8192, "num_hidden_layers": 80, "num_attention_heads": 64,
    "num_key_value_heads": 64, "intermediate_size": 24576, "vocab_size": 152064, "tie_word_embeddings": false})") ==
      72'287'920'128);
  CHECK(
      total(
          R"({"model_type": "qwen3", "hidden_size": 5120, "num_hidden_layers": 64, "num_attention_heads": 64,
    "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 25600, "vocab_size": 151936,
    "tie_word_embeddings": false})") == 32'762'123'264);
  // The first Qwen writes gate and up projection as one width.
  CHECK(total(R"({"model_type": "qwen", "n_embd": 4096, "n_layer": 32, "n_head": 32, "ffn_hidden_size": 22016,
    "kv_channels": 128, "padded_vocab_size": 151936, "no_bias": true, "tie_word_embeddings": false})") ==
        7'721'324'544);
}

TEST_CASE("Gemma is counted exactly, with its wide heads and many norms") {
  CHECK(
      total(R"({"model_type": "gemma", "hidden_size": 2048, "num_hidden_layers": 18, "num_attention_heads": 8,
    "num_key_value_heads": 1, "head_dim": 256, "intermediate_size": 16384, "vocab_size": 256000})") ==
      2'506'172'416);
  CHECK(
      total(
          R"({"model_type": "gemma2", "hidden_size": 2304, "num_hidden_layers": 26, "num_attention_heads": 8,
    "num_key_value_heads": 4, "head_dim": 256, "intermediate_size": 9216, "vocab_size": 256000, "sliding_window": 4096})") ==
      2'614'341'888);
  CHECK(
      total(
          R"({"model_type": "gemma3_text", "hidden_size": 1152, "num_hidden_layers": 26, "num_attention_heads": 4,
    "num_key_value_heads": 1, "head_dim": 256, "intermediate_size": 6912, "vocab_size": 262144, "sliding_window": 512,
    "sliding_window_pattern": 6})") == 999'885'952);
}

TEST_CASE("parallel blocks, plain MLPs and odd norms are counted exactly") {
  CHECK(
      total(
          R"({"model_type": "cohere", "hidden_size": 8192, "num_hidden_layers": 40, "num_attention_heads": 64,
    "num_key_value_heads": 64, "intermediate_size": 22528, "vocab_size": 256000, "use_qk_norm": false})") ==
      34'980'831'232);
  CHECK(
      total(
          R"({"model_type": "cohere", "hidden_size": 12288, "num_hidden_layers": 64, "num_attention_heads": 96,
    "num_key_value_heads": 8, "intermediate_size": 33792, "vocab_size": 256000, "use_qk_norm": true})") ==
      103'810'674'688);
  CHECK(
      total(R"({"model_type": "phi", "hidden_size": 2048, "num_hidden_layers": 24, "num_attention_heads": 32,
    "num_key_value_heads": null, "intermediate_size": 8192, "vocab_size": 51200, "tie_word_embeddings": false})") ==
      1'418'270'720);
  CHECK(
      total(R"({"model_type": "phi3", "hidden_size": 3072, "num_hidden_layers": 32, "num_attention_heads": 32,
    "num_key_value_heads": 32, "intermediate_size": 8192, "vocab_size": 32064, "tie_word_embeddings": false})") ==
      3'821'079'552);
  CHECK(
      total(
          R"({"model_type": "starcoder2", "hidden_size": 3072, "num_hidden_layers": 30, "num_attention_heads": 24,
    "num_key_value_heads": 2, "intermediate_size": 12288, "vocab_size": 49152, "use_bias": true})") ==
      3'030'371'328);
  CHECK(
      total(
          R"({"model_type": "stablelm", "hidden_size": 2048, "num_hidden_layers": 24, "num_attention_heads": 32,
    "num_key_value_heads": 32, "intermediate_size": 5632, "vocab_size": 100352, "use_qkv_bias": true,
    "tie_word_embeddings": false})") == 1'644'515'328);
  CHECK(
      total(R"({"model_type": "olmo", "hidden_size": 2048, "num_hidden_layers": 16, "num_attention_heads": 16,
    "num_key_value_heads": 16, "intermediate_size": 8192, "vocab_size": 50304, "tie_word_embeddings": true})") ==
      1'176'764'416);
  CHECK(
      total(
          R"({"model_type": "olmo2", "hidden_size": 5120, "num_hidden_layers": 40, "num_attention_heads": 40,
    "num_key_value_heads": 40, "intermediate_size": 13824, "vocab_size": 100352, "tie_word_embeddings": false})") ==
      13'716'198'400);
  CHECK(
      total(
          R"({"model_type": "nemotron", "hidden_size": 18432, "num_hidden_layers": 96, "num_attention_heads": 96,
    "num_key_value_heads": 8, "head_dim": 192, "intermediate_size": 73728, "vocab_size": 256000,
    "tie_word_embeddings": false})") == 341'029'195'776);
}

TEST_CASE("latent attention is read, whatever head_dim says") {
  constexpr std::string_view v2_lite =
      R"({"model_type": "deepseek_v2", "hidden_size": 2048, "num_hidden_layers": 27,
    "num_attention_heads": 16, "num_key_value_heads": 16, "q_lora_rank": null, "kv_lora_rank": 512, "qk_nope_head_dim": 128,
    "qk_rope_head_dim": 64, "v_head_dim": 128, "intermediate_size": 10944, "moe_intermediate_size": 1408,
    "n_routed_experts": 64, "n_shared_experts": 2, "num_experts_per_tok": 6, "first_k_dense_replace": 1,
    "vocab_size": 102400, "tie_word_embeddings": false})";
  CHECK(total(v2_lite) == 15'706'484'224);
  CHECK(active(v2_lite) == 2'661'150'208);
  CHECK(growth(v2_lite) == 27 * (512 + 64) * 2);
  CHECK(total(with(v2_lite, R"("head_dim": 64)")) == total(v2_lite));

  constexpr std::string_view v3 =
      R"({"model_type": "deepseek_v3", "hidden_size": 7168, "num_hidden_layers": 61,
    "num_attention_heads": 128, "num_key_value_heads": 128, "q_lora_rank": 1536, "kv_lora_rank": 512, "qk_nope_head_dim": 128,
    "qk_rope_head_dim": 64, "v_head_dim": 128, "intermediate_size": 18432, "moe_intermediate_size": 2048,
    "n_routed_experts": 256, "n_shared_experts": 1, "num_experts_per_tok": 8, "first_k_dense_replace": 3,
    "num_nextn_predict_layers": 1, "topk_method": "noaux_tc", "vocab_size": 129280, "tie_word_embeddings": false})";
  CHECK(total(v3) == 671'026'419'200);
  CHECK(growth(v3) == 70'272);
  CHECK(warns(import_hf_config(v3), "num_nextn_predict_layers"));
  CHECK(parameter_count(imported(v3).model).mtp > 11e9);
  // V3.2 adds an indexer: queries from the compressed ones, one key, a weight a head, a norm with bias.
  const double indexer = 1536.0 * 64 * 128 + 7168.0 * 128 + 7168.0 * 64 + 2 * 128;
  CHECK(total(with(v3, R"("index_n_heads": 64, "index_head_dim": 128, "index_topk": 2048)")) ==
        total(v3) + 61 * indexer);
}

TEST_CASE("MiniCPM3 leaves v_head_dim out and means hidden over heads") {
  const auto minicpm3 = import_hf_config(R"({"architectures": ["MiniCPM3ForCausalLM"], "hidden_size": 2560,
    "num_hidden_layers": 62, "num_attention_heads": 40, "num_key_value_heads": 40, "qk_nope_head_dim": 64,
    "qk_rope_head_dim": 32, "q_lora_rank": 768, "kv_lora_rank": 256, "intermediate_size": 6400, "vocab_size": 73448})");
  REQUIRE(minicpm3.ok());
  CHECK(parameter_count(minicpm3.value->model).total == 4'073'875'968);
  CHECK(warns(minicpm3, "v_head_dim"));
}

// DeepSeek-V4-Flash: the card says 284B in total and 13B active.
TEST_CASE("compressed attention is counted with its pools, indexer and hyper-connections") {
  std::string ratios = "0, 0";
  for (int i = 2; i < 43; ++i) ratios += i % 2 == 0 ? ", 4" : ", 128";
  const std::string config =
      R"({"model_type": "deepseek_ref", "architectures": ["DeepseekV4ForCausalLM"], "hidden_size": 4096,
    "num_hidden_layers": 43, "num_attention_heads": 64, "num_key_value_heads": 1, "head_dim": 512, "q_lora_rank": 1024,
    "o_lora_rank": 1024, "o_groups": 8, "qk_rope_head_dim": 64, "index_head_dim": 128, "index_n_heads": 64, "index_topk": 512,
    "sliding_window": 128, "num_hash_layers": 3, "hc_mult": 4, "moe_intermediate_size": 2048, "n_routed_experts": 256,
    "n_shared_experts": 1, "num_experts_per_tok": 6, "vocab_size": 129280, "tie_word_embeddings": false,
    "compress_ratios": [)" +
      ratios + "]}";
  CHECK(total(config) == doctest::Approx(284e9).epsilon(0.005));
  CHECK(active(config) == doctest::Approx(13e9).epsilon(0.07));
  // 21 layers with a vector of 512 for every 4 tokens, 20 with one for every 128.
  CHECK(growth(config) == 21 * 512 * 2 / 4 + 20 * 512 * 2 / 128);
}

TEST_CASE("per-layer embeddings and shared keys of Gemma 4 are counted") {
  // 5.1B with embeddings, vision and audio; 4.63B of it in the language model.
  std::string types;
  for (int i = 0; i < 35; ++i)
    types += std::string(i > 0 ? ", " : "") + (i % 5 == 4 ? "\"full_attention\"" : "\"sliding_attention\"");
  const std::string config =
      R"({"model_type": "gemma4_text", "hidden_size": 1536, "hidden_size_per_layer_input": 256,
    "intermediate_size": 6144, "num_hidden_layers": 35, "num_attention_heads": 8, "num_key_value_heads": 1,
    "num_global_key_value_heads": null, "head_dim": 256, "global_head_dim": 512, "attention_k_eq_v": false,
    "num_kv_shared_layers": 20, "use_double_wide_mlp": true, "enable_moe_block": false, "num_experts": null,
    "sliding_window": 512, "tie_word_embeddings": true, "vocab_size": 262144, "vocab_size_per_layer_input": 262144,
    "layer_types": [)" +
      types + "]}";
  const ParameterCount count = parameter_count(imported(config).model);
  CHECK(count.total == doctest::Approx(4.63e9).epsilon(0.001));
  CHECK(count.total - (count.embedding - 262144.0 * 1536) ==
        doctest::Approx(2.3e9).epsilon(0.02));  // "effective"
  // Three of 15 layers with a cache of their own are global: 1 KV head of 512 (report C36: null means as
  // elsewhere).
  CHECK(growth(config) == 3 * 2 * 512 * 2);
}

// Report B9: 3.82e9 active parameters, with the dense MLP beside the experts in every layer.
TEST_CASE("Gemma 4 26B has 3.82 billion active parameters") {
  std::string types;
  for (int i = 0; i < 30; ++i)
    types += std::string(i > 0 ? ", " : "") + (i % 6 == 5 ? "\"full_attention\"" : "\"sliding_attention\"");
  const std::string config =
      R"({"model_type": "gemma4", "text_config": {"model_type": "gemma4_text", "hidden_size": 2816,
    "hidden_size_per_layer_input": 0, "intermediate_size": 2112, "moe_intermediate_size": 704, "num_experts": 128,
    "top_k_experts": 8, "enable_moe_block": true, "num_hidden_layers": 30, "num_attention_heads": 16, "num_key_value_heads": 8,
    "num_global_key_value_heads": 2, "head_dim": 256, "global_head_dim": 512, "attention_k_eq_v": true,
    "sliding_window": 1024, "tie_word_embeddings": true, "vocab_size": 262144, "layer_types": [)" +
      types + "]}}";
  CHECK(active(config) == doctest::Approx(3.82e9).epsilon(0.001));
  CHECK(growth(config) == 5 * 2 * 2 * 512 * 2);
}

// Report C29: an engine that keeps all 60 layers of Gemma 4 31B whole asks 220 GiB for 262,144 tokens; 50 of
// them have a window of 1,024. The ten others have 4 KV heads of 512 (reports C1 and C2 differ on these).
TEST_CASE("Gemma 4 31B keeps 21 GiB for its whole context, not 220") {
  const Model model =
      imported(R"({"model_type": "gemma4_text", "hidden_size": 5376, "hidden_size_per_layer_input": 0,
    "intermediate_size": 21504, "num_hidden_layers": 60, "num_attention_heads": 32, "num_key_value_heads": 16,
    "num_global_key_value_heads": 4, "head_dim": 256, "global_head_dim": 512, "attention_k_eq_v": true, "sliding_window": 1024,
    "tie_word_embeddings": true, "vocab_size": 262144, "num_kv_shared_layers": 0})")
          .model;
  CHECK(parameter_count(model).total == doctest::Approx(30.7e9).epsilon(0.001));
  CHECK((262'144.0 * kv_bytes_per_token_without_windows(model, 2)).in(unit::gib) == doctest::Approx(220.0));
  CHECK(kv_bytes_per_token_without_windows(model, 2).in(unit::kib) == 880);
  CHECK(kv_bytes_per_token(model, 2).in(unit::byte) == 81'920);
  CHECK(kv_bytes(model, 262'144, 2).in(unit::gib) == doctest::Approx(20.78).epsilon(0.001));
}

}  // namespace trireme::test
