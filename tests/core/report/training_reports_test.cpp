// SPDX-License-Identifier: MIT
// What users of similar tools reported, with the answers that were right.
#include <doctest/doctest.h>

#include "core/cost/memory.h"
#include "core/parallel/shard.h"
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
TEST_CASE("report A40: a batch smaller than the data-parallel degree is refused") {
  Scenario s;
  s.training.global_batch = 4;
  s.plan = {};
  const Report report = make_report(s, test::catalog());
  CHECK_FALSE(report.ok);
  CHECK(issue_at(report, "training.global_batch") != nullptr);
}

// aliyun/SimAI issue 202: 1,472 GPUs at TP 8, PP 8 are DP 23, which does not divide a batch of 32.
TEST_CASE("report B19: a batch that DP does not divide is refused with both numbers") {
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
TEST_CASE("report A44: a model of 7 billion parameters has 112 GB of FP32 states") {
  const StateBytes states = state_bytes({.dense = 7e9}, 1, 1, Sharding::Full, 4);
  CHECK((states.weights + states.gradients + states.optimizer).in(unit::gb) == doctest::Approx(112));
}

// Azure/MS-AMP issue 173, deepspeedai/DeepSpeed issue 5102: it is said which bytes are which. With P
// parameters over N ranks: ZeRO-1 keeps 2 P of weights, 2 P or 4 P of gradients and 12 P / N of master
// weights and moments.
TEST_CASE("reports A24, A28: mixed-precision Adam is 16 or 18 bytes a parameter, of which ZeRO-1 splits 12") {
  const StateBytes bf16 = state_bytes({.dense = 1e9}, 1, 1, Sharding::Optimizer, 2);
  CHECK((bf16.weights + bf16.gradients + bf16.optimizer).in(unit::gb) == doctest::Approx(16));
  const StateBytes fp32 = state_bytes({.dense = 1e9}, 8, 1, Sharding::Optimizer, 4);
  CHECK(fp32.weights.in(unit::gb) == doctest::Approx(2));
  CHECK(fp32.gradients.in(unit::gb) == doctest::Approx(4));
  CHECK(fp32.optimizer.in(unit::gb) == doctest::Approx(1.5));
}

// foundation-model-stack/fms-fsdp issue 152: logits of 4,096 x 131,072 are 1 GiB in BF16.
TEST_CASE("report A35: logits of a large vocabulary are counted") {
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
TEST_CASE("report A12: recomputed layers keep their input, and early stages keep more of them") {
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
TEST_CASE("reports B3, B4, B27: peaks are dense") {
  CHECK(dense_tflops(part("b200").bf16_dense) == 2250);
  CHECK(dense_tflops(part("h20").bf16_dense) == 148);
  CHECK(dense_tflops(part("h100-sxm").fp8_dense) == doctest::Approx(1979));
}

// foundation-model-stack/fms-fsdp issue 89: 9,600 tokens/s/GPU of a 7B model on H100 are 46 to 48 % of the
// dense peak. NVIDIA/Megatron-LM issue 1565: 420 TFLOP/s on H200 are 42.5 % of 989, not 21 % of 1,979.
TEST_CASE("reports B6, B7: MFU is against the dense peak") {
  const double llama = mfu("llama-2-7b", 4096, "h100-sxm", 9600);
  CHECK(llama > 0.40);
  CHECK(llama < 0.48);
  CHECK(420 / dense_tflops(part("h200").bf16_dense) == doctest::Approx(0.4245).epsilon(1e-3));
}

// pytorch/torchtitan issue 481: 405B on 128 H100 at 109 tokens/s/GPU, 29.1 % with attention and the embedding
// counted in full; model FLOPs leave out half of the former and the latter.
TEST_CASE("report B12: the MFU of a 405B run is what its token rate says") {
  const Model& m = *find_by_id(test::catalog().models, "llama-3.1-405b");
  const double full = model_flops_per_token(m, 8192, false).in(unit::flop) + 6 * parameter_count(m).embedding;
  CHECK(full * 109 / 989e12 == doctest::Approx(0.291).epsilon(2e-3));
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

// pytorch/torchtitan issue 425: and with TP and PP.
TEST_CASE("report A16: memory is estimated for FSDP with TP and PP") {
  Scenario s;
  s.model.id = "qwen3-8b";
  s.stack.id = "torchtitan";
  s.cluster.instances = 4;
  s.training = {.precision = Precision::Bf16, .sequence = 4096, .global_batch = 64};
  s.plan = {.tensor = 2, .pipeline = 2, .sharding = Sharding::Full};
  const Problem p = test::problem_of(s);
  const StepTimes step = training_step(p);
  const Bytes both = item(rank_memory(p, step, 0), MemoryItem::Gradients) +
                     item(rank_memory(p, step, 1), MemoryItem::Gradients);
  CHECK(16 * both.in(unit::byte) == doctest::Approx(4 * parameter_count(p.model).total).epsilon(1e-3));
}

// pytorch/torchtitan issue 1789: sequences of 4,096 in batches of 8 a GPU do not fit 8 H100, whatever is
// recomputed; smaller ones do: 73.3 GiB reserved.
TEST_CASE("report A18: torchtitan's 16B model fits 8 H100 with small batches only") {
  const auto fits = [](std::int64_t local_batch, Recompute recompute) {
    const Problem p = test::problem_of(deepseek_16b(1, local_batch, {.expert = 8, .recompute = recompute}));
    return fullest_rank(p, training_step(p)).map.fits();
  };
  for (const Recompute recompute : {Recompute::None, Recompute::Operators, Recompute::Full})
    CHECK_FALSE(fits(8, recompute));
  CHECK(fits(4, Recompute::Full));
}

// The same: 11,636 tokens/s/GPU are 202.78 TFLOP/s and 20.5 % of 989. torchtitan counts attention in full and
// heads of 2,048 / 16 = 128, which here are 192 for keys and 128 for values.
TEST_CASE("report A18: model FLOPs of torchtitan's 16B model") {
  const Model& m = *find_by_id(test::catalog().models, "deepseek-v2-lite");
  const double counted = 6 * active_matrix_parameters(m) + 12.0 * 27 * 16 * 128 * 4096;
  CHECK(counted * 11636 == doctest::Approx(202.78e12).epsilon(2e-3));
  CHECK(202.78 / dense_tflops(part("h100-sxm").bf16_dense) == doctest::Approx(0.205).epsilon(1e-3));
  CHECK(model_flops_per_token(m, 4096, false).in(unit::flop) ==
        doctest::Approx(counted + 12.0 * 27 * 16 * 32 * 4096).epsilon(1e-3));
}

// aliyun/aicb pull request 36: a Qwen 7B on 32 GPUs, TP 8. Weights of 1.92 GB and unsplit optimizer states of
// 11.52 GB agree with the report; with its activations they were more than the 21 GB that were measured.
TEST_CASE("report A15: the parts of a rank do not exceed what was measured") {
  Scenario s;
  s.model.id = "llama-2-7b";
  s.cluster = {.instance = {"p4de.24xlarge"}, .instances = 4};
  s.training = {.precision = Precision::Bf16, .sequence = 4096, .global_batch = 128};
  s.plan = {.tensor = 8, .sharding = Sharding::None};
  Problem p = test::problem_of(s);
  p.model.vocabulary = 151936;
  for (LayerKind& kind : p.layers) kind.layer.feed_forward.width = 10880;
  const RankMemory rank = rank_memory(p, training_step(p), 0);
  CHECK(item(rank, MemoryItem::Weights).in(unit::gb) == doctest::Approx(1.92).epsilon(2e-3));
  CHECK(item(rank, MemoryItem::Optimizer).in(unit::gb) == doctest::Approx(11.52).epsilon(2e-3));
  CHECK(rank.map.total.in(unit::gb) < 21);
  CHECK(rank.map.total.in(unit::gb) > 0.9 * 21);
}

// sail-sg/zero-bubble issue 67, cli99/llm-analysis issues 18 and 27: what a layer of width h keeps of s x b
// tokens. Korthikanti et al. count 34 s b h, of which two are dropout masks, which are left out here; fused
// attention keeps no scores. By element of 2 B: two norms' inputs (2 each), inputs of QKV and MLP (2 each),
// Q, K, V and attention's output (8), and of the MLP the hidden vectors of 4 h before and after the
// activation (16).
TEST_CASE("reports A31, A38, A39: activations of a GPT layer, with and without sequence parallelism") {
  const double h = 4096, s = 2048;
  const Layer layer{.mixer = {.heads = 32, .kv_heads = 32, .head_dim = 128},
                    .feed_forward = {.gated = false, .width = 4 * 4096}};
  const Stack& stack = *find_by_id(test::catalog().stacks, "megatron-core");
  const auto kept = [&](const Plan& plan) {
    return layer_activations(layer, h, shard_of(1, s, plan), Precision::Bf16, stack).kept.in(unit::byte) /
           (s * h);
  };
  CHECK(kept({}) == 34 - 2);
  // Norms and the inputs of linear layers are whole on every tensor rank; sequence parallelism splits them.
  CHECK(kept({.tensor = 8, .sequence_parallel = false}) == (2 * 2 + 2 * 2) + 24 / 8.0);
  CHECK(kept({.tensor = 8}) == 32 / 8.0);
}

// NVIDIA-NeMo/Megatron-Bridge pull request 5077: the heaviest stage counts, not the mean one. 32 layers on 3
// stages, embedding and head in a layer's place each, are 11, 12 and 9.
TEST_CASE("report A4: the parameters of an uneven pipeline are those of each stage") {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.cluster.instances = 3;
  s.training.global_batch = 24;
  s.plan = {.pipeline = 3};
  const Problem p = test::problem_of(s);
  const StepTimes step = training_step(p);
  const double layer = 4096.0 * (2 * 4096 + 2 * 1024 + 3 * 14336);
  const std::int64_t layers[] = {11, 12, 9};
  for (std::int64_t stage = 0; stage < 3; ++stage) {
    const RankParameters n = rank_memory(p, step, stage).parameters;
    CHECK(n.dense - n.vocabulary == doctest::Approx(static_cast<double>(layers[stage]) * layer));
  }
}

// The same with dense and expert layers: DeepSeek-V3's first stage of four has its three dense layers and an
// MTP layer is the last one's. 62 layers on 8 stages are 7 and 8 each; the last has 62 - 7 - 6 x 8 = 7.
TEST_CASE("report A4: experts are counted on the stages that hold them") {
  Scenario s;
  s.model.id = "deepseek-v3";
  s.cluster.instances = 32;
  s.training = {.precision = Precision::Bf16, .sequence = 4096, .global_batch = 1024};
  s.plan = {.pipeline = 8, .expert = 32};
  const Problem p = test::problem_of(s);
  const StepTimes step = training_step(p);
  const double experts = 256 / 32 * 3 * 7168.0 * 2048;  // of a layer on a rank
  const auto held = [&](std::int64_t stage) { return rank_memory(p, step, stage).parameters.experts; };
  CHECK(held(0) == doctest::Approx((7 - 3) * experts));
  for (std::int64_t stage = 1; stage < 7; ++stage) CHECK(held(stage) == doctest::Approx(8 * experts));
  CHECK(held(7) == doctest::Approx(7 * experts));
}

// pytorch/torchtitan issue 1558: the 671B model on 512 GPUs runs with TP 8 and single sequences. As
// configured, FSDP alone with four sequences a GPU, it does not, whatever is recomputed: two layers of 256
// experts are 45 GB.
TEST_CASE("report A19: torchtitan's 671B model fits 512 GPUs with TP, not as configured") {
  const auto fits = [](std::int64_t tensor, std::int64_t local_batch, Recompute recompute) {
    Scenario s;
    s.model.id = "deepseek-v3";
    s.stack.id = "torchtitan";
    s.cluster = {.instance = {"dgx-h100"}, .instances = 64};
    s.training = {.precision = Precision::Bf16,
                  .sequence = 4096,
                  .global_batch = 512 / tensor * local_batch,
                  .mtp = false};
    s.plan = {.tensor = tensor,
              .micro_batch = local_batch,
              .expert_tensor = tensor,
              .sharding = Sharding::Full,
              .recompute = recompute};
    const Problem p = test::problem_of(s);
    return fullest_rank(p, training_step(p)).map.fits();
  };
  CHECK(fits(8, 1, Recompute::Full));
  CHECK_FALSE(fits(1, 4, Recompute::Operators));
  CHECK_FALSE(fits(1, 4, Recompute::Full));
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

// AI-Hypercomputer/maxtext pull request 678: a step of 1,024 tokens of Mixtral 8x7B, attention in full, is
// 79.98 TFLOP with two of eight experts and 287.78 with all.
TEST_CASE("report B8: model FLOPs of a mixture count the active experts") {
  Model m = *find_by_id(test::catalog().models, "mixtral-8x7b");
  const auto tflop = [&m] { return 1024 * model_flops_per_token(m, 1024, false).in(unit::tflop); };
  CHECK(tflop() == doctest::Approx(79.98).epsilon(1e-3));
  for (LayerRun& run : m.layers) run.layer.feed_forward.top_k = 8;
  CHECK(tflop() == doctest::Approx(287.78).epsilon(1e-3));
}

// PrimeIntellect-ai/prime-rl issue 778, alibaba/Pai-Megatron-Patch issue 485: grouped queries, gates and
// active experts are counted by layer. Megatron-LM's closed form, num_floating_point_operations() of
// training.py, is 12 s L h^2 [(1 + g / a + s / h) a d / h + (f / h) k 3 / 2 + v / (2 h L)] with attention in
// full.
TEST_CASE("report B10: model FLOPs are those of Megatron-LM's closed form") {
  for (const char* id : {"llama-2-7b", "llama-3.1-70b", "mixtral-8x7b", "qwen3-30b-a3b"}) {
    CAPTURE(id);
    const Model& m = *find_by_id(test::catalog().models, id);
    const Mixer& a = m.layers[0].layer.mixer;
    const FeedForward& f = m.layers[0].layer.feed_forward;
    const auto real = [](std::int64_t count) { return static_cast<double>(count); };
    const double s = 8192, h = real(m.hidden), layers = real(m.layer_count());
    const bool moe = f.kind == FeedForwardKind::Moe;
    const double width = moe ? real(f.expert_width * f.top_k) : real(f.width);
    const double attention = (1 + real(a.kv_heads) / real(a.heads) + s / h) * real(a.heads * a.head_dim) / h;
    CHECK(model_flops_per_token(m, s, false).in(unit::flop) ==
          doctest::Approx(12 * layers * h * h *
                          (attention + width / h * 1.5 + real(m.vocabulary) / (2 * h * layers))));
  }
}

// pytorch/torchtitan pull request 1299: Llama 3 70B on 256 H100, FSDP 32, TP 8, full recompute, 16 sequences
// a rank. Tokens/s/GPU with BF16 597.3, async TP 652.4; with FP8 809.8 and 942.4. No constant was fitted to
// these; 16 % is the 90th percentile of the validation. Async TP of BF16 comes out a fifth too fast: it is
// only ordered.
TEST_CASE("report B13: what asynchronous TP and FP8 gain") {
  Scenario s;
  s.model.id = "llama-3.1-70b";
  s.stack.id = "torchtitan";
  s.cluster = {.instance = {"dgx-h100"}, .instances = 32};
  s.plan = {.tensor = 8, .micro_batch = 16, .sharding = Sharding::Full, .recompute = Recompute::Full};
  const auto rate = [&s](Precision precision, Switch async) {
    s.training = {.precision = precision, .sequence = 8192, .global_batch = 512};
    s.plan.overlap_tensor = async;
    return make_report(s, test::catalog()).tokens_per_second / 256;
  };
  const double bf16 = rate(Precision::Bf16, Switch::Off), async = rate(Precision::Bf16, Switch::On);
  const double fp8 = rate(Precision::Fp8Current, Switch::Off), both = rate(Precision::Fp8Current, Switch::On);
  CHECK(bf16 == doctest::Approx(597.3).epsilon(0.16));
  CHECK(fp8 == doctest::Approx(809.8).epsilon(0.16));
  CHECK(both == doctest::Approx(942.4).epsilon(0.16));
  CHECK(async > bf16);
  CHECK(fp8 > async);
  CHECK(both > fp8);
}

// NVIDIA/Megatron-LM issue 258: TP or PP on a few nodes? Both are answered; tensor parallelism over the
// network is the slower one.
TEST_CASE("report B15: TP across two nodes is slower than PP between them") {
  Scenario s;
  s.model.id = "llama-3.1-70b";
  s.cluster.instances = 2;
  s.training = {.precision = Precision::Bf16, .sequence = 4096, .global_batch = 64};
  const auto seconds = [&s](std::int64_t tensor, std::int64_t pipeline) {
    s.plan = {.tensor = tensor, .pipeline = pipeline};
    const Report report = make_report(s, test::catalog());
    CHECK(report.ok);
    return report.step_seconds;
  };
  CHECK(seconds(16, 1) > seconds(8, 2));
}

// NVIDIA/NeMo issue 8059: 2,357 tokens/s/GPU were published for LLaMA 13B on 8 A100, TP 4; the user reached
// 1,900 with settings that were not those.
TEST_CASE("report B16: the published rate of a 13B model is expected, the lower one is not") {
  Scenario s;
  s.model.id = "llama-2-13b";
  s.cluster = {.instance = {"dgx-a100"}, .instances = 1};
  s.training = {.precision = Precision::Bf16, .sequence = 4096, .global_batch = 32};
  s.plan = {.tensor = 4, .recompute = Recompute::Selective};
  const Report report = make_report(s, test::catalog());
  REQUIRE(report.ok);
  CHECK(report.tokens_per_second / 8 == doctest::Approx(2357).epsilon(0.05));
  const double slowest = 32 * 4096 / report.step_high / 8;
  CHECK(slowest > 1900);
}
