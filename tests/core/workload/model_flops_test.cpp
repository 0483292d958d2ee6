// SPDX-License-Identifier: MIT
#include "core/workload/model_flops.h"

#include "core/workload/parameters.h"
#include "tests/support/reference_models.h"

#include <doctest/doctest.h>

namespace trireme::test {
namespace {

double gflop(const Model& model, double sequence, bool causal = true) {
  return model_flops_per_token(model, sequence, causal).in(1e9 * unit::flop);
}

}  // namespace

// What Megatron-Bridge's documents imply by TFLOP/s and tokens/s, in GFLOP a token, as given there to three
// digits.
TEST_CASE("training FLOPs agree with Megatron-Core's") {
  CHECK(gflop(llama_3_1_8b(), 8192) == doctest::Approx(51.5).epsilon(0.001));
  CHECK(gflop(llama_3_1_70b(), 8192) == doctest::Approx(449).epsilon(0.001));
  CHECK(gflop(llama_3_1_405b(), 8192) == doctest::Approx(2520).epsilon(0.002));
  CHECK(gflop(kimi_k2(), 4096) == doctest::Approx(204.5).epsilon(0.0005));
  CHECK(gflop(qwen3_235b_a22b(), 4096) == doctest::Approx(148).epsilon(0.001));
  CHECK(gflop(qwen3_30b_a3b(), 4096) == doctest::Approx(23.0).epsilon(0.0005));
  CHECK(gflop(gpt_oss_120b(), 4096) == doctest::Approx(32.6).epsilon(0.002));
}

TEST_CASE("multi-token prediction adds its layer and the head once more") {
  const Model model = deepseek_v3();
  const double extra = 3 * mtp_forward_flops_per_token(model, 4096, true).in(1e9 * unit::flop);
  CHECK(gflop(model, 4096) == doctest::Approx(249.6).epsilon(0.001));
  CHECK(gflop(model, 4096) + extra == doctest::Approx(260).epsilon(0.001));
}

// NeMo's tables up to 25.07 count attention whole.
TEST_CASE("attention that is not causal sees every token") {
  CHECK(gflop(llama_3_1_8b(), 8192, false) == doctest::Approx(57.9).epsilon(0.0005));
}

// Report B1, torchtitan: 6 x active parameters without the embedding, and attention not causal. That count
// includes the router and the norms, which model FLOPs leave out.
TEST_CASE("Qwen3-30B-A3B needs 37.6 GFLOP a token in sequences of 8,192") {
  const Model model = qwen3_30b_a3b();
  const ParameterCount count = parameter_count(model);
  const Flops attention = 3.0 * 48 * mixing_flops_per_token(model.layers[0].layer.mixer, 8192, false);
  CHECK(6 * (count.active - count.embedding) + attention.in(unit::flop) == 37'578'559'488.0);
  CHECK(gflop(model, 8192, false) == doctest::Approx(37.578559488).epsilon(0.003));
}

// Nemotron 3 Nano, 23 Mamba-2, 23 MoE and 6 attention layers: 22.3 GFLOP a token by the same documents. That
// count takes twice the hidden size, 5,376, for the width of Mamba; the model has 64 heads of 64, which is
// 4,096.
TEST_CASE("state-space layers add their projections and their scan") {
  const auto nano = [](std::int64_t inner) {
    FeedForward moe = experts(128, 6, 1856, 3712);
    moe.gated = false;
    const FeedForward none{.kind = FeedForwardKind::None};
    const Mixer mamba{
        .kind = MixerKind::Mamba2, .inner = inner, .state = 128, .groups = 8, .state_heads = 64, .conv = 4};
    const Mixer attention{.heads = 32, .kv_heads = 2, .head_dim = 128};
    Model model;
    model.hidden = 2688;
    model.vocabulary = 131072;
    model.layers = {{23, {.mixer = mamba, .feed_forward = none}},
                    {23, {.mixer = {.kind = MixerKind::None}, .feed_forward = moe}},
                    {6, {.mixer = attention, .feed_forward = none}}};
    return gflop(model, 8192);
  };
  CHECK(nano(2 * 2688) == doctest::Approx(22.3).epsilon(0.002));
  CHECK(nano(64 * 64) < 0.94 * 22.3);
}

TEST_CASE("a query sees half the sequence, or what its window leaves") {
  const Mixer full{.heads = 1, .kv_heads = 1, .head_dim = 64};
  CHECK(attended_tokens(full, 1000, true) == 500);
  CHECK(attended_tokens(full, 1000, false) == 1000);
  Mixer windowed = full;
  windowed.window = 100;
  CHECK(attended_tokens(windowed, 1000, true) == 95);  // 100 - 100^2 / 2000
  CHECK(attended_tokens(windowed, 1000, false) == 100);
  CHECK(attended_tokens(windowed, 80, true) == 40);
  Mixer chunked = full;
  chunked.chunk = 100;
  CHECK(attended_tokens(chunked, 1000, true) == 50);
}

TEST_CASE("training is three times the forward pass") {
  const Model model = llama_3_1_8b();
  CHECK(model_flops_per_token(model, 4096, true) == 3.0 * forward_flops_per_token(model, 4096, true));
  CHECK(forward_flops_per_token(model, 0, true).in(unit::flop) == 2 * active_matrix_parameters(model));
}

TEST_CASE("the embedding look-up is no work, and a tied head is") {
  Model tied = llama_3_1_8b();
  tied.tied_embeddings = true;
  CHECK(gflop(tied, 4096) == gflop(llama_3_1_8b(), 4096));
}

}  // namespace trireme::test
