// Keys of the GPT-2 era and of single families, and encoders.
// SPDX-License-Identifier: MIT
#include "tests/core/import/support.h"

namespace trireme::test {

TEST_CASE("GPT-2 and its kin are counted exactly") {
  CHECK(
      total(
          R"({"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12, "n_inner": null, "n_positions": 1024,
    "vocab_size": 50257})") == 124'439'808);
  CHECK(
      total(
          R"({"model_type": "gpt_bigcode", "n_embd": 2048, "n_layer": 24, "n_head": 16, "n_inner": 8192, "n_positions": 8192,
    "multi_query": true, "vocab_size": 49152})") == 1'137'207'296);
  CHECK(
      total(
          R"({"model_type": "gpt_neo", "hidden_size": 2048, "num_layers": 24, "num_heads": 16, "intermediate_size": null,
    "max_position_embeddings": 2048, "vocab_size": 50257, "attention_types": [[["global", "local"], 12]],
    "window_size": 256})") == 1'315'575'808);
  CHECK(
      total(
          R"({"model_type": "gptj", "n_embd": 4096, "n_layer": 28, "n_head": 16, "n_inner": null, "n_positions": 2048,
    "vocab_size": 50400, "tie_word_embeddings": false})") == 6'050'882'784);
  CHECK(
      total(
          R"({"model_type": "codegen", "n_embd": 1024, "n_layer": 20, "n_head": 16, "n_inner": null, "n_positions": 2048,
    "vocab_size": 51200, "tie_word_embeddings": false})") == 356'712'448);
  CHECK(
      total(
          R"({"model_type": "gpt_neox", "hidden_size": 6144, "num_hidden_layers": 44, "num_attention_heads": 64,
    "intermediate_size": 24576, "vocab_size": 50432, "tie_word_embeddings": false})") == 20'554'567'680);
  CHECK(
      total(
          R"({"model_type": "phi-msft", "architectures": ["PhiForCausalLM"], "n_embd": 2560, "n_layer": 32, "n_head": 32,
    "n_head_kv": null, "n_inner": null, "n_positions": 2048, "vocab_size": 51200, "tie_word_embeddings": false})") ==
      2'779'683'840);
}

TEST_CASE("BLOOM, OPT and MPT are counted exactly") {
  CHECK(
      total(
          R"({"model_type": "bloom", "hidden_size": 1024, "n_layer": 24, "n_head": 16, "vocab_size": 250880})") ==
      559'214'592);
  CHECK(total(R"({"model_type": "bloom", "n_embed": 14336, "n_layer": 70, "num_attention_heads": 112,
    "vocab_size": 250880})") == 176'247'271'424);
  CHECK(
      total(
          R"({"model_type": "opt", "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12, "ffn_dim": 3072,
    "max_position_embeddings": 2048, "word_embed_proj_dim": 768, "do_layer_norm_before": true, "vocab_size": 50272})") ==
      125'239'296);
  // OPT-350M: norms after the blocks, no final one, and an embedding of half the width.
  CHECK(
      total(
          R"({"model_type": "opt", "hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "ffn_dim": 4096,
    "max_position_embeddings": 2048, "word_embed_proj_dim": 512, "do_layer_norm_before": false, "vocab_size": 50272})") ==
      331'196'416);
  CHECK(
      total(
          R"({"model_type": "mpt", "d_model": 4096, "n_heads": 32, "n_layers": 32, "expansion_ratio": 4, "max_seq_len": 2048,
    "no_bias": true, "attn_config": {"attn_type": "multihead_attention", "alibi": true}, "vocab_size": 50432})") ==
      6'649'286'656);
  CHECK(
      growth(
          R"({"model_type": "mpt", "d_model": 64, "n_heads": 4, "n_layers": 1, "max_seq_len": 2048, "vocab_size": 1000,
    "attn_config": {"kv_n_heads": 2}})") == 2 * 2 * 16 * 2);
}

TEST_CASE("Falcon has three generations of heads and norms") {
  CHECK(
      total(
          R"({"model_type": "falcon", "hidden_size": 4544, "num_hidden_layers": 32, "num_attention_heads": 71,
    "multi_query": true, "new_decoder_architecture": false, "parallel_attn": true, "bias": false, "vocab_size": 65024})") ==
      6'921'720'704);
  constexpr std::string_view falcon_40b =
      R"({"model_type": "falcon", "hidden_size": 8192, "n_layer": 60, "n_head": 128,
    "num_kv_heads": 8, "multi_query": true, "new_decoder_architecture": true, "parallel_attn": true, "bias": false,
    "vocab_size": 65024})";
  CHECK(total(falcon_40b) == 41'303'293'952);
  CHECK(growth(falcon_40b) == 60 * 2 * 8 * 64 * 2);
  CHECK(
      total(R"({"model_type": "RefinedWeb", "hidden_size": 8192, "n_layer": 60, "n_head": 128, "n_head_kv": 8,
    "new_decoder_architecture": true, "bias": false, "vocab_size": 65024})") == 41'303'293'952);
  CHECK(
      total(
          R"({"model_type": "falcon", "hidden_size": 2048, "num_hidden_layers": 24, "num_attention_heads": 32,
    "multi_query": false, "parallel_attn": false, "bias": true, "alibi": true, "vocab_size": 50304})") ==
      1'311'625'216);
}

TEST_CASE("ChatGLM has two generations under one name") {
  CHECK(
      total(
          R"({"model_type": "chatglm", "hidden_size": 4096, "num_layers": 28, "num_attention_heads": 32, "kv_channels": 128,
    "ffn_hidden_size": 13696, "multi_query_attention": true, "multi_query_group_num": 2, "padded_vocab_size": 65024,
    "vocab_size": 64794, "seq_length": 8192, "add_qkv_bias": true, "add_bias_linear": false, "rmsnorm": true,
    "tie_word_embeddings": false})") == 6'243'584'000);
  CHECK(total(R"({"model_type": "chatglm", "hidden_size": 4096, "num_layers": 28, "num_attention_heads": 32,
    "inner_hidden_size": 16384, "vocab_size": 130528, "position_encoding_2d": true, "max_sequence_length": 2048})") ==
        6'173'286'400);
}

TEST_CASE("a file without model_type is told by its keys") {
  const auto gpt1 = import_hf_config(
      R"({"afn": "gelu", "n_ctx": 512, "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 513,
    "vocab_size": 13088})");
  REQUIRE(gpt1.ok());
  CHECK(parameter_count(gpt1.value->model).total == 95'500'032);
  CHECK(warns(gpt1, "model_type"));
  // Mistral's own params.json.
  CHECK(
      total(
          R"({"dim": 4096, "n_layers": 32, "head_dim": 128, "hidden_dim": 14336, "n_heads": 32, "n_kv_heads": 8,
    "norm_eps": 1e-5, "vocab_size": 32000})") == 7'241'732'096);
}

TEST_CASE("a family is found by type or by architecture, whatever the case") {
  for (std::string_view keys :
       {R"("model_type": "Qwen3")", R"("model_type": "QWEN_3")", R"("architectures": ["Qwen3ForCausalLM"])",
        R"("model_type": "unheard_of", "architectures": ["Qwen3ForCausalLM"])"}) {
    CAPTURE(keys);
    const std::string config =
        R"({"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2,
      "head_dim": 16, "intermediate_size": 128, "vocab_size": 1000, "tie_word_embeddings": true})";
    const auto result = import_hf_config(with(config, keys));
    CHECK(result.ok());
    CHECK(result.value->model.family == "qwen3");
    CHECK(result.value->model.layers[0].layer.mixer.qk_norm);
  }
}

TEST_CASE("encoder-decoder models are counted exactly") {
  CHECK(
      total(
          R"({"model_type": "t5", "d_model": 512, "d_kv": 64, "d_ff": 2048, "num_layers": 6, "num_decoder_layers": 6,
    "num_heads": 8, "feed_forward_proj": "relu", "relative_attention_num_buckets": 32, "vocab_size": 32128})") ==
      60'506'624);
  CHECK(
      total(
          R"({"model_type": "t5", "d_model": 768, "d_kv": 64, "d_ff": 2048, "num_layers": 12, "num_heads": 12,
    "feed_forward_proj": "gated-gelu", "relative_attention_num_buckets": 32, "vocab_size": 32128,
    "tie_word_embeddings": false})") == 247'577'856);
  CHECK(
      total(
          R"({"model_type": "mt5", "d_model": 512, "d_kv": 64, "d_ff": 1024, "num_layers": 8, "num_decoder_layers": 8,
    "num_heads": 6, "feed_forward_proj": "gated-gelu", "vocab_size": 250112, "tie_word_embeddings": false})") ==
      300'176'768);
  CHECK(
      total(
          R"({"model_type": "bart", "d_model": 1024, "encoder_layers": 12, "decoder_layers": 12, "encoder_attention_heads": 16,
    "decoder_attention_heads": 16, "encoder_ffn_dim": 4096, "decoder_ffn_dim": 4096, "max_position_embeddings": 1024,
    "num_hidden_layers": 12, "vocab_size": 50265})") == 406'291'456);
  CHECK(
      total(
          R"({"model_type": "m2m_100", "d_model": 1024, "encoder_layers": 12, "decoder_layers": 12, "encoder_attention_heads": 16,
    "decoder_attention_heads": 16, "encoder_ffn_dim": 4096, "decoder_ffn_dim": 4096, "max_position_embeddings": 1024,
    "vocab_size": 256206})") == 615'073'792);
}

TEST_CASE("Flan-T5's file contradicts itself, and the gate counts") {
  const auto flan =
      import_hf_config(R"({"model_type": "t5", "d_model": 4096, "d_kv": 64, "d_ff": 10240, "num_layers": 24,
    "num_decoder_layers": 24, "num_heads": 64, "feed_forward_proj": "gelu", "is_gated_act": true, "vocab_size": 32128,
    "tie_word_embeddings": false})");
  REQUIRE(flan.ok());
  CHECK(warns(flan, "feed_forward_proj"));
  const ParameterCount count = parameter_count(flan.value->model);
  CHECK(count.total == 11'135'332'352);
  CHECK(count.encoder < count.total / 2);  // the decoder also attends to the encoder
  CHECK(kv_bytes_per_token(flan.value->model, 2).in(unit::byte) == 24 * 2 * 64 * 64 * 2);
  CHECK(cross_kv_bytes(flan.value->model, 512, 2).in(unit::byte) == 512.0 * 24 * 2 * 64 * 64 * 2);
}

TEST_CASE("Whisper is counted with its convolutions, and says why its published size is larger") {
  const auto whisper = import_hf_config(
      R"({"model_type": "whisper", "d_model": 1280, "encoder_layers": 32, "decoder_layers": 32,
    "encoder_attention_heads": 20, "decoder_attention_heads": 20, "encoder_ffn_dim": 5120, "decoder_ffn_dim": 5120,
    "num_mel_bins": 128, "max_source_positions": 1500, "max_target_positions": 448, "vocab_size": 51866})");
  REQUIRE(whisper.ok());
  CHECK(parameter_count(whisper.value->model).total == 1'543'490'560);
  CHECK(warns(whisper, "model_type"));
}

TEST_CASE("encoders keep no cache") {
  const auto bert =
      import_hf_config(R"({"model_type": "bert", "architectures": ["BertForMaskedLM"], "hidden_size": 768,
    "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072, "max_position_embeddings": 512,
    "type_vocab_size": 2, "vocab_size": 30522})");
  REQUIRE(bert.ok());
  CHECK(parameter_count(bert.value->model).total == 109'482'240);
  CHECK(kv_bytes_per_token(bert.value->model, 2) == Bytes{});
  CHECK(warns(bert, "model_type"));
  CHECK(total(R"({"model_type": "distilbert", "dim": 768, "n_layers": 6, "n_heads": 12, "hidden_dim": 3072,
    "max_position_embeddings": 512, "vocab_size": 30522})") == 66'362'880);
}

}  // namespace trireme::test
