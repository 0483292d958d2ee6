// SPDX-License-Identifier: MIT
// What users of similar tools reported, with the answers that were right.
#include <doctest/doctest.h>

#include "core/cost/memory.h"
#include "core/regime/pretrain_memory.h"
#include "core/report/report.h"
#include "core/workload/parameters.h"
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

Bytes item(const RankMemory& rank, MemoryItem which) {
  return rank.map.items[static_cast<std::size_t>(which)];
}

// torchtitan's 16B model, a DeepSeek-V2-Lite: 8 GPUs a node, 4,096 tokens.
Scenario deepseek_16b(std::int64_t nodes, std::int64_t local_batch, const Plan& plan) {
  Scenario s;
  s.model.id = "deepseek-v2-lite";
  s.stack.id = "torchtitan";
  s.cluster.instances = nodes;
  s.training = {.precision = Precision::Bf16, .sequence = 4096, .global_batch = 8 * nodes * local_batch};
  s.plan = plan;
  s.plan.micro_batch = local_batch;
  s.plan.sharding = Sharding::Full;
  return s;
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

// pytorch/torchtitan issues 425 and 1789: memory is estimated before launch, with experts over any number of
// ranks. Under FSDP the GPUs of a copy keep every parameter once; a gradient has 4 bytes.
TEST_CASE("reports A16, A18: FSDP keeps every parameter once, however experts are spread") {
  for (const std::int64_t expert : {1, 8, 64}) {
    CAPTURE(expert);
    const Problem p = test::problem_of(deepseek_16b(8, 1, {.expert = expert}));
    const RankMemory rank = rank_memory(p, training_step(p), 0);
    const ParameterCount count = parameter_count(p.model);
    // Norms and routers, a thousandth, are not counted by GPU.
    CHECK(64 * item(rank, MemoryItem::Gradients).in(unit::byte) ==
          doctest::Approx(4 * count.total).epsilon(1e-3));
  }
}

// The same: FSDP gathers a layer with its experts. Of 64 experts of 3 x 2,048 x 1,408 in BF16, two layers at
// a time, one rank holds all without EP and an eighth with EP 8. Of 27 layers 26 have experts.
TEST_CASE("reports A18, A19: the experts that FSDP gathers are held, too") {
  const auto gathered = [](std::int64_t expert) {
    const Problem p = test::problem_of(deepseek_16b(8, 1, {.expert = expert}));
    return rank_memory(p, training_step(p), 0).parameters.gathered;
  };
  const double experts = 2 * 64.0 * 3 * 2048 * 1408 * 26 / 27;
  CHECK(gathered(1) - gathered(8) == doctest::Approx(experts * 7 / 8));
}

// mlc-ai/pith-train pull request 40: Qwen3-30B-A3B on 64 H100, PP 4, EP 8, sharded over all data ranks and
// over those of one copy only. A rank has 48 / 4 layers, of whose experts one copy spreads an eighth to each
// GPU: whole instead of halves. Dense matrices are eighths instead of sixteenths.
TEST_CASE("report A14: HSDP is faster than FSDP and keeps more") {
  Scenario s;
  s.model.id = "qwen3-30b-a3b";
  s.stack.id = "torchtitan";
  s.cluster.instances = 8;
  s.training = {.precision = Precision::Bf16, .sequence = 4096, .global_batch = 1024};
  s.plan = {.pipeline = 4, .expert = 8, .sharding = Sharding::Full};
  const Problem full = test::problem_of(s);
  s.plan.sharding_group = 8;
  const Problem hybrid = test::problem_of(s);
  const StepTimes full_step = training_step(full), hybrid_step = training_step(hybrid);
  CHECK(hybrid_step.total < full_step.total);

  const RankMemory a = rank_memory(full, full_step, 1), b = rank_memory(hybrid, hybrid_step, 1);
  const double experts = 12 * 128.0 * 3 * 2048 * 768 / 8;
  const double dense = 12 * 2048.0 * ((2 * 32 + 2 * 4) * 128 + 128);  // attention and router
  const double more = experts / 2 + dense / 16;
  CHECK((item(b, MemoryItem::Optimizer) - item(a, MemoryItem::Optimizer)).in(unit::byte) ==
        doctest::Approx(8 * more));
  // Measured: 48.3 and 53.9 GB, between the 12 bytes of weights and moments and the 16 with the gradient.
  const double added = (b.map.total - a.map.total).in(unit::gb);
  CHECK(added == doctest::Approx(16e-9 * more));
  CHECK(added * 12 / 16 < 5.7);
  CHECK(added > 5.6);
}

// FSDP splits frozen weights, too: of N BF16 parameters 8 ranks keep an eighth each, and what is gathered.
TEST_CASE("report B25: FSDP splits the weights that LoRA freezes") {
  const RankParameters n{.dense = 20e9, .vocabulary = 1e9, .experts = 10e9, .gathered = 2e9};
  CHECK(frozen_weight_bytes(n, 8, 1, Sharding::Optimizer, 1).in(unit::gb) == doctest::Approx(31));
  CHECK(frozen_weight_bytes(n, 8, 1, Sharding::Full, 2).in(unit::gb) == doctest::Approx(5 + 20 + 4));
}

// aws/sagemaker-hyperpod-recipes pull request 107: a hybrid model of 30 billion parameters is fine-tuned on 8
// H100 with LoRA and on 16 in full, by FSDP; the length of sequences is an assumption.
TEST_CASE("report B25: 30 billion parameters fit one node of H100 with LoRA and two in full") {
  Scenario s;
  s.model.id = "nemotron-3-nano-30b-a3b";
  s.stack.id = "torchtitan";
  s.cluster.instances = 1;
  s.training = {
      .precision = Precision::Bf16, .sequence = 4096, .global_batch = 32, .method = TrainingMethod::LoraAll};
  s.plan = {.sharding = Sharding::Full, .recompute = Recompute::Full};
  const auto fits = [&] {
    const Problem p = test::problem_of(s);
    return fullest_rank(p, training_step(p)).map.fits();
  };
  CHECK(fits());
  s.training.method = TrainingMethod::Full;
  s.cluster.instances = 2;
  CHECK(fits());
}
