// State space, linear attention and their hybrids.
// SPDX-License-Identifier: MIT
#include "tests/core/import/support.h"

#include <string>

namespace trireme::test {
namespace {

// One letter a layer: A attention, L linear, M Mamba, C convolution, F only a feed-forward.
std::string mixers(const Model& model) {
  std::string letters;
  for (const LayerRun& run : model.layers) {
    char letter = 'A';
    switch (run.layer.mixer.kind) {
      case MixerKind::LinearAttention: letter = 'L'; break;
      case MixerKind::Mamba1:
      case MixerKind::Mamba2: letter = 'M'; break;
      case MixerKind::ShortConvolution: letter = 'C'; break;
      case MixerKind::None: letter = 'F'; break;
      default: break;
    }
    letters.append(static_cast<std::size_t>(run.count), letter);
  }
  return letters;
}

constexpr std::string_view nemotron =
    R"({"model_type": "nemotron_h", "hidden_size": 2688, "num_attention_heads": 32,
  "num_key_value_heads": 2, "head_dim": 128, "intermediate_size": 1856, "mamba_num_heads": 64, "mamba_head_dim": 64,
  "ssm_state_size": 128, "n_groups": 8, "conv_kernel": 4, "expand": 2, "use_conv_bias": true, "n_routed_experts": 128,
  "num_experts_per_tok": 6, "moe_intermediate_size": 1856, "n_shared_experts": 1, "moe_shared_expert_intermediate_size": 3712,
  "vocab_size": 131072, "tie_word_embeddings": false})";

}  // namespace

TEST_CASE("Mamba is counted exactly") {
  constexpr std::string_view mamba =
      R"({"model_type": "mamba", "hidden_size": 768, "num_hidden_layers": 24, "state_size": 16,
    "expand": 2, "conv_kernel": 4, "time_step_rank": 48, "vocab_size": 50280, "use_bias": false, "use_conv_bias": true})";
  CHECK(total(mamba) == 129'135'360);
  CHECK(growth(mamba) == 0);
  CHECK(total(with(mamba, R"("time_step_rank": "auto")")) == 129'135'360);
  // 24 layers: a state of 1,536 x 16 in 32 bit, and three taps of 1,536 in 16.
  CHECK(state_bytes(imported(mamba).model, 4, 2).in(unit::byte) == 24.0 * (1536 * 16 * 4 + 3 * 1536 * 2));
  CHECK(
      total(
          R"({"model_type": "mamba2", "hidden_size": 4096, "num_hidden_layers": 64, "num_heads": 128, "head_dim": 64,
    "state_size": 128, "n_groups": 8, "expand": 2, "conv_kernel": 4, "intermediate_size": 8192, "vocab_size": 32768,
    "tie_word_embeddings": false})") == 7'285'403'648);
}

TEST_CASE("the configuration of the original Mamba-2 code is read") {
  CHECK(
      total(
          R"({"d_model": 768, "n_layer": 24, "d_intermediate": 0, "vocab_size": 50277, "ssm_cfg": {"layer": "Mamba2"},
    "attn_layer_idx": [], "attn_cfg": {}, "pad_vocab_size_multiple": 16, "tie_embeddings": true})") ==
      128'989'632);
}

TEST_CASE("an inner width counts more than the factor that contradicts it") {
  const auto falcon = import_hf_config(
      R"({"model_type": "falcon_mamba", "hidden_size": 4096, "num_hidden_layers": 64, "expand": 16,
    "intermediate_size": 8192, "state_size": 16, "conv_kernel": 4, "time_step_rank": 256, "vocab_size": 65024,
    "tie_word_embeddings": false})");
  REQUIRE(falcon.ok());
  CHECK(parameter_count(falcon.value->model).total == 7'272'665'088);
  CHECK(warns(falcon, "expand"));
}

TEST_CASE("Jamba mixes Mamba, attention and experts by periods") {
  constexpr std::string_view jamba = R"({"model_type": "jamba", "hidden_size": 4096, "num_hidden_layers": 32,
    "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "attn_layer_period": 8,
    "attn_layer_offset": 4, "expert_layer_period": 2, "expert_layer_offset": 1, "num_experts": 16, "num_experts_per_tok": 2,
    "mamba_d_state": 16, "mamba_d_conv": 4, "mamba_expand": 2, "mamba_dt_rank": 256, "mamba_conv_bias": true,
    "mamba_proj_bias": false, "vocab_size": 65536, "tie_word_embeddings": false})";
  CHECK(total(jamba) == 51'570'323'328);
  CHECK(mixers(imported(jamba).model) == "MMMMAMMMMMMMAMMMMMMMAMMMMMMMAMMM");
  CHECK(growth(jamba) == 4 * 2 * 8 * 128 * 2);
}

TEST_CASE("Nemotron-H names its layers by letters or by words") {
  const std::string by_letters =
      with(nemotron, R"("num_hidden_layers": 6, "hybrid_override_pattern": "ME*ME-")");
  const std::string by_words =
      with(nemotron, R"("layers_block_type": ["mamba", "moe", "attention", "mamba", "moe", "mlp"])");
  const Model model = imported(by_letters).model;
  CHECK(mixers(model) == "MFAMFF");
  CHECK(model.layers[1].layer.feed_forward.kind == FeedForwardKind::Moe);
  CHECK(model.layers[1].layer.feed_forward.shared_width == 3712);
  CHECK(model.layers[5].layer.feed_forward.width == 1856);
  CHECK(total(by_words) == total(by_letters));
  CHECK(growth(by_letters) == 2 * 2 * 128 * 2);
  // Nano: 31.6B in 23 Mamba, 23 MoE and 6 attention layers (report C34: only these six keep a cache).
  const std::string nano = with(nemotron, R"("num_hidden_layers": 52,
    "hybrid_override_pattern": "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME")");
  CHECK(total(nano) == doctest::Approx(31.6e9).epsilon(0.001));
  CHECK(growth(nano) == 6 * 2 * 2 * 128 * 2);
  CHECK(refuses(with(nemotron, R"("hybrid_override_pattern": "MX")"), "hybrid_override_pattern"));
}

TEST_CASE("gated delta layers alternate with full attention") {
  constexpr std::string_view next =
      R"({"model_type": "qwen3_next", "hidden_size": 2048, "num_hidden_layers": 48,
    "num_attention_heads": 16, "num_key_value_heads": 2, "head_dim": 256, "intermediate_size": 5120, "moe_intermediate_size": 512,
    "shared_expert_intermediate_size": 512, "num_experts": 512, "num_experts_per_tok": 10, "decoder_sparse_step": 1,
    "full_attention_interval": 4, "linear_conv_kernel_dim": 4, "linear_key_head_dim": 128, "linear_num_key_heads": 16,
    "linear_num_value_heads": 32, "linear_value_head_dim": 128, "vocab_size": 151936, "tie_word_embeddings": false})";
  CHECK(total(next) == 79'674'391'296);
  CHECK(growth(next) == 12 * 2 * 2 * 256 * 2);
  CHECK(mixers(imported(next).model).substr(0, 8) == "LLLALLLA");
}

// Report C41: Qwen3.5-27B keeps 16.00 GiB for 262,144 tokens.
TEST_CASE("a 64-layer hybrid with 16 full layers keeps 16 GiB") {
  std::string types;
  for (int i = 0; i < 64; ++i)
    types += std::string(i > 0 ? ", " : "") + (i % 4 == 3 ? "\"full_attention\"" : "\"linear_attention\"");
  const Model model =
      imported(
          R"({"model_type": "qwen3_5", "tie_word_embeddings": false, "text_config": {"model_type": "qwen3_5_text",
    "hidden_size": 5120, "num_hidden_layers": 64, "num_attention_heads": 24, "num_key_value_heads": 4, "head_dim": 256,
    "attn_output_gate": true, "intermediate_size": 17408, "linear_conv_kernel_dim": 4, "linear_key_head_dim": 128,
    "linear_num_key_heads": 16, "linear_num_value_heads": 48, "linear_value_head_dim": 128, "vocab_size": 248320,
    "layer_types": [)" +
          types + "]}}")
          .model;
  CHECK(parameter_count(model).total == doctest::Approx(26.9e9).epsilon(0.001));
  CHECK(kv_bytes(model, 262'144, 2).in(unit::gib) == doctest::Approx(16.0));
}

// Kimi-Linear-48B-A3B.
TEST_CASE("Kimi delta attention stands where the lists say, counted from one") {
  constexpr std::string_view kimi =
      R"({"model_type": "kimi_linear", "hidden_size": 2304, "num_hidden_layers": 27,
    "num_attention_heads": 32, "num_key_value_heads": 32, "head_dim": 72, "intermediate_size": 9216, "moe_intermediate_size": 1024,
    "num_experts": 256, "num_experts_per_token": 8, "num_shared_experts": 1, "first_k_dense_replace": 1, "moe_layer_freq": 1,
    "q_lora_rank": null, "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
    "linear_attn_config": {"full_attn_layers": [4, 8, 12, 16, 20, 24, 27],
      "kda_layers": [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23, 25, 26],
      "num_heads": 32, "head_dim": 128, "short_conv_kernel_size": 4},
    "vocab_size": 163840, "tie_word_embeddings": false})";
  CHECK(total(kimi) == 49'122'681'728);
  CHECK(mixers(imported(kimi).model) == "LLLALLLALLLALLLALLLALLLALLA");
  CHECK(growth(kimi) == 7 * 576 * 2);
  CHECK(refuses(
      with(kimi, R"("linear_attn_config": {"full_attn_layers": [99], "num_heads": 32, "head_dim": 128})"),
      "linear_attn_config.full_attn_layers"));
  CHECK(refuses(with(kimi, R"("linear_attn_config": {"full_attn_layers": [4]})"), "linear_attn_config"));
}

// Report C27: of Kimi K3's 93 layers, 24 keep a cache. Published: 2.8T, 104B active.
TEST_CASE("Kimi K3 keeps a cache in 24 of 93 layers") {
  std::string full;
  for (int i = 1; i <= 24; ++i) full += (i > 1 ? ", " : "") + std::to_string(i < 24 ? 4 * i : 93);
  const std::string config =
      R"({"model_type": "kimi_linear", "hidden_size": 7168, "num_hidden_layers": 93, "num_attention_heads": 96,
    "num_key_value_heads": 96, "intermediate_size": 33792, "moe_intermediate_size": 3072, "routed_expert_hidden_size": 3584,
    "num_experts": 896, "num_experts_per_token": 16, "num_shared_experts": 2, "first_k_dense_replace": 1, "q_lora_rank": 1536,
    "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "mla_use_output_gate": true,
    "linear_attn_config": {"num_heads": 96, "head_dim": 128, "use_full_rank_gate": true, "full_attn_layers": [)" +
      full + R"(]}, "vocab_size": 163840, "tie_word_embeddings": false})";
  CHECK(growth(config) == 24 * 576 * 2);
  CHECK(total(config) == doctest::Approx(2.8e12).epsilon(0.01));
  CHECK(active(config) == doctest::Approx(104e9).epsilon(0.02));
}

TEST_CASE("MiniMax marks softmax layers with one and lightning layers with zero") {
  const std::string config =
      with(small_llama, R"("model_type": "minimax_text_01", "attn_type_list": [0, 0, 0, 1],
    "num_local_experts": 4, "num_experts_per_tok": 2)");
  CHECK(mixers(imported(config).model) == "LLLA");
  CHECK(growth(config) == 2 * 2 * 16 * 2);
}

TEST_CASE("LFM2 convolves in most layers, and shrinks its MLP") {
  const Model model =
      imported(
          R"({"model_type": "lfm2", "hidden_size": 2048, "num_hidden_layers": 4, "num_attention_heads": 32,
    "num_key_value_heads": 8, "intermediate_size": 12288, "block_auto_adjust_ff_dim": true, "block_ffn_dim_multiplier": 1.0,
    "block_multiple_of": 256, "conv_L_cache": 3, "conv_bias": false, "vocab_size": 65536,
    "layer_types": ["conv", "conv", "full_attention", "conv"]})")
          .model;
  CHECK(mixers(model) == "CCAC");
  CHECK(model.layers[0].layer.feed_forward.width == 8192);
  CHECK(model.layers[0].layer.mixer.conv == 3);
}

TEST_CASE("Bamba and Granite 4 place attention by a list") {
  const std::string mamba =
      R"("mamba_n_heads": 8, "mamba_d_head": 16, "mamba_d_state": 16, "mamba_n_groups": 1, "mamba_d_conv": 4,
    "mamba_expand": 2)";
  CHECK(mixers(imported(with(small_llama, R"("model_type": "bamba", "attn_layer_indices": [2], )" + mamba))
                   .model) == "MMAM");
  CHECK(
      mixers(
          imported(
              with(
                  small_llama,
                  R"("model_type": "granitemoehybrid", "layer_types": ["mamba", "attention", "mamba", "mamba"],
    "num_local_experts": 0, "shared_intermediate_size": 64, )" +
                      mamba))
              .model) == "MAMM");
}

// Zamba2-7B: 7.4B with two shared blocks, used 13 times.
TEST_CASE("Zamba2's shared blocks are stored once and used often") {
  std::string types;
  for (int i = 0; i < 81; ++i)
    types += std::string(i > 0 ? ", " : "") + (i % 6 == 5 ? "\"hybrid\"" : "\"mamba\"");
  const Model model =
      imported(
          R"({"model_type": "zamba2", "hidden_size": 3584, "num_hidden_layers": 81, "num_attention_heads": 32,
    "num_key_value_heads": 32, "kv_channels": 112, "ffn_hidden_size": 14336, "gated_linear_unit": true, "expansion_factor": 2,
    "conv_dimension": 4, "mamba_headdim": 64, "mamba_ngroups": 2, "state_size": 64, "num_mem_blocks": 2, "lora_rank": 128,
    "use_shared_block_lora": true, "use_shared_attention_lora": false, "add_bias_linear": false, "vocab_size": 32000,
    "layers_block_type": [)" +
          types + "]}")
          .model;
  CHECK(parameter_count(model).total == doctest::Approx(7.4e9).epsilon(0.01));
  CHECK(kv_bytes_per_token(model, 2).in(unit::byte) == 13 * 2 * 32 * 224 * 2);
}

TEST_CASE("RWKV keeps a state and no cache") {
  const auto rwkv = import_hf_config(
      R"({"model_type": "rwkv5", "hidden_size": 2560, "attention_hidden_size": 2560, "head_size": 64,
    "intermediate_size": null, "num_hidden_layers": 32, "vocab_size": 65536, "context_length": 4096, "tie_word_embeddings": true})");
  REQUIRE(rwkv.ok());
  CHECK(parameter_count(rwkv.value->model).total == doctest::Approx(3.06e9).epsilon(0.002));
  CHECK(kv_bytes_per_token(rwkv.value->model, 2) == Bytes{});
  CHECK(state_bytes(rwkv.value->model, 4, 2).in(unit::byte) == 32.0 * (2560 * 64 * 4 + 2 * 2560 * 2));
  CHECK(warns(rwkv, "tie_word_embeddings"));
}

}  // namespace trireme::test
