// Mixtures of experts under all their spellings.
// SPDX-License-Identifier: MIT
#include "tests/core/import/support.h"

#include <string>

namespace trireme::test {
namespace {

// "DEED": which layers are dense and which have experts.
std::string placement(std::string_view config) {
  std::string letters;
  for (const LayerRun& run : imported(config).model.layers)
    letters.append(static_cast<std::size_t>(run.count),
                   run.layer.feed_forward.kind == FeedForwardKind::Moe ? 'E' : 'D');
  return letters;
}

FeedForward experts_of(std::string_view config) {
  for (const LayerRun& run : imported(config).model.layers)
    if (run.layer.feed_forward.kind == FeedForwardKind::Moe) return run.layer.feed_forward;
  return {};
}

const std::string base = with(small_llama, R"("num_hidden_layers": 6)");
const std::string deepseek = with(
    base,
    R"("model_type": "deepseek", "n_routed_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 32)");

}  // namespace

TEST_CASE("published mixtures of experts are counted exactly") {
  constexpr std::string_view mixtral =
      R"({"model_type": "mixtral", "hidden_size": 4096, "num_hidden_layers": 32,
    "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "num_local_experts": 8,
    "num_experts_per_tok": 2, "vocab_size": 32000, "tie_word_embeddings": false})";
  CHECK(total(mixtral) == 46'702'792'704);
  CHECK(active(mixtral) == 12'879'925'248);
  CHECK(
      total(
          R"({"model_type": "qwen2_moe", "hidden_size": 2048, "num_hidden_layers": 24, "num_attention_heads": 16,
    "num_key_value_heads": 16, "intermediate_size": 5632, "moe_intermediate_size": 1408, "shared_expert_intermediate_size": 5632,
    "num_experts": 60, "num_experts_per_tok": 4, "decoder_sparse_step": 1, "vocab_size": 151936,
    "tie_word_embeddings": false})") == 14'315'784'192);
  CHECK(
      total(
          R"({"model_type": "qwen3_moe", "hidden_size": 2048, "num_hidden_layers": 48, "num_attention_heads": 32,
    "num_key_value_heads": 4, "head_dim": 128, "intermediate_size": 6144, "moe_intermediate_size": 768, "num_experts": 128,
    "num_experts_per_tok": 8, "decoder_sparse_step": 1, "mlp_only_layers": [], "vocab_size": 151936,
    "tie_word_embeddings": false})") == 30'532'122'624);
  CHECK(
      total(
          R"({"model_type": "olmoe", "hidden_size": 2048, "num_hidden_layers": 16, "num_attention_heads": 16,
    "num_key_value_heads": 16, "intermediate_size": 1024, "num_experts": 64, "num_experts_per_tok": 8, "vocab_size": 50304,
    "tie_word_embeddings": false})") == 6'919'161'856);
  CHECK(
      total(
          R"({"model_type": "phimoe", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
    "num_key_value_heads": 8, "intermediate_size": 6400, "num_local_experts": 16, "num_experts_per_tok": 2,
    "attention_bias": true, "lm_head_bias": true, "vocab_size": 32064, "tie_word_embeddings": false})") ==
      41'873'153'344);
  CHECK(
      total(
          R"({"model_type": "dbrx", "d_model": 6144, "n_layers": 40, "n_heads": 48, "max_seq_len": 32768, "vocab_size": 100352,
    "attn_config": {"kv_n_heads": 8, "model_type": ""}, "ffn_config": {"ffn_hidden_size": 10752, "moe_num_experts": 16,
    "moe_top_k": 4, "model_type": ""}, "tie_word_embeddings": false})") == 131'596'523'520);
  CHECK(
      total(
          R"({"model_type": "dots1", "hidden_size": 4096, "num_hidden_layers": 62, "num_attention_heads": 32,
    "num_key_value_heads": 32, "head_dim": 128, "intermediate_size": 10944, "moe_intermediate_size": 1408,
    "n_routed_experts": 128, "n_shared_experts": 2, "num_experts_per_tok": 6, "first_k_dense_replace": 1, "moe_layer_freq": 1,
    "vocab_size": 152064, "tie_word_embeddings": false})") == 142'774'381'696);
  CHECK(
      total(
          R"({"model_type": "ernie4_5_moe", "hidden_size": 2560, "num_hidden_layers": 28, "num_attention_heads": 20,
    "num_key_value_heads": 4, "intermediate_size": 12288, "moe_num_experts": 64, "moe_k": 6, "moe_num_shared_experts": 2,
    "moe_intermediate_size": 1536, "moe_layer_start_index": 1, "moe_layer_interval": 1, "vocab_size": 103424,
    "use_bias": false, "tie_word_embeddings": true})") == 21'825'437'888);
}

// Hunyuan-A13B gives one number a layer where others give one.
TEST_CASE("numbers of experts may come as lists") {
  std::string width, top_k, shared;
  for (int i = 0; i < 32; ++i) {
    const std::string comma = i > 0 ? ", " : "";
    width += comma + "3072", top_k += comma + "8", shared += comma + "1";
  }
  const std::string config = R"({"model_type": "hunyuan_v1_moe", "hidden_size": 4096, "num_hidden_layers": 32,
    "num_attention_heads": 32, "num_key_value_heads": 8, "attention_head_dim": 128, "intermediate_size": 3072, "num_experts": 64,
    "use_qk_norm": true, "vocab_size": 128167, "tie_word_embeddings": true, "moe_intermediate_size": [)" +
                             width + "], \"moe_topk\": [" + top_k + "], \"num_shared_expert\": [" + shared +
                             "]}";
  CHECK(total(config) == 80'393'183'232);
  CHECK(active(config) == doctest::Approx(13e9).epsilon(0.05));
  const Model uneven =
      imported(with(deepseek, R"("moe_topk": [1, 2, 3, 4, 5, 6], "num_experts_per_tok": null)")).model;
  CHECK(uneven.layers[5].layer.feed_forward.top_k == 6);
}

TEST_CASE("gpt-oss has biases on everything, and sinks") {
  std::string types;
  for (int i = 0; i < 36; ++i)
    types += std::string(i > 0 ? ", " : "") + (i % 2 == 0 ? "\"sliding_attention\"" : "\"full_attention\"");
  const std::string config =
      R"({"model_type": "gpt_oss", "hidden_size": 2880, "num_hidden_layers": 36, "num_attention_heads": 64,
    "num_key_value_heads": 8, "head_dim": 64, "intermediate_size": 2880, "num_local_experts": 128, "num_experts_per_tok": 4,
    "experts_per_token": 4, "attention_bias": true, "sliding_window": 128, "vocab_size": 201088, "tie_word_embeddings": false,
    "layer_types": [)" +
      types + "]}";
  CHECK(total(config) == 116'829'156'672);
  CHECK(growth(config) == 36'864);
  CHECK(kv_bytes_per_token_without_windows(imported(config).model, 2).in(unit::byte) == 73'728);
}

TEST_CASE("the number of experts has many names") {
  for (std::string_view name :
       {"num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts", "num_routed_experts"}) {
    CAPTURE(name);
    CHECK(experts_of(with(base, "\"" + std::string(name) +
                                    R"(": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 32)"))
              .experts == 8);
  }
}

TEST_CASE("the number of experts a token takes has many names") {
  for (std::string_view name : {"num_experts_per_tok", "num_experts_per_token", "moe_top_k", "top_k_experts",
                                "experts_per_token", "moe_topk", "moe_k", "num_selected_experts"}) {
    CAPTURE(name);
    CHECK(experts_of(with(base, "\"num_experts\": 8, \"moe_intermediate_size\": 32, \"" + std::string(name) +
                                    "\": 2"))
              .top_k == 2);
  }
}

TEST_CASE("the width of experts is a key of its own, or the only width there is") {
  for (std::string_view name : {"moe_intermediate_size", "expert_intermediate_size", "moe_ffn_hidden_size",
                                "expert_ffn_hidden_size"}) {
    CAPTURE(name);
    CHECK(experts_of(
              with(base, "\"num_experts\": 8, \"num_experts_per_tok\": 2, \"" + std::string(name) + "\": 32"))
              .expert_width == 32);
  }
  const std::string one_width = with(base, R"("num_experts": 8, "num_experts_per_tok": 2)");
  CHECK(experts_of(with(one_width, R"("model_type": "mixtral")")).expert_width == 128);
  CHECK_FALSE(warns(import_hf_config(with(one_width, R"("model_type": "mixtral")")), "intermediate_size"));
  CHECK(warns(import_hf_config(one_width), "intermediate_size"));
}

TEST_CASE("shared experts are counted or measured") {
  CHECK(experts_of(deepseek).shared_width == 0);
  for (std::string_view name : {"n_shared_experts", "num_shared_experts", "moe_num_shared_experts"}) {
    CAPTURE(name);
    CHECK(experts_of(with(deepseek, "\"" + std::string(name) + "\": 2")).shared_width == 64);
  }
  for (std::string_view name : {"shared_expert_intermediate_size", "share_expert_dim",
                                "moe_shared_expert_intermediate_size", "shared_intermediate_size"}) {
    CAPTURE(name);
    CHECK(experts_of(with(deepseek, "\"n_shared_experts\": 1, \"" + std::string(name) + "\": 48"))
              .shared_width == 48);
  }
  CHECK(experts_of(with(deepseek, R"("n_shared_experts": null)")).shared_width == 0);
  // Llama 4 has one shared expert that no key mentions.
  CHECK(experts_of(
            with(base, R"("model_type": "llama4_text", "num_local_experts": 8, "num_experts_per_tok": 1)"))
            .shared_width == 128);
}

TEST_CASE("experts stand where the file says") {
  CHECK(placement(deepseek) == "EEEEEE");
  CHECK(placement(with(deepseek, R"("first_k_dense_replace": 2)")) == "DDEEEE");
  CHECK(placement(with(deepseek, R"("first_k_dense_replace": 1, "moe_layer_freq": 2)")) == "DDEDED");
  CHECK(placement(with(deepseek, R"("moe_layer_freq": [0, 1, 1, 0, 1, 1])")) == "DEEDEE");
  CHECK(placement(with(deepseek, R"("num_dense_layers": 3)")) == "DDDEEE");
  CHECK(placement(with(deepseek, R"("decoder_sparse_step": 2)")) == "DEDEDE");
  CHECK(placement(with(deepseek, R"("decoder_sparse_step": 1, "mlp_only_layers": [0, 5])")) == "DEEEED");
  CHECK(placement(with(deepseek, R"("interleave_moe_layer_step": 3)")) == "DDEDDE");
  CHECK(placement(with(deepseek, R"("moe_layers": [1, 4])")) == "DEDDED");
  CHECK(placement(with(deepseek, R"("moe_layers_enum": "2,3,5")")) == "DDEEDE");
  CHECK(placement(with(deepseek, R"("expert_layer_period": 2, "expert_layer_offset": 1)")) == "DEDEDE");
  CHECK(placement(with(deepseek,
                       R"("moe_layer_start_index": 1, "moe_layer_end_index": 3, "moe_layer_interval": 1)")) ==
        "DEEEDD");
  CHECK(placement(with(deepseek,
                       R"("mlp_layer_types": ["dense", "sparse", "sparse", "sparse", "dense", "sparse"])")) ==
        "DEEEDE");
  CHECK(placement(with(deepseek, R"("n_routed_experts": null)")) == "DDDDDD");
  CHECK(placement(with(deepseek, R"("enable_moe_block": false)")) == "DDDDDD");
}

TEST_CASE("dense layers may have a width of their own") {
  const Model model =
      imported(with(base, R"("model_type": "llama4_text", "num_local_experts": 8, "num_experts_per_tok": 1,
    "interleave_moe_layer_step": 2, "intermediate_size_mlp": 256)"))
          .model;
  CHECK(model.layers[0].layer.feed_forward.width == 256);
  CHECK(model.layers[1].layer.feed_forward.expert_width == 128);
  const Model minimax =
      imported(with(base, R"("model_type": "minimax_m3", "num_local_experts": 8, "num_experts_per_tok": 2,
    "dense_intermediate_size": 512, "moe_layer_freq": [0, 1, 1, 1, 1, 1], "shared_intermediate_size": 128)"))
          .model;
  CHECK(minimax.layers[0].layer.feed_forward.width == 512);
}

TEST_CASE("experts may work on a narrower vector") {
  const FeedForward latent = experts_of(with(deepseek, R"("moe_latent_size": 16)"));
  CHECK(latent.latent == 16);
  CHECK(feed_forward_parameters(latent, 64).expert == 3 * 16 * 32);
}

TEST_CASE("LongCat has two attentions and two dense MLPs in each layer, with the experts beside the first") {
  const Model model =
      imported(
          R"({"model_type": "longcat_flash", "hidden_size": 6144, "num_layers": 28, "num_attention_heads": 64,
    "ffn_hidden_size": 12288, "expert_ffn_hidden_size": 2048, "n_routed_experts": 512, "moe_topk": 12, "q_lora_rank": 1536,
    "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "vocab_size": 131072,
    "tie_word_embeddings": false})")
          .model;
  CHECK(model.layer_count() == 56);
  CHECK(parameter_count(model).total == doctest::Approx(561e9).epsilon(0.005));
}

TEST_CASE("a mixture of experts that cannot be is refused with the key") {
  CHECK(refuses(with(deepseek, R"("num_experts_per_tok": 9)"), "num_experts_per_tok"));
  CHECK(refuses(with(base, R"("n_routed_experts": 8, "moe_intermediate_size": 32)"), "num_experts_per_tok"));
  CHECK(refuses(with(deepseek, R"("moe_layer_freq": [0, 1])"), "moe_layer_freq"));
  CHECK(refuses(with(deepseek, R"("mlp_layer_types": ["dense"])"), "mlp_layer_types"));
  CHECK(refuses(with(deepseek, R"("moe_layers_enum": "1,many")"), "moe_layers_enum"));
}

}  // namespace trireme::test
