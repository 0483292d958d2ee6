// SPDX-License-Identifier: MIT
#include "core/workload/parameters.h"

#include "tests/support/reference_models.h"

#include <doctest/doctest.h>

namespace trireme::test {
namespace {

double total(const Model& model) { return parameter_count(model).total; }

}  // namespace

TEST_CASE("published dense models have exactly their parameters") {
  CHECK(total(llama_3_1_8b()) == 8'030'261'248.0);
  CHECK(total(llama_3_1_70b()) == 70'553'706'496.0);
  CHECK(total(llama_3_1_405b()) == 405'853'388'800.0);
  CHECK(total(llama_2_70b()) == 68'976'648'192.0);
  CHECK(total(llama_7b()) == 6'738'415'616.0);
  CHECK(total(qwen1_5_72b()) == 72'287'920'128.0);
  CHECK(total(qwen3_32b()) == 32'762'123'264.0);
}

TEST_CASE("published mixtures of experts have exactly their parameters") {
  CHECK(total(mixtral_8x7b()) == 46'702'792'704.0);
  CHECK(parameter_count(mixtral_8x7b()).active == 12'879'925'248.0);
  CHECK(total(deepseek_v3()) == 671'026'419'200.0);
  CHECK(total(kimi_k2()) == 1'026'408'232'448.0);
  CHECK(total(gpt_oss_120b()) == 116'829'156'672.0);
}

// DeepSeek's card: 671B, and 685B with the multi-token-prediction module, which repeats embedding and head
// there.
TEST_CASE("multi-token prediction is counted apart") {
  const ParameterCount count = parameter_count(deepseek_v3());
  Model without = deepseek_v3();
  without.mtp_layers = 0;
  CHECK(parameter_count(without).total == count.total);
  CHECK(count.mtp + count.embedding + count.head == doctest::Approx(685e9 - 671e9).epsilon(0.05));
}

// Report B11: active = what always runs + top-k of the experts' share.
TEST_CASE("active parameters are the rest plus the routed share") {
  for (const Model& model : {mixtral_8x7b(), deepseek_v3(), qwen3_30b_a3b()}) {
    const FeedForward& f = model.layers.back().layer.feed_forward;
    const ParameterCount count = parameter_count(model);
    const double share = static_cast<double>(f.top_k) / static_cast<double>(f.experts);
    CHECK(count.active == count.total - count.routed + share * count.routed);
  }
}

TEST_CASE("a tied head is no parameter, but multiplies") {
  Model model = llama_3_1_8b();
  const double untied = total(model);
  model.tied_embeddings = true;
  CHECK(total(model) == untied - 128256.0 * 4096);
  CHECK(parameter_count(model).head == 0);
  CHECK(active_matrix_parameters(model) == active_matrix_parameters(llama_3_1_8b()));
}

TEST_CASE("embeddings are told from the rest") {
  const ParameterCount count = parameter_count(llama_3_1_8b());
  CHECK(count.embedding == 128256.0 * 4096);
  CHECK(count.total_without_embeddings() == count.total - 2 * 128256.0 * 4096);
}

TEST_CASE("biases, norms and positions of the GPT-2 era are counted") {
  // GPT-2: 124,439,808 with 1,024 learned positions, LayerNorm with bias, biases everywhere, a tied head.
  Model model = dense_model({12, 768, 12, 12, 64, 3072, 50257});
  Layer& layer = model.layers[0].layer;
  layer.mixer.qkv_bias = layer.mixer.output_bias = true;
  layer.feed_forward.gated = false;
  layer.feed_forward.bias = true;
  model.norm_bias = model.tied_embeddings = true;
  model.learned_positions = 1024;
  CHECK(total(model) == 124'439'808.0);
}

TEST_CASE("layers that reuse weights add work but no parameters") {
  Model model = llama_7b();
  Layer shared = model.layers[0].layer;
  shared.reuses_weights = true;
  const double before = total(model), work = active_matrix_parameters(model);
  model.layers.push_back({4, shared});
  CHECK(total(model) == before);
  CHECK(active_matrix_parameters(model) > work);
}

TEST_CASE("the parts of a model add up to it") {
  for (const Model& model : {llama_3_1_8b(), mixtral_8x7b(), deepseek_v3(), gpt_oss_120b()}) {
    const ParameterCount count = parameter_count(model);
    const ParameterParts p = parameter_parts(model);
    CHECK(p.embedding + p.head + p.mixers + p.dense_mlp + p.shared_experts + p.routed_experts + p.router +
              p.vectors ==
          count.total);
    CHECK(p.vectors > 0);
  }
  // Biases of experts are vectors: gpt-oss has 3 x 2,880 in each.
  CHECK(parameter_parts(deepseek_v3()).routed_experts == parameter_count(deepseek_v3()).routed);
  CHECK(parameter_parts(gpt_oss_120b()).routed_experts ==
        parameter_count(gpt_oss_120b()).routed - 36.0 * 128 * 3 * 2880);
}

// Report B24: the weights of 671B parameters in 8 bit alone are 671 GB, too much for 8 x 80 GB.
// Report C38: 700 GB of FP8 weights do not fit into eight H100 of 80 GB. Report B24: 671 GB do not either,
// but into eight H200 or sixteen H100.
TEST_CASE("weights of the largest models do not fit into one node of H100") {
  const Bytes h100 = 80 * unit::gb, h200 = 141 * unit::gb;
  CHECK(weight_bytes(700e9, 8) > 8 * h100);
  const Bytes deepseek = weight_bytes(total(deepseek_v3()), 8);
  CHECK(deepseek.in(unit::gb) == doctest::Approx(671).epsilon(0.001));
  CHECK(deepseek > 8 * h100);
  CHECK(deepseek < 8 * h200);
  CHECK(deepseek < 16 * h100);
}

TEST_CASE("weights take bits per parameter") {
  CHECK(weight_bytes(671e9, 8) == 671.0 * unit::gb);
  CHECK(weight_bytes(8, 4.5) == 4.5 * unit::byte);
}

}  // namespace trireme::test
