// SPDX-License-Identifier: MIT
// What users of similar tools reported, with the answers that were right.
#include <doctest/doctest.h>

#include "core/cost/memory.h"
#include "core/regime/pretrain_memory.h"
#include "core/report/report.h"
#include "tests/support/problems.h"

using namespace trireme;

namespace {

const Issue* issue_at(const Report& report, std::string_view path) {
  for (const Issue& issue : report.issues)
    if (issue.path == path) return &issue;
  return nullptr;
}

const Accelerator& part(const char* id) { return *find_by_id(test::catalog().accelerators, id); }

double dense_tflops(FlopsPerSecond peak) { return peak.in(unit::tflop / unit::second); }

// Model FLOPs of a measured token rate over the dense BF16 peak.
double mfu(const char* model, std::int64_t sequence, const char* gpu, double tokens_per_second) {
  const Model& m = *find_by_id(test::catalog().models, model);
  return model_flops_per_token(m, static_cast<double>(sequence), true).in(unit::flop)*tokens_per_second /
         part(gpu).bf16_dense.base();
}

}  // namespace

// calculon-ai/calculon issue 2: more data-parallel ranks than sequences were accepted.
TEST_CASE("a batch smaller than the data-parallel degree is refused") {
  Scenario s;
  s.training.global_batch = 4;
  s.plan = {};
  const Report report = make_report(s, test::catalog());
  CHECK_FALSE(report.ok);
  CHECK(issue_at(report, "training.global_batch") != nullptr);
}

// aliyun/SimAI issue 202: 1,472 GPUs at TP 8, PP 8 are DP 23, which does not divide a batch of 32.
TEST_CASE("a batch that the data-parallel degree does not divide is refused with both numbers") {
  Scenario s;
  s.model.id = "gpt3-13b";
  s.cluster.instances = 184;
  s.training.sequence = 2048;
  s.training.global_batch = 32;
  s.plan = {.tensor = 8, .pipeline = 8};
  const Report report = make_report(s, test::catalog());
  const Issue* issue = issue_at(report, "training.global_batch");
  REQUIRE(issue != nullptr);
  CHECK(issue->message.find("32") != std::string::npos);
  CHECK(issue->message.find("DP 23") != std::string::npos);
}

// tatsu-lab/stanford_alpaca issue 322: 7 billion parameters, gradients and two moments in FP32 are 112 GB.
TEST_CASE("a model of 7 billion parameters has 112 GB of FP32 states") {
  const StateBytes states = state_bytes({.dense = 7e9}, 1, 1, Sharding::Full, 4);
  CHECK((states.weights + states.gradients + states.optimizer).in(unit::gb) == doctest::Approx(112));
}

// Azure/MS-AMP issue 173, deepspeedai/DeepSpeed issue 5102: it is said which bytes are which. With P
// parameters over N ranks: ZeRO-1 keeps 2 P of weights, 2 P or 4 P of gradients and 12 P / N of master
// weights and moments.
TEST_CASE("mixed-precision Adam is 16 or 18 bytes a parameter, of which 12 are split by ZeRO-1") {
  const StateBytes bf16 = state_bytes({.dense = 1e9}, 1, 1, Sharding::Optimizer, 2);
  CHECK((bf16.weights + bf16.gradients + bf16.optimizer).in(unit::gb) == doctest::Approx(16));
  const StateBytes fp32 = state_bytes({.dense = 1e9}, 8, 1, Sharding::Optimizer, 4);
  CHECK(fp32.weights.in(unit::gb) == doctest::Approx(2));
  CHECK(fp32.gradients.in(unit::gb) == doctest::Approx(4));
  CHECK(fp32.optimizer.in(unit::gb) == doctest::Approx(1.5));
}

// foundation-model-stack/fms-fsdp issue 152: logits of 4,096 x 131,072 are 1 GiB in BF16.
TEST_CASE("logits of a large vocabulary are counted") {
  Problem p = test::problem_of(test::worked_examples.back());
  p.stack.logits_bytes = 2;
  p.model.vocabulary = 131072;
  p.training = {.precision = Precision::Bf16, .sequence = 4096, .global_batch = p.accelerators()};
  p.plan.micro_batch = 1;
  const RankMemory rank = rank_memory(p, training_step(p), 0);
  CHECK(rank.map.items[static_cast<std::size_t>(MemoryItem::Logits)].in(unit::gib) == doctest::Approx(1));
}

// ROCm/Megatron-LM issues 161 and 162: under full recompute a layer keeps its input, 8,192 x 7,168 in BF16 =
// 112 MiB for each micro-batch in flight, and stages differ by how many those are.
TEST_CASE("recomputed layers keep their input, and early stages keep more of them") {
  Problem p = test::problem_of(test::catalog_examples[4]);  // DeepSeek-V3, PP 8, full recompute
  p.training.sequence = 8192, p.plan.micro_batch = 1, p.plan.tensor = 1, p.plan.expert = 8;
  p.training.global_batch = 64 * p.data_parallel();
  const StepTimes step = training_step(p);
  const double residual = 2 * step.shard.residual_tokens * static_cast<double>(p.model.hidden);
  CHECK(residual / (1 << 20) == doctest::Approx(112));
  const auto activations = [&](std::int64_t stage) {
    return rank_memory(p, step, stage).map.items[static_cast<std::size_t>(MemoryItem::Activations)];
  };
  CHECK(activations(1) > activations(6));
  CHECK((activations(1) - activations(2)).base() == doctest::Approx(8 * residual));
}

// pytorch/torchtitan issues 1393 and 2307, Infrasys-AI/AIInfra issue 386: dense peaks, not sparse ones.
TEST_CASE("peaks are dense") {
  CHECK(dense_tflops(part("b200").bf16_dense) == 2250);
  CHECK(dense_tflops(part("h20").bf16_dense) == 148);
  CHECK(dense_tflops(part("h100-sxm").fp8_dense) == doctest::Approx(1979));
}

// foundation-model-stack/fms-fsdp issue 89: 9,600 tokens/s/GPU of a 7B model on H100 are 46 to 48 % of the
// dense peak. NVIDIA/Megatron-LM issue 1565: 420 TFLOP/s on H200 are 42.5 % of 989, not 21 % of 1,979.
TEST_CASE("MFU is against the dense peak") {
  const double llama = mfu("llama-2-7b", 4096, "h100-sxm", 9600);
  CHECK(llama > 0.40);
  CHECK(llama < 0.48);
  CHECK(420 / dense_tflops(part("h200").bf16_dense) == doctest::Approx(0.4245).epsilon(1e-3));
}

// pytorch/torchtitan issue 481: 405B on 128 H100 at 109 tokens/s/GPU, 29.1 % with attention counted in full.
TEST_CASE("the MFU of a 405B run is what its token rate says") {
  CHECK(mfu("llama-3.1-405b", 8192, "h100-sxm", 109) == doctest::Approx(0.28).epsilon(0.02));
}
