// SPDX-License-Identifier: MIT
// What users of similar serving planners and post-training frameworks reported, with the answers that were
// right. Caches of models alone are in core/workload/kv_cache_test.cpp.
#include <doctest/doctest.h>

#include "core/regime/post_training.h"
#include "core/regime/pretrain_memory.h"
#include "core/regime/test_time.h"
#include "core/workload/kv_cache.h"
#include "tests/support/serving_problem.h"

using namespace trireme;

namespace {

Serving engine(CheckpointFormat weights, std::int64_t tensor, double prompt = 1024, double output = 1024) {
  Serving s;
  s.weights = weights;
  s.tensor = tensor;
  s.prompt = prompt, s.output = output;
  return s;
}

ServingMemory memory(const char* model, const char* instance, const Serving& s) {
  const Problem p = test::serving_problem(model, instance, 1, s);
  return serving_memory(serving_context(p), s.prompt, s.output);
}

// Growth of the cache with a token, of a sequence beyond every window.
double growth(const char* model, const Serving& s) {
  const Problem p = test::serving_problem(model, "dgx-h200", 8, s);
  const ServingContext c = serving_context(p);
  return (sequence_cache(c, 300001) - sequence_cache(c, 300000)).in(unit::byte);
}

}  // namespace

// alvarobartt/hf-mem issues 60 and 61: gpt-oss-120b grows by 36,864 bytes a token.
TEST_CASE("report C1: an engine's cache grows by what its full layers keep") {
  CHECK(growth("gpt-oss-120b", engine(CheckpointFormat::Bf16, 1)) == 36864);
}

// redhat-performance/configiq issue 112: gemma-4-31b on one H200 in vLLM has 64.68 GiB for the cache, its
// NVFP4 checkpoint 103.92 GiB. The engine takes a share of the whole GPU, weights and activations are part of
// it.
TEST_CASE("report C2: what vLLM leaves for the cache") {
  const ServingMemory bf16 = memory("gemma-4-31b", "dgx-h200", engine(CheckpointFormat::Bf16, 1));
  CHECK(bf16.cache.in(unit::gib) == doctest::Approx(64.68).epsilon(0.03));
  const ServingMemory nvfp4 = memory("gemma-4-31b", "dgx-h200", engine(CheckpointFormat::Nvfp4, 1));
  CHECK(nvfp4.cache.in(unit::gib) == doctest::Approx(103.92).epsilon(0.03));
}

// vllm-project/vllm issue 12330 beside it: Llama-3-8B on one A100 40 GB takes 14.96 GiB of 35.55.
TEST_CASE("report C2: a share of the whole GPU holds weights, workspace and cache") {
  Problem p = test::serving_problem("llama-3-8b", "p4d.24xlarge", 1, engine(CheckpointFormat::Bf16, 1));
  const ServingMemory m = serving_memory(serving_context(p), 1024, 1024);
  CHECK(m.weights.in(unit::gib) == doctest::Approx(14.96).epsilon(0.01));
  CHECK((m.weights + m.workspace + m.cache).in(unit::gib) == doctest::Approx(0.9 * 39.39));
}

// redhat-performance/configiq issue 89: a planner asks for 88 GPUs for Nemotron-3-Ultra-550B in FP8; 8 H200
// do.
TEST_CASE("report C3: 550 billion parameters in FP8 fit eight H200") {
  const ServingMemory m =
      memory("nemotron-3-ultra-550b-a55b", "dgx-h200", engine(CheckpointFormat::Fp8, 8, 8192, 1024));
  CHECK(m.max_batch > 8);
}

// llm-d/llm-d-benchmark issue 621: a planner says that Llama-3.3-70B in FP8 fits one GPU of 80 GB with 16k of
// context; it does not start.
TEST_CASE("report C7: 70B in FP8 leaves no 16k of context on 80 GB") {
  CHECK_FALSE(memory("llama-3.3-70b", "dgx-h100", engine(CheckpointFormat::Fp8, 1, 15000, 1384)).fits());
  CHECK(memory("llama-3.3-70b", "dgx-h100", engine(CheckpointFormat::Fp8, 2, 15000, 1384)).max_batch > 8);
}

// kaito-project/kaito issue 2139: latent vectors are on every tensor rank.
TEST_CASE("report C14: the cache of latent attention does not shrink with TP") {
  CHECK(growth("deepseek-v3", engine(CheckpointFormat::Fp8Block, 8)) ==
        growth("deepseek-v3", engine(CheckpointFormat::Fp8Block, 1)));
}

// gpustack/gpustack issue 645: Qwen2.5-72B in 4 bit takes 42 GB, not 162.
TEST_CASE("report C17: 72B in INT4 is 42 GB") {
  const ServingMemory m = memory("qwen2.5-72b", "dgx-h100", engine(CheckpointFormat::Int4, 1));
  CHECK(m.weights.in(unit::gb) == doctest::Approx(42).epsilon(0.05));
}

// aws-samples' fine-tuning examples: a p4d shows 39.39 GiB a GPU, not 40 GB nominal or more.
TEST_CASE("report C20: memory is what is visible") {
  CHECK(find_by_id(test::catalog().accelerators, "a100-40-sxm")->memory_visible.in(unit::gib) == 39.39);
  CHECK(memory("llama-3-8b", "p4d.24xlarge", engine(CheckpointFormat::Bf16, 1)).usable.in(unit::gib) ==
        39.39);
}

// tenstorrent/vllm issue 50: 8 KV heads on 32 devices.
TEST_CASE("report C24: TP beyond the KV heads does not split the cache further") {
  const Serving one = engine(CheckpointFormat::Bf16, 1), eight = engine(CheckpointFormat::Bf16, 8),
                more = engine(CheckpointFormat::Bf16, 32);
  CHECK(growth("llama-3.3-70b", eight) == growth("llama-3.3-70b", one) / 8);
  CHECK(growth("llama-3.3-70b", more) == growth("llama-3.3-70b", eight));
}

// vllm-project/vllm issue 25350: 230,528 tokens in 10.55 GiB with an FP8 cache.
TEST_CASE("report C26: an FP8 cache of Qwen3-30B-A3B") {
  Serving s = engine(CheckpointFormat::Fp8Block, 1);
  s.cache = CacheChoice::Fp8;
  CHECK(10.55 * unit::gib / (growth("qwen3-30b-a3b", s) * unit::byte) ==
        doctest::Approx(230528).epsilon(0.001));
}

// vllm-project/vllm issue 28228, inference-sim issue 1635: of Kimi-K3's 93 layers, 24 keep a cache.
TEST_CASE("report C27: layers of linear attention keep no cache") {
  std::int64_t with = 0;
  const Model& model = *find_by_id(test::catalog().models, "kimi-k3");
  for (const LayerRun& run : model.layers)
    if (mixer_kv_bytes(run.layer.mixer, 1000, 2) > Bytes{}) with += run.count;
  CHECK(with == 24);
  CHECK(model.layer_count() == 93);
}

// vllm-metal issue 505: 220 GiB are asked for gemma-4-31B at 262,144 tokens; 50 of its 60 layers keep 1,024.
TEST_CASE("report C29: windows bound the cache of a long context") {
  const Model& model = *find_by_id(test::catalog().models, "gemma-4-31b");
  const Bytes full = 262144.0 * kv_bytes_per_token(model, 2);
  const Bytes windows = kv_bytes(model, 262144, 2) - full;
  CHECK(windows == 1024.0 * (kv_bytes_per_token_without_windows(model, 2) - kv_bytes_per_token(model, 2)));
  CHECK(kv_bytes(model, 262144, 2).in(unit::gib) < 25);
}

// anthony-chaudhary/fak issue 188: 700 GB of FP8 weights on eight H100.
TEST_CASE("report C38: DeepSeek's 671 GB do not fit eight GPUs of 80 GB") {
  const ServingMemory h100 = memory("deepseek-v3", "dgx-h100", engine(CheckpointFormat::Fp8Block, 8));
  CHECK_FALSE(h100.fits());
  CHECK(h100.cache == Bytes{});
  CHECK(memory("deepseek-v3", "dgx-h200", engine(CheckpointFormat::Fp8Block, 8)).fits());
}

// ai-dynamo/aiconfigurator issues 437, 456 and 461: DeepSeek-V3 on two GPUs.
TEST_CASE("report D3: DeepSeek-V3 does not fit two GPUs") {
  for (const char* instance : {"dgx-h100", "dgx-h200"}) {
    const Problem p =
        test::serving_problem("deepseek-v3", instance, 1, engine(CheckpointFormat::Fp8Block, 2));
    const ServingTimes times = serving_times(p);
    CHECK_FALSE(times.memory.fits());
    CHECK(times.memory.weights > times.memory.usable);
    CHECK(times.output_tokens_per_second == 0);
  }
}

// NVIDIA-NeMo/RL issue 1212: Qwen3-8B's cache holds 249,952 tokens with BF16 weights, 299,344 with FP8 linear
// layers and 598,672 when the cache is FP8 too. The weights' bytes become cache, all of them.
TEST_CASE("report C48: FP8 weights and an FP8 cache in rollouts") {
  const auto tokens = [](CheckpointFormat weights, CacheChoice cache) {
    Serving s = engine(weights, 1);
    s.cache = cache;
    const Problem p = test::serving_problem("qwen3-8b", "dgx-h100", 1, s);
    const ServingContext c = serving_context(p);
    return serving_memory(c, 1024, 1024).cache / (sequence_cache(c, 1000) / 1000);
  };
  const double bf16 = tokens(CheckpointFormat::Bf16, CacheChoice::Bf16);
  const double linear = tokens(CheckpointFormat::Fp8Block, CacheChoice::Bf16);
  CHECK(linear - bf16 == doctest::Approx(299344 - 249952).epsilon(0.07));
  CHECK(tokens(CheckpointFormat::Fp8Block, CacheChoice::Fp8) == doctest::Approx(2 * linear));
}

// aiconfigurator issue 1383, inference-sim issues 1528 and 1538: K drafts cost K + 1 positions and yield
// 1 + accepted tokens.
TEST_CASE("reports D4, D11: drafts cost every position and yield those accepted") {
  Serving s = engine(CheckpointFormat::Fp8Block, 8);
  s.draft_tokens = 3, s.accepted = 2.4;
  s.load = Load::Batch, s.concurrency = 8;
  const Problem p = test::serving_problem("deepseek-v3", "dgx-h200", 1, s);
  const ServingContext c = serving_context(p);
  CHECK(c.queries == 4);
  const ServingTimes times = serving_times(p);
  CHECK(times.tpot.base() == doctest::Approx((times.decode.total() / 2.4).base()));
  s.draft_tokens = 0;
  const ServingTimes plain = serving_times(test::serving_problem("deepseek-v3", "dgx-h200", 1, s));
  CHECK(plain.decode.total() < times.decode.total());
  CHECK(plain.decode[StepPart::Draft] == Seconds{});
}

// vllm-project/vllm issue 7379.
TEST_CASE("report D12: HBM bandwidth over weight bytes bounds the speed of one request") {
  for (const char* model : {"llama-3.1-8b", "llama-3.3-70b", "qwen3-32b"})
    for (const CheckpointFormat format : {CheckpointFormat::Bf16, CheckpointFormat::Fp8}) {
      const Problem p = test::serving_problem(model, "dgx-h200", 1, engine(format, 2));
      const ServingContext c = serving_context(p);
      const Seconds bound = serving_weights(c).total() / p.accelerator.hbm_bandwidth;
      const Seconds step = decode_step(c, 1, 1024).total();
      // One of the two vocabulary matrices is only looked up.
      CHECK(step > 0.9 * bound);
      CHECK(step < 4 * bound);
    }
}

// vllm-project/vllm issue 7256: the profile run under-estimates; a margin is kept, and shown.
TEST_CASE("report D14: memory beside weights, workspace and cache is left free") {
  const ServingMemory m = memory("llama-3.1-8b", "p4de.24xlarge", engine(CheckpointFormat::Bf16, 1));
  CHECK(m.workspace > Bytes{});
  CHECK(m.weights + m.workspace + m.cache < 0.95 * m.usable);
}

// kubernetes-sigs/inference-perf issue 139: $/h over tokens/s, 3,600 and a million.
TEST_CASE("report D16: dollars for a million tokens") {
  Serving s = engine(CheckpointFormat::Bf16, 1, 100, 1000);
  s.concurrency = 64;
  Problem p = test::serving_problem("llama-3.1-8b", "dgx-h100", 1, s);
  const TestTimeCost c =
      test_time_cost(p, {.strategy = Strategy::Thinking, .tokens = 1000}, {3.0 * unit::usd / unit::hour, {}});
  const double tokens_per_second = c.questions_per_second * 1000;  // of eight GPUs
  CHECK(c.cost.usd.base() / c.cost.tokens * 1e6 ==
        doctest::Approx(8 * 3.0 / (tokens_per_second * 3600) * 1e6));
}

// OpenRLHF issue 887: GRPO of a 7B model with 1,024 + 36,864 tokens, the actor on three GPUs of 80 GB under
// ZeRO-3: out of memory. The model is taken to be Qwen2.5-7B, every layer recomputed.
TEST_CASE("report E3: a 7B actor on three GPUs does not train on 38k tokens") {
  Serving s = engine(CheckpointFormat::Bf16, 1);
  Problem p = test::serving_problem("qwen2.5-7b", "dgx-h100", 3, s);
  p.stack = *find_by_id(test::catalog().stacks, "hf-fsdp");
  p.training.precision = Precision::Bf16;
  p.plan = {.sharding = Sharding::Full, .recompute = Recompute::Full};
  PostTraining run{
      .prompts = 72, .group = 8, .prompt_tokens = 1024, .response_tokens = 10000, .longest_response = 36864};
  run.sharing = GpuSharing::Separate;
  run.train_gpus = 3;
  const PostTrainingStep actor = post_training_step(p, run, nemo_rl_factors());
  CHECK_FALSE(actor.memory.fits());
  CHECK(actor.memory.trainer > actor.memory.usable);
  run.longest_response = 4096, run.response_tokens = 2000, run.train_gpus = 12, run.reference = false;
  CHECK(post_training_step(p, run, nemo_rl_factors()).memory.fits());
}

// huggingface/trl issue 2688, willccbb/verifiers issue 26: a small model shows tens of GB because the engine
// reserves its share of the GPU.
TEST_CASE("reports E5, E6: the engine's share is listed, and is what was given to it") {
  Serving s = engine(CheckpointFormat::Bf16, 1);
  Problem p = test::serving_problem("llama-3.2-1b", "dgx-h100", 1, s);
  p.training.precision = Precision::Bf16;
  p.plan = {};
  PostTraining run{.engine_memory_share = 0.7};
  const PostTrainingMemory m = post_training_step(p, run, nemo_rl_factors()).memory;
  const Bytes engine = m.engine_weights + m.engine_workspace + m.engine_cache;
  CHECK(engine / p.accelerator.memory_visible == doctest::Approx(0.7));
  CHECK(m.engine_weights < 0.05 * engine);
}

// aakaran/reasoning-with-sampling issues 8 and 9: the same samples of MATH-500 take 30 GPU-hours one after
// the other and about one in batches.
TEST_CASE("report E8: batches make the same tokens more than thirty times cheaper") {
  Serving s = engine(CheckpointFormat::Bf16, 1, 200);
  const TestTime samples{
      .strategy = Strategy::Majority, .tokens = 700, .samples = 8.84, .order = SampleOrder::OneByOne};
  s.concurrency = 8;  // one a GPU
  const TestTimeCost alone =
      test_time_cost(test::serving_problem("qwen2.5-7b", "dgx-h100", 1, s), samples, {});
  s.concurrency = 500 * 8;
  const TestTimeCost batched =
      test_time_cost(test::serving_problem("qwen2.5-7b", "dgx-h100", 1, s), samples, {});
  CHECK(alone.batch == 1);
  CHECK(alone.cost.tokens == batched.cost.tokens);
  CHECK(alone.cost.gpu_time > 30 * batched.cost.gpu_time);
}
