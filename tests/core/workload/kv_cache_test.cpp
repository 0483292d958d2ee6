// SPDX-License-Identifier: MIT
#include "core/workload/kv_cache.h"

#include "tests/support/reference_models.h"

#include <doctest/doctest.h>

namespace trireme::test {
namespace {

constexpr double bf16 = 2;

double growth(const Model& model) { return kv_bytes_per_token(model, bf16).in(unit::byte); }
double gib_at(const Model& model, std::int64_t context) {
  return kv_bytes(model, context, bf16).in(unit::gib);
}

// `full` layers of attention among layers of another kind.
Model hybrid(std::int64_t full, Mixer attention, std::int64_t others, Mixer other) {
  Model model;
  model.hidden = 5120;
  model.layers = {{full, {.mixer = attention}}, {others, {.mixer = other}}};
  return model;
}

}  // namespace

TEST_CASE("the cache of published models grows as published") {
  CHECK(growth(llama_3_1_8b()) == 131'072);
  CHECK(growth(llama_3_1_70b()) == 327'680);
  CHECK(growth(llama_3_1_405b()) == 516'096);
  CHECK(growth(deepseek_v3()) == 70'272);
}

// Report C1: 36,864 bytes a token beyond the window, 73,728 for an engine without window support, which holds
// 78,384 tokens in 5.38 GiB.
TEST_CASE("windowed layers stop growing at their window") {
  const Model model = gpt_oss_120b();
  CHECK(growth(model) == 36'864);
  CHECK(kv_bytes_per_token_without_windows(model, bf16).in(unit::byte) == 73'728);
  CHECK((5.38 * unit::gib) / kv_bytes_per_token_without_windows(model, bf16) ==
        doctest::Approx(78'384).epsilon(0.001));
  CHECK(kv_bytes(model, 128, bf16) == 128.0 * kv_bytes_per_token_without_windows(model, bf16));
  CHECK((kv_bytes(model, 1001, bf16) - kv_bytes(model, 1000, bf16)).in(unit::byte) == 36'864);
}

// Report C1, gemma-4-31B with the same heads in all 60 layers, as it counts it: 10 full ones grow by 163,840
// bytes, an engine without windows by 983,040.
TEST_CASE("one full layer in six grows by a sixth") {
  const Mixer full{.heads = 32, .kv_heads = 16, .head_dim = 256};
  Mixer windowed = full;
  windowed.window = 1024;
  const Model model = hybrid(10, full, 50, windowed);
  CHECK(growth(model) == 163'840);
  CHECK(kv_bytes_per_token_without_windows(model, bf16).in(unit::byte) == 983'040);
}

// Report C39: 70B with grouped queries at 32K tokens.
TEST_CASE("a 70B model keeps 10 GiB for 32K tokens") {
  CHECK(gib_at(llama_3_1_70b(), 32'768) == doctest::Approx(10.0));
}

// Report C40: Gemma-3-27B, 10 of 62 layers full, 16 KV heads of 128, window 1,024.
TEST_CASE("Gemma 3 27B keeps 10.41 GiB for 131,072 tokens") {
  const Mixer full{.heads = 32, .kv_heads = 16, .head_dim = 128};
  Mixer windowed = full;
  windowed.window = 1024;
  CHECK(gib_at(hybrid(10, full, 52, windowed), 131'072) == doctest::Approx(10.41).epsilon(0.0005));
}

// Report C41: 16 full layers of 64, 4 KV heads of 256; the others keep a state.
TEST_CASE("linear attention keeps no cache, but a state") {
  const Mixer full{.heads = 24, .kv_heads = 4, .head_dim = 256};
  const Mixer linear{.kind = MixerKind::LinearAttention,
                     .value_dim = 128,
                     .state_heads = 48,
                     .conv = 4,
                     .key_heads = 16,
                     .key_dim = 128};
  const Model model = hybrid(16, full, 48, linear);
  CHECK(gib_at(model, 262'144) == doctest::Approx(16.0));
  CHECK(growth(model) == 65'536);
  // 48 layers x (48 heads x 128 x 128 x 4 B + 3 taps x (2 x 16 x 128 + 48 x 128) x 2 B).
  CHECK(state_bytes(model, 4, 2).in(unit::byte) == 48.0 * (48 * 128 * 128 * 4 + 3 * (2 * 2048 + 6144) * 2));
}

// Report C42: 61 layers x 576 x 2 bytes.
TEST_CASE("latent attention keeps one vector a token") {
  CHECK(gib_at(deepseek_v3(), 163'840) == doctest::Approx(10.72).epsilon(0.0005));
  CHECK(gib_at(kimi_k2(), 262'144) == doctest::Approx(17.16).epsilon(0.0005));
}

// Report C42, GLM-5: 17.18 GiB for its context of 202,752 tokens, with its multi-token-prediction layer; the
// indexer's keys come on top.
TEST_CASE("the keys of an indexer stand apart from the cache") {
  const Mixer latent{.kind = MixerKind::LatentAttention,
                     .heads = 64,
                     .value_dim = 256,
                     .q_rank = 2048,
                     .kv_rank = 512,
                     .nope_dim = 192,
                     .rope_dim = 64,
                     .index_heads = 32,
                     .index_dim = 128,
                     .index_topk = 2048};
  Model model;
  model.hidden = 6144;
  model.layers = {{78 + 1, {.mixer = latent}}};
  CHECK(gib_at(model, 202'752) == doctest::Approx(17.18).epsilon(0.0005));
  CHECK(index_cache_bytes(model, 1000).in(unit::byte) == 79.0 * 1000 * 132);
}

// Report C43: Qwen3-0.6B has 8 KV heads of 128, whatever hidden / heads is.
TEST_CASE("the head size is a number of its own") {
  CHECK(gib_at(dense_model({28, 1024, 16, 8, 128, 3072, 151936}), 40'960) == doctest::Approx(4.375));
}

// Reports C18, C45: 2 x layers x KV heads x head size, a fourth of what the hidden size would give for Llama
// 3 8B.
TEST_CASE("grouped queries shrink the cache by heads over KV heads") {
  CHECK(growth(llama_3_1_8b()) == 2.0 * 32 * 8 * 128 * 2);
  CHECK(growth(llama_3_1_8b()) == 2.0 * 32 * 4096 * 2 / 4);
}

// Report C13: Mistral-Small-4, 36 layers with 256 + 64 latent numbers: 22.5 GiB for 1,048,576 tokens; 17.39
// GiB hold 810,208.
TEST_CASE("one million tokens of a small latent cache need 22.5 GiB") {
  const Mixer latent{.kind = MixerKind::LatentAttention,
                     .heads = 32,
                     .value_dim = 128,
                     .kv_rank = 256,
                     .nope_dim = 64,
                     .rope_dim = 64};
  Model model;
  model.hidden = 4096;
  model.layers = {{36, {.mixer = latent}}};
  CHECK(gib_at(model, 1'048'576) == doctest::Approx(22.5));
  CHECK((17.39 * unit::gib) / kv_bytes_per_token(model, bf16) == doctest::Approx(810'208).epsilon(0.001));
}

// Report C25: Llama 4 on 8 GPUs in an engine that keeps all 48 layers whole: one of 8 KV heads a GPU, 24.00
// GiB for 1,048,576 tokens. Within chunks, three of four layers keep 8,192 tokens only.
TEST_CASE("chunked layers keep one chunk") {
  const Mixer full{.heads = 40, .kv_heads = 8, .head_dim = 128};
  Mixer chunked = full;
  chunked.chunk = 8192;
  const Model model = hybrid(12, full, 36, chunked);
  const Bytes whole = 1'048'576.0 * kv_bytes_per_token_without_windows(model, bf16);
  CHECK((whole / 8.0).in(unit::gib) == doctest::Approx(24.0));
  CHECK(kv_bytes(model, 1'048'576, bf16) ==
        12.0 * 1'048'576 * 4096 * unit::byte + 36.0 * 8192 * 4096 * unit::byte);
}

// Reports C35, C48: an 8-bit cache holds twice the tokens.
TEST_CASE("half the element size is half the cache") {
  CHECK(kv_bytes_per_token(llama_3_1_8b(), 1) * 2.0 == kv_bytes_per_token(llama_3_1_8b(), bf16));
  const double ratio = kv_bytes(qwen3_32b(), 1000, bf16) / kv_bytes(qwen3_32b(), 1000, 1);
  CHECK(653'932.0 / 326'966.0 == ratio);
  CHECK(598'672.0 / 299'344.0 == doctest::Approx(ratio).epsilon(0.001));
}

// Report C26: Qwen3-30B-A3B with an FP8 cache: 230,528 tokens in 10.55 GiB, and 10.12 GiB for 221,000.
TEST_CASE("an 8-bit cache of Qwen3-30B-A3B takes 49,152 bytes a token") {
  const Bytes token = kv_bytes_per_token(qwen3_30b_a3b(), 1);
  CHECK(token.in(unit::byte) == 49'152);
  CHECK((10.55 * unit::gib) / token == doctest::Approx(230'528).epsilon(0.001));
  CHECK((221'000.0 * token).in(unit::gib) == doctest::Approx(10.12).epsilon(0.001));
}

// Report C34: of Nemotron-H, only the attention layers count.
TEST_CASE("state-space layers keep a state of fixed size") {
  const Mixer attention{.heads = 64, .kv_heads = 8, .head_dim = 128};
  const Mixer mamba{
      .kind = MixerKind::Mamba2, .inner = 16384, .state = 256, .groups = 8, .state_heads = 256, .conv = 4};
  const Model model = hybrid(10, attention, 54, mamba);
  CHECK(growth(model) == 10.0 * 2 * 8 * 128 * 2);
  CHECK(state_bytes(model, 4, 2).in(unit::byte) ==
        54.0 * (16384.0 * 256 * 4 + 3 * (16384 + 2 * 8 * 256) * 2));
}

TEST_CASE("layers that share keys and values keep none of their own") {
  Model model = llama_3_1_8b();
  model.layers[0].layer.mixer.shares_kv = true;
  CHECK(growth(model) == 0);
}

// DeepSeek-V4: a window of single vectors, and one vector for every 4 or 128 tokens before it.
TEST_CASE("pooled caches grow by a fraction of a vector") {
  Mixer pooled{
      .kind = MixerKind::CompressedAttention, .heads = 64, .head_dim = 512, .window = 128, .compression = 4};
  Model model;
  model.layers = {{1, {.mixer = pooled}}};
  CHECK(growth(model) == 512.0 * 2 / 4);
  CHECK(kv_bytes(model, 1000, bf16).in(unit::byte) == (128 + 250) * 512.0 * 2);
  model.layers[0].layer.mixer.compression = 0;
  CHECK(growth(model) == 0);
}

TEST_CASE("cross attention keeps what the encoder gave") {
  Model model = llama_7b();
  model.layers[0].layer.cross = model.layers[0].layer.mixer;
  CHECK(cross_kv_bytes(model, 1500, bf16) == kv_bytes(model, 1500, bf16));
  CHECK(growth(model) == 524'288);
}

}  // namespace trireme::test
