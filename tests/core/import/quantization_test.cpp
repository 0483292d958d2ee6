// Weight bytes of quantised checkpoints, as their writers describe them.
// SPDX-License-Identifier: MIT
#include "tests/core/import/support.h"

#include <string>

namespace trireme::test {
namespace {

double bits_of(const Quantization& q, WeightPart part) {
  for (const WeightGroup& g : q.groups)
    if (g.part == part) return g.bits;
  return 0;
}

// Of the small Llama with this quantization_config.
Quantization quantized(std::string_view quantization) {
  return imported(with(small_llama, "\"torch_dtype\": \"bfloat16\", \"quantization_config\": " +
                                        std::string(quantization)))
      .quantization;
}

const std::string small_moe =
    with(small_llama, R"("model_type": "deepseek", "n_routed_experts": 8, "num_experts_per_tok": 2,
  "moe_intermediate_size": 32, "n_shared_experts": 1, "first_k_dense_replace": 1, "dtype": "bfloat16")");

Quantization quantized_moe(std::string_view quantization) {
  return imported(with(small_moe, "\"quantization_config\": " + std::string(quantization))).quantization;
}

}  // namespace

TEST_CASE("without a quantisation the type of the weights counts") {
  const auto bytes = [](std::string_view keys) {
    return imported(with(small_llama, keys)).quantization.weight_bytes().in(unit::byte);
  };
  CHECK(bytes(R"("torch_dtype": "bfloat16")") == 2 * total(small_llama));
  CHECK(bytes(R"("dtype": "float32")") == 4 * total(small_llama));
  CHECK(bytes(R"("torch_dtype": "torch.float16")") == 2 * total(small_llama));
  CHECK(warns(import_hf_config(with(small_llama, R"("torch_dtype": "posit")")), "torch_dtype"));
}

// Report C17: Qwen2.5-72B in GPTQ-Int4 is 42 GB, not 162.
TEST_CASE("Qwen2.5-72B in four bits takes 42 GB") {
  const Quantization q =
      imported(
          R"({"model_type": "qwen2", "hidden_size": 8192, "num_hidden_layers": 80, "num_attention_heads": 64,
    "num_key_value_heads": 8, "intermediate_size": 29696, "vocab_size": 152064, "tie_word_embeddings": false,
    "torch_dtype": "float16", "quantization_config": {"quant_method": "gptq", "bits": 4, "group_size": 128, "desc_act": false,
    "sym": true}})")
          .quantization;
  CHECK(q.weight_bytes().in(unit::gb) == doctest::Approx(41.6).epsilon(0.01));
  CHECK(bits_of(q, WeightPart::Embedding) == 16);
  CHECK(bits_of(q, WeightPart::Head) == 16);
  CHECK(bits_of(q, WeightPart::Mixers) ==
        4 + 20.0 / 128);  // a scale of 16 bit and a zero point of 4 for each group
}

// gpt-oss-120b: 65,248,815,744 bytes in the index of its weights; experts in MXFP4, biases and all else in 16
// bit.
TEST_CASE("gpt-oss-120b takes 65.2 GB") {
  const Quantization q = imported(R"({"model_type": "gpt_oss", "hidden_size": 2880, "num_hidden_layers": 36,
    "num_attention_heads": 64, "num_key_value_heads": 8, "head_dim": 64, "intermediate_size": 2880, "num_local_experts": 128,
    "num_experts_per_tok": 4, "sliding_window": 128, "vocab_size": 201088, "tie_word_embeddings": false,
    "quantization_config": {"quant_method": "mxfp4", "modules_to_not_convert": ["model.layers.*.self_attn",
    "model.layers.*.mlp.router", "model.embed_tokens", "lm_head"]}})")
                             .quantization;
  CHECK(q.weight_bytes().in(unit::gb) == doctest::Approx(65.2488).epsilon(0.0001));
  CHECK(bits_of(q, WeightPart::RoutedExperts) == 4.25);
  CHECK(bits_of(q, WeightPart::Mixers) == 16);
}

TEST_CASE("8-bit floating point keeps embedding, head and routers") {
  const Quantization q =
      quantized_moe(R"({"quant_method": "fp8", "fmt": "e4m3", "activation_scheme": "dynamic",
    "weight_block_size": [128, 128]})");
  CHECK(q.method == "fp8");
  CHECK(bits_of(q, WeightPart::Embedding) == 16);
  CHECK(bits_of(q, WeightPart::Head) == 16);
  CHECK(bits_of(q, WeightPart::Router) == 16);
  CHECK(bits_of(q, WeightPart::Vectors) == 16);
  for (WeightPart part :
       {WeightPart::Mixers, WeightPart::DenseMlp, WeightPart::SharedExperts, WeightPart::RoutedExperts})
    CHECK(bits_of(q, part) == 8);
}

TEST_CASE("AWQ, bitsandbytes and others say how many bits") {
  CHECK(
      bits_of(
          quantized(
              R"({"quant_method": "awq", "bits": 4, "group_size": 64, "zero_point": true, "version": "gemm"})"),
          WeightPart::DenseMlp) == 4 + 20.0 / 64);
  CHECK(bits_of(quantized(R"({"quant_method": "awq", "w_bit": 4, "q_group_size": 128})"),
                WeightPart::DenseMlp) == 4 + 20.0 / 128);
  CHECK(bits_of(quantized(R"({"quant_method": "gptq", "bits": 8, "group_size": -1})"),
                WeightPart::DenseMlp) == 8);
  CHECK(bits_of(quantized(R"({"quant_method": "bitsandbytes", "load_in_4bit": true})"),
                WeightPart::DenseMlp) == 4.5);
  CHECK(
      bits_of(
          quantized(
              R"({"quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_use_double_quant": true})"),
          WeightPart::DenseMlp) == 4.127);
  CHECK(bits_of(quantized(R"({"load_in_8bit": true, "quant_method": "bitsandbytes"})"),
                WeightPart::DenseMlp) == 8);
  CHECK(bits_of(quantized(R"({"quant_method": "fbgemm_fp8"})"), WeightPart::DenseMlp) == 8);
  CHECK(bits_of(quantized(R"({"quant_method": "torchao", "quant_type": "int8_weight_only"})"),
                WeightPart::DenseMlp) == 8);
  const auto chatglm = imported(with(small_llama, R"("quantization_bit": 4)")).quantization;
  CHECK(bits_of(chatglm, WeightPart::DenseMlp) == 4);
  const auto mlx =
      imported(with(small_llama, R"("quantization": {"group_size": 64, "bits": 4})")).quantization;
  CHECK(bits_of(mlx, WeightPart::DenseMlp) == 4.5);
  CHECK(bits_of(mlx, WeightPart::Embedding) == 4.5);
}

TEST_CASE("a method that does not say how many bits is a warning") {
  const auto unknown =
      import_hf_config(with(small_llama, R"("quantization_config": {"quant_method": "alchemy"})"));
  CHECK(unknown.ok());
  CHECK(warns(unknown, "quantization_config.quant_method"));
  CHECK(bits_of(unknown.value->quantization, WeightPart::DenseMlp) == 16);
}

TEST_CASE("compressed-tensors describes groups of modules") {
  const Quantization int4 =
      quantized_moe(R"({"quant_method": "compressed-tensors", "format": "pack-quantized",
    "config_groups": {"group_0": {"targets": ["Linear"], "weights": {"num_bits": 4, "type": "int", "strategy": "group",
    "group_size": 32, "symmetric": true}}}, "ignore": ["lm_head", "re:.*self_attn.*", "re:.*shared_experts.*",
    "re:.*mlp\\.(gate|up|gate_up|down)_proj.*"]})");
  CHECK(bits_of(int4, WeightPart::RoutedExperts) == 4.5);
  for (WeightPart part : {WeightPart::Head, WeightPart::Mixers, WeightPart::SharedExperts,
                          WeightPart::DenseMlp, WeightPart::Embedding})
    CHECK(bits_of(int4, part) == 16);
  const Quantization fp8 =
      quantized(R"({"quant_method": "compressed-tensors", "format": "float-quantized", "config_groups":
    {"group_0": {"targets": ["Linear"], "weights": {"num_bits": 8, "type": "float", "strategy": "channel"}}}, "ignore": [],
    "kv_cache_scheme": {"num_bits": 8, "type": "float"}})");
  CHECK(bits_of(fp8, WeightPart::Mixers) == 8);
  CHECK(bits_of(fp8, WeightPart::Head) == 8);  // a Linear like any other, unless it is excluded
  CHECK(fp8.kv_bits == 8);
  const Quantization two =
      quantized_moe(R"({"quant_method": "compressed-tensors", "config_groups": {"group_0": {"targets":
    ["re:.*self_attn.*"], "weights": {"num_bits": 8, "type": "float"}}, "group_1": {"format": "nvfp4-pack-quantized", "targets":
    ["re:.*mlp.experts.*"], "weights": {"num_bits": 4, "type": "float", "group_size": 16}}}, "ignore": ["lm_head"]})");
  CHECK(bits_of(two, WeightPart::Mixers) == 8);
  CHECK(bits_of(two, WeightPart::RoutedExperts) == 4.5);
  CHECK(bits_of(two, WeightPart::SharedExperts) == 16);
}

TEST_CASE("Model Optimizer excludes modules layer by layer") {
  std::string excluded = "\"lm_head\"";
  for (int i = 0; i < 4; ++i) excluded += ", \"model.layers." + std::to_string(i) + ".self_attn*\"";
  const Quantization q = quantized_moe(
      "{\"quant_method\": \"modelopt\", \"quant_algo\": \"NVFP4\", \"kv_cache_quant_algo\": \"FP8\", "
      "\"ignore\": [" +
      excluded + "]}");
  CHECK(bits_of(q, WeightPart::Mixers) == 16);
  CHECK(bits_of(q, WeightPart::RoutedExperts) == 4.5);
  CHECK(q.kv_bits == 8);
  // Half of the layers, or one of the projections: 64 x 64 of 12,288 parameters.
  CHECK(
      bits_of(
          quantized(
              R"({"quant_algo": "NVFP4", "ignore": ["model.layers.0.self_attn*", "model.layers.1.self_attn*"]})"),
          WeightPart::Mixers) == (4.5 + 16) / 2);
  CHECK(
      bits_of(
          quantized(
              R"({"quant_method": "fp8", "ignored_layers": ["model.layers.0.self_attn.o_proj", "model.layers.1.self_attn.o_proj",
    "model.layers.2.self_attn.o_proj", "model.layers.3.self_attn.o_proj"]})"),
          WeightPart::Mixers) == doctest::Approx(8 + 8.0 * 4096 / 12288));
  // A whole layer.
  CHECK(bits_of(quantized(R"({"quant_method": "fp8", "ignore": ["model.layers.0*"]})"),
                WeightPart::DenseMlp) == 10);
}

TEST_CASE("mixed precision is the mean over a part's modules") {
  const Quantization q =
      quantized_moe(R"({"quant_method": "modelopt", "quant_algo": "MIXED_PRECISION", "quantized_layers": {
    "model.layers.1.mlp.experts.0.up_proj": {"quant_algo": "NVFP4"}, "model.layers.1.mlp.experts.1.up_proj": {"quant_algo": "FP8"},
    "model.layers.1.self_attn.q_proj": {"quant_algo": "FP8"}}})");
  CHECK(bits_of(q, WeightPart::RoutedExperts) == (4.5 + 8) / 2);
  CHECK(bits_of(q, WeightPart::Mixers) == 8);
  CHECK(bits_of(q, WeightPart::SharedExperts) == 16);
}

TEST_CASE("experts may have a format of their own") {
  const Quantization q =
      imported(with(small_moe, R"("expert_dtype": "fp4", "quantization_config": {"quant_method": "fp8",
    "fmt": "e4m3", "weight_block_size": [128, 128]})"))
          .quantization;
  CHECK(bits_of(q, WeightPart::RoutedExperts) == 4.25);
  CHECK(bits_of(q, WeightPart::SharedExperts) == 8);
}

TEST_CASE("a name among the excluded modules that nobody knows is a warning") {
  CHECK(warns(
      import_hf_config(with(
          small_llama, R"("quantization_config": {"quant_method": "fp8", "ignore": ["flux_capacitor"]})")),
      "quantization_config"));
}

TEST_CASE("the groups hold every parameter once") {
  for (const std::string& config : {std::string(small_llama), small_moe}) {
    const ImportedModel model = imported(config);
    double sum = 0;
    for (const WeightGroup& g : model.quantization.groups) sum += g.parameters;
    const ParameterCount count = parameter_count(model.model);
    CHECK(sum == count.total + count.mtp + count.towers);
  }
}

}  // namespace trireme::test
