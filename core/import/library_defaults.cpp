// What transformers fills in for missing keys.
// SPDX-License-Identifier: MIT
#include "core/import/family.h"

#include <algorithm>
#include <iterator>

namespace trireme::hf {
namespace {

// Source: configuration classes of transformers. Classes whose defaults are a toy (BLOOM) have no row.
// clang-format off
constexpr LibraryDefaults defaults[] = {
    {.type = ""},
    {.type = "llama", .hidden = 4096, .layers = 32, .heads = 32, .width = 11008, .vocabulary = 32000,
     .context = 2048},
    {.type = "mistral", .hidden = 4096, .layers = 32, .heads = 32, .kv_heads = 8, .width = 14336,
     .vocabulary = 32000},
    {.type = "mixtral", .hidden = 4096, .layers = 32, .heads = 32, .kv_heads = 8, .width = 14336,
     .vocabulary = 32000, .experts = 8, .top_k = 2},
    {.type = "qwen2", .hidden = 4096, .layers = 32, .heads = 32, .kv_heads = 32, .width = 22016,
     .vocabulary = 151936},
    {.type = "qwen2_moe", .hidden = 2048, .layers = 24, .heads = 16, .kv_heads = 16, .width = 5632,
     .vocabulary = 151936, .experts = 60, .top_k = 4, .expert_width = 1408},
    {.type = "qwen3", .hidden = 4096, .layers = 32, .heads = 32, .kv_heads = 32, .head_dim = 128,
     .width = 22016, .vocabulary = 151936},
    {.type = "qwen3_moe", .hidden = 2048, .layers = 24, .heads = 32, .kv_heads = 4, .head_dim = 128,
     .width = 6144, .vocabulary = 151936, .experts = 128, .top_k = 8, .expert_width = 768},
    {.type = "qwen3_next", .hidden = 2048, .layers = 48, .heads = 16, .kv_heads = 2, .head_dim = 256,
     .width = 5632, .vocabulary = 151936, .experts = 512, .top_k = 10, .expert_width = 512},
    {.type = "gemma", .hidden = 3072, .layers = 28, .heads = 16, .kv_heads = 16, .head_dim = 256,
     .width = 24576, .vocabulary = 256000},
    {.type = "gemma2", .hidden = 2304, .layers = 26, .heads = 8, .kv_heads = 4, .head_dim = 256,
     .width = 9216, .vocabulary = 256000},
    {.type = "gemma3_text", .hidden = 2304, .layers = 26, .heads = 8, .kv_heads = 4, .head_dim = 256,
     .width = 9216, .vocabulary = 262208},
    {.type = "gemma3n_text", .hidden = 2048, .layers = 35, .heads = 8, .kv_heads = 2, .head_dim = 256,
     .width = 16384, .vocabulary = 262400},
    {.type = "gemma4_text", .hidden = 2304, .layers = 30, .heads = 8, .kv_heads = 4, .head_dim = 256,
     .width = 9216, .vocabulary = 262144},
    {.type = "phi", .hidden = 2048, .layers = 24, .heads = 32, .width = 8192, .vocabulary = 51200},
    {.type = "phi3", .hidden = 3072, .layers = 32, .heads = 32, .width = 8192, .vocabulary = 32064},
    {.type = "gpt2", .hidden = 768, .layers = 12, .heads = 12, .vocabulary = 50257, .context = 1024},
    {.type = "openai-gpt", .hidden = 768, .layers = 12, .heads = 12, .vocabulary = 40478, .context = 512},
    {.type = "gpt_bigcode", .hidden = 768, .layers = 12, .heads = 12, .vocabulary = 50257,
     .context = 1024},
    {.type = "gpt_neo", .hidden = 2048, .layers = 24, .heads = 16, .vocabulary = 50257, .context = 2048},
    {.type = "gptj", .hidden = 4096, .layers = 28, .heads = 16, .vocabulary = 50400, .context = 2048},
    {.type = "gpt_neox", .hidden = 6144, .layers = 44, .heads = 64, .width = 24576, .vocabulary = 50432},
    {.type = "falcon", .hidden = 4544, .layers = 32, .heads = 71, .vocabulary = 65024},
    {.type = "mpt", .hidden = 2048, .layers = 24, .heads = 16, .vocabulary = 50368},
    {.type = "opt", .hidden = 768, .layers = 12, .heads = 12, .width = 3072, .vocabulary = 50272,
     .context = 2048},
    {.type = "starcoder2", .hidden = 3072, .layers = 30, .heads = 24, .kv_heads = 2, .width = 12288,
     .vocabulary = 49152},
    {.type = "stablelm", .hidden = 2560, .layers = 32, .heads = 32, .kv_heads = 32, .width = 6912,
     .vocabulary = 50304},
    {.type = "cohere", .hidden = 8192, .layers = 40, .heads = 64, .width = 22528, .vocabulary = 256000},
    {.type = "cohere2", .hidden = 8192, .layers = 40, .heads = 64, .width = 22528, .vocabulary = 256000},
    {.type = "olmo2", .hidden = 4096, .layers = 32, .heads = 32, .width = 11008, .vocabulary = 50304},
    {.type = "nemotron", .hidden = 6144, .layers = 32, .heads = 48, .width = 24576, .vocabulary = 256000},
    {.type = "mllama_text_model", .hidden = 4096, .layers = 40, .heads = 32, .kv_heads = 8,
     .width = 14336, .vocabulary = 128256},
    {.type = "llama4_text", .hidden = 5120, .layers = 48, .heads = 40, .kv_heads = 8, .head_dim = 128,
     .width = 8192, .vocabulary = 202048, .experts = 16, .top_k = 1},
    {.type = "gpt_oss", .hidden = 2880, .layers = 36, .heads = 64, .kv_heads = 8, .head_dim = 64,
     .width = 2880, .vocabulary = 201088, .experts = 128, .top_k = 4},
    {.type = "deepseek_v3", .hidden = 7168, .layers = 61, .heads = 128, .width = 18432,
     .vocabulary = 129280, .experts = 256, .top_k = 8, .expert_width = 2048},
    {.type = "deepseek_v4", .hidden = 4096, .layers = 43, .heads = 64, .head_dim = 512,
     .vocabulary = 129280, .experts = 256, .top_k = 6, .expert_width = 2048},
    {.type = "glm4_moe", .hidden = 4096, .layers = 46, .heads = 96, .kv_heads = 8, .head_dim = 128,
     .width = 10944, .vocabulary = 151552, .experts = 128, .top_k = 8, .expert_width = 1408},
    {.type = "mamba", .hidden = 768, .layers = 32, .vocabulary = 50280},
    {.type = "mamba2", .hidden = 4096, .layers = 64, .vocabulary = 32768},
    {.type = "t5", .hidden = 512, .layers = 6, .heads = 8, .head_dim = 64, .width = 2048,
     .vocabulary = 32128},
    {.type = "bart", .hidden = 1024, .layers = 12, .heads = 16, .width = 4096, .vocabulary = 50265,
     .context = 1024},
    {.type = "whisper", .hidden = 384, .layers = 4, .heads = 6, .width = 1536, .vocabulary = 51865},
    {.type = "bert", .hidden = 768, .layers = 12, .heads = 12, .width = 3072, .vocabulary = 30522,
     .context = 512},
};
// clang-format on

}  // namespace

const LibraryDefaults& library_defaults(std::string_view type) {
  const auto* found = std::find_if(std::begin(defaults), std::end(defaults),
                                   [&](const LibraryDefaults& d) { return d.type == type; });
  return found == std::end(defaults) ? defaults[0] : *found;
}

}  // namespace trireme::hf
