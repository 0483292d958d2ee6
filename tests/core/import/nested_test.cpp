// Language models inside of larger ones, towers apart, and multi-token prediction.
// SPDX-License-Identifier: MIT
#include "tests/core/import/support.h"

namespace trireme::test {
namespace {

constexpr std::string_view siglip =
    R"({"model_type": "siglip_vision_model", "hidden_size": 1152, "image_size": 896,
  "intermediate_size": 4304, "num_attention_heads": 16, "num_hidden_layers": 27, "patch_size": 14})";

std::string nested(std::string_view key) {
  return "{\"" + std::string(key) + "\": " + std::string(small_llama) + ", \"hidden_size\": 7}";
}

}  // namespace

TEST_CASE("the language model is found below its many names") {
  for (std::string_view key :
       {"text_config", "llm_config", "llm_cfg", "language_config", "language_model_config"}) {
    CAPTURE(key);
    CHECK(total(nested(key)) == total(small_llama));
  }
  CHECK(total("{\"thinker_config\": " + nested("text_config") + "}") == total(small_llama));
}

TEST_CASE("what the language model leaves out is looked up around it") {
  const std::string inner =
      R"({"hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4, "num_key_value_heads": 2,
    "intermediate_size": 128, "vocab_size": 1000})";
  CHECK(total("{\"model_type\": \"llama\", \"text_config\": " + inner + ", \"tie_word_embeddings\": true}") ==
        total(small_llama) - 64'000);
}

// Gemma-3-4B's file names only what differs from the library's defaults: 8 heads, 4 KV heads of 256, 262,208
// tokens.
TEST_CASE("missing keys are the library's defaults, each with a warning") {
  const auto gemma = import_hf_config(
      R"({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "hidden_size": 2560,
    "intermediate_size": 10240, "num_hidden_layers": 34, "sliding_window": 1024}, "vision_config": )" +
      std::string(siglip) + "}");
  REQUIRE(gemma.ok());
  CHECK(parameter_count(gemma.value->model).total == 3'880'263'168);
  for (std::string_view key :
       {"num_attention_heads", "num_key_value_heads", "head_dim", "vocab_size", "tie_word_embeddings"}) {
    CAPTURE(key);
    CHECK(warns(gemma, "text_config." + std::string(key)));
  }
}

TEST_CASE("LLaVA's language model may be named only by its type") {
  const auto llava =
      import_hf_config(R"({"model_type": "llava", "text_config": {"model_type": "llama", "vocab_size": 32064},
    "vision_config": {"model_type": "clip_vision_model", "hidden_size": 1024, "image_size": 336, "intermediate_size": 4096,
    "num_attention_heads": 16, "num_hidden_layers": 24, "patch_size": 14}})");
  REQUIRE(llava.ok());
  CHECK(parameter_count(llava.value->model).total == 6'738'939'904);
  CHECK(warns(llava, "text_config.hidden_size"));
}

// Gemma 3: about 417M in SigLIP, 0.45B with projector, positions and embedding.
TEST_CASE("towers are counted apart, with a warning") {
  const auto gemma = import_hf_config("{\"text_config\": " + std::string(small_llama) +
                                      ", \"vision_config\": " + std::string(siglip) + "}");
  REQUIRE(gemma.ok());
  const ParameterCount count = parameter_count(gemma.value->model);
  CHECK(count.total == total(small_llama));
  CHECK(count.towers == doctest::Approx(417e6).epsilon(0.03));
  CHECK(warns(gemma, "vision_config"));
  // Whisper's encoder, 635M, in Qwen2-Audio.
  const auto audio =
      import_hf_config("{\"text_config\": " + std::string(small_llama) + R"(, "audio_config": {"model_type":
    "qwen2_audio_encoder", "d_model": 1280, "encoder_layers": 32, "encoder_attention_heads": 20, "encoder_ffn_dim": 5120,
    "num_mel_bins": 128, "max_source_positions": 1500}})");
  CHECK(parameter_count(audio.value->model).towers == doctest::Approx(635e6).epsilon(0.02));
  CHECK(warns(audio, "audio_config"));
}

TEST_CASE("what is there but not described is said not to be counted") {
  CHECK(
      warns(import_hf_config(with(small_llama, R"("vision_config": {"image_size": 448})")), "vision_config"));
  CHECK(warns(import_hf_config(with(small_llama, R"("image_token_id": 7)")), "vision_config"));
  CHECK(warns(import_hf_config(with(small_llama, R"("talker_config": {"hidden_size": 896})")),
              "talker_config"));
  CHECK(import_hf_config(with(small_llama, R"("audio_config": null)")).issues.empty());
}

// Llama 3.2 11B Vision: 8 of 40 layers attend to the image; 9.775B in the language model, 32 layers of cache.
TEST_CASE("cross-attention layers have no cache of the text") {
  const Model model =
      imported(
          R"({"model_type": "mllama", "text_config": {"model_type": "mllama_text_model", "hidden_size": 4096,
    "num_hidden_layers": 40, "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256,
    "tie_word_embeddings": false, "cross_attention_layers": [3, 8, 13, 18, 23, 28, 33, 38]}})")
          .model;
  CHECK(parameter_count(model).total == 9'775'192'080);
  CHECK(kv_bytes_per_token(model, 2).in(unit::byte) == 131'072);
  CHECK(cross_kv_bytes(model, 1, 2).in(unit::byte) == 8 * 2 * 8 * 128 * 2);
}

TEST_CASE("multi-token prediction is counted apart, with a warning") {
  for (std::string_view key : {"num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_modules"}) {
    CAPTURE(key);
    const std::string config = with(small_llama, "\"" + std::string(key) + "\": 1");
    CHECK(total(config) == total(small_llama));
    CHECK(warns(import_hf_config(config), key));
    // A layer, two hidden sizes in, and three norms.
    const Model model = imported(config).model;
    CHECK(parameter_count(model).mtp ==
          layer_parameters(model.layers[0].layer, model).total + 2 * 64 * 64 + 3 * 64);
  }
  CHECK(imported(with(small_llama, R"("num_mtp_modules": 3, "use_mtp": false)")).model.mtp_layers == 0);
}

}  // namespace trireme::test
