// Windows, chunks and per-layer patterns under all their spellings.
// SPDX-License-Identifier: MIT
#include "tests/core/import/support.h"

#include <vector>

namespace trireme::test {
namespace {

// Window of each layer; 0 = full attention, -1 = in chunks.
std::vector<std::int64_t> windows(std::string_view config) {
  std::vector<std::int64_t> list;
  for (const LayerRun& run : imported(config).model.layers)
    for (std::int64_t i = 0; i < run.count; ++i)
      list.push_back(run.layer.mixer.chunk > 0 ? -1 : run.layer.mixer.window);
  return list;
}

using Windows = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("layer_types says which layers have the window") {
  const std::string config =
      with(small_llama, R"("sliding_window": 32, "layer_types": ["sliding_attention", "full_attention",
    "sliding_attention", "full_attention"])");
  CHECK(windows(config) == Windows{32, 0, 32, 0});
  CHECK(growth(config) == 2 * 2 * 2 * 16 * 2);
}

TEST_CASE("Mistral's window is on all layers, and null means none") {
  const std::string mistral = with(small_llama, R"("model_type": "mistral")");
  CHECK(windows(with(mistral, R"("sliding_window": 32)")) == Windows{32, 32, 32, 32});
  CHECK(windows(with(mistral, R"("sliding_window": null)")) == Windows{0, 0, 0, 0});
  const auto missing = import_hf_config(with(mistral, R"("max_position_embeddings": 32768)"));
  CHECK(warns(missing, "sliding_window"));  // the library's default: 4,096
  CHECK(missing.value->model.layers[0].layer.mixer.window == 4096);
}

TEST_CASE("a window not shorter than the context is none") {
  CHECK(windows(with(small_llama, R"("model_type": "phi3", "sliding_window": 262144)")) ==
        Windows{0, 0, 0, 0});
}

TEST_CASE("Qwen's window counts only when it is switched on, and from a layer on") {
  const std::string qwen =
      with(small_llama, R"("model_type": "qwen2", "sliding_window": 32, "max_window_layers": 3)");
  CHECK(windows(qwen) == Windows{0, 0, 0, 0});
  CHECK(windows(with(qwen, R"("use_sliding_window": false)")) == Windows{0, 0, 0, 0});
  CHECK(windows(with(qwen, R"("use_sliding_window": true)")) == Windows{0, 0, 0, 32});
}

TEST_CASE("every n-th layer is full") {
  const std::string six = with(small_llama, R"("num_hidden_layers": 7, "sliding_window": 32)");
  CHECK(windows(with(six, R"("model_type": "gemma3_text")")) == Windows{32, 32, 32, 32, 32, 0, 32});
  CHECK(windows(with(six, R"("model_type": "gemma3_text", "sliding_window_pattern": 3)")) ==
        Windows{32, 32, 0, 32, 32, 0, 32});
  CHECK(windows(with(six, R"("model_type": "gemma3_text", "_sliding_window_pattern": 3)")) ==
        Windows{32, 32, 0, 32, 32, 0, 32});
  CHECK(windows(with(six, R"("model_type": "gemma2")")) == Windows{32, 0, 32, 0, 32, 0, 32});
  CHECK(windows(with(six, R"("model_type": "cohere2")")) == Windows{32, 32, 32, 0, 32, 32, 32});
  CHECK(windows(with(six, R"("model_type": "exaone4", "sliding_window_pattern": "LLLG")")) ==
        Windows{32, 32, 32, 0, 32, 32, 32});
  CHECK(windows(with(six, R"("global_attn_every_n_layers": 3)")) == Windows{32, 32, 0, 32, 32, 0, 32});
}

TEST_CASE("a window on an unknown type is taken for all layers, with a warning") {
  const auto unknown = import_hf_config(with(small_llama, R"("model_type": "novel", "sliding_window": 32)"));
  CHECK(warns(unknown, "sliding_window"));
  CHECK(warns(unknown, "model_type"));
  CHECK(unknown.value->model.layers[0].layer.mixer.window == 32);
}

TEST_CASE("GPT-Neo repeats a list of global and local layers") {
  CHECK(
      windows(
          R"({"model_type": "gpt_neo", "hidden_size": 64, "num_layers": 4, "num_heads": 4, "vocab_size": 1000,
    "max_position_embeddings": 2048, "window_size": 256, "attention_types": [[["global", "local"], 2]]})") ==
      Windows{0, 256, 0, 256});
}

TEST_CASE("Llama 4 attends in chunks where it has rotary positions") {
  const std::string llama4 =
      with(small_llama, R"("model_type": "llama4_text", "num_local_experts": 4, "num_experts_per_tok": 1)");
  CHECK(windows(with(llama4, R"("attention_chunk_size": 16)")) == Windows{-1, -1, -1, 0});
  CHECK(windows(with(llama4, R"("attention_chunk_size": 16, "no_rope_layers": [1, 0, 1, 0])")) ==
        Windows{-1, 0, -1, 0});
  CHECK(windows(with(llama4, R"("attention_chunk_size": 16, "no_rope_layer_interval": 2)")) ==
        Windows{-1, 0, -1, 0});
  CHECK(windows(with(llama4, R"("attention_chunk_size": null)")) == Windows{0, 0, 0, 0});
  CHECK(windows(
            with(llama4, R"("attention_chunk_size": 16, "layer_types": ["chunked_attention", "full_attention",
    "chunked_attention", "full_attention"])")) == Windows{-1, 0, -1, 0});
}

TEST_CASE("MiMo-V2 gives windowed layers heads of their own, and values another width") {
  const Model model =
      imported(with(small_llama, R"("model_type": "mimo_v2_flash", "hybrid_layer_pattern": [0, 1, 1, 0],
    "sliding_window": 32, "head_dim": 24, "v_head_dim": 16, "swa_num_key_value_heads": 4, "swa_head_dim": 24, "swa_v_head_dim": 16,
    "add_swa_attention_sink_bias": true)"))
          .model;
  REQUIRE(model.layers.size() == 3);
  const Mixer& full = model.layers[0].layer.mixer;
  const Mixer& windowed = model.layers[1].layer.mixer;
  CHECK(full.kv_heads == 2);
  CHECK(windowed.kv_heads == 4);
  CHECK(windowed.window == 32);
  CHECK(windowed.sinks);
  CHECK_FALSE(full.sinks);
  CHECK(kv_bytes_per_token(model, 2).in(unit::byte) == 2 * 2 * (24 + 16) * 2);
}

TEST_CASE("heads and KV heads may differ from layer to layer") {
  const Model model =
      imported(with(small_llama, R"("num_attention_heads_per_layer": [4, 2, 2, 4], "head_dim": 16)")).model;
  CHECK(model.layers[0].layer.mixer.heads == 4);
  CHECK(model.layers[1].layer.mixer.heads == 2);
  const Model deci = imported(with(small_llama, R"("num_key_value_heads": [4, 2, 1, 1])")).model;
  CHECK(deci.layers[2].layer.mixer.kv_heads == 1);
  // OpenELM gives lists of heads and factors of widths, 0.5 and 4 times 64 in steps of 32.
  const Model openelm =
      imported(R"({"model_type": "openelm", "model_dim": 64, "num_transformer_layers": 2, "head_dim": 16,
    "num_query_heads": [4, 8], "num_kv_heads": [1, 2], "ffn_multipliers": [0.5, 4.0], "ffn_dim_divisor": 32, "vocab_size": 1000,
    "share_input_output_layers": true, "normalize_qk_projections": true})")
          .model;
  CHECK(openelm.layers[1].layer.mixer.heads == 8);
  CHECK(openelm.layers[0].layer.feed_forward.width == 32);
  CHECK(openelm.layers[1].layer.feed_forward.width == 256);
  CHECK(openelm.tied_embeddings);
}

TEST_CASE("Nemotron-NAS prunes and resizes each block") {
  const Model model = imported(R"({"model_type": "nemotron-nas", "hidden_size": 768, "num_hidden_layers": 3,
    "num_attention_heads": 12, "num_key_value_heads": null, "intermediate_size": null, "vocab_size": 1000,
    "tie_word_embeddings": false, "block_configs": [
      {"attention": {"n_heads_in_group": 4, "no_op": false, "replace_with_linear": false}, "ffn": {"ffn_mult": 1.5}},
      {"attention": {"n_heads_in_group": null, "no_op": true}, "ffn": {"ffn_mult": 3}},
      {"attention": {"replace_with_linear": true}, "ffn": {"no_op": true}}]})")
                          .model;
  REQUIRE(model.layers.size() == 3);
  CHECK(model.layers[0].layer.mixer.kv_heads == 3);
  CHECK(model.layers[0].layer.feed_forward.width == 768);
  CHECK(model.layers[1].layer.mixer.kind == MixerKind::None);
  CHECK(model.layers[1].layer.feed_forward.width == 1536);
  CHECK(model.layers[2].layer.extra_matrix_parameters == 768 * 768);
  CHECK(model.layers[2].layer.feed_forward.kind == FeedForwardKind::None);
}

TEST_CASE("a list that does not fit the number of layers is a fault or a note") {
  CHECK(
      refuses(with(small_llama, R"("sliding_window": 8, "layer_types": ["full_attention"])"), "layer_types"));
  CHECK(refuses(with(small_llama,
                     R"("layer_types": ["full_attention", "full_attention", "full_attention", "telepathy"])"),
                "layer_types"));
  CHECK(refuses(
      with(small_llama,
           R"("layer_types": ["sliding_attention", "full_attention", "full_attention", "full_attention"])"),
      "sliding_window"));
  const auto longer = import_hf_config(
      with(small_llama, R"("sliding_window": 8, "layer_types": ["full_attention", "full_attention",
    "full_attention", "full_attention", "sliding_attention"])"));
  CHECK(longer.ok());
  CHECK(has_issue(longer.issues, Severity::Note, "layer_types"));
}

}  // namespace trireme::test
