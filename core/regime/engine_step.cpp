// One step of a serving engine.
// SPDX-License-Identifier: MIT
#include "core/regime/engine_step.h"

#include <algorithm>
#include <cmath>

#include "core/cost/compute.h"
#include "core/cost/custom_all_reduce.h"
#include "core/cost/decode_attention.h"
#include "core/cost/expert_exchange.h"
#include "core/cost/expert_kernel.h"
#include "core/cost/prefill_attention.h"
#include "core/cost/quantise.h"
#include "core/workload/count.h"
#include "core/workload/kv_cache.h"
#include "core/workload/layers.h"

namespace trireme {
namespace {

constexpr double state_element_bytes = 4;
// Of linear attention and state-space layers. Source: inference specification, section 3.
constexpr Seconds state_step_start = 10.0 * unit::microsecond, scan_start = 20.0 * unit::microsecond;
constexpr double scan_bytes_per_value = 30, scan_efficiency = 0.5;
// CPUs of A100 hosts launch more slowly. Source: inference specification, set by hand.
constexpr double ampere_launch_factor = 1.5;

bool is_recurrent(const Mixer& mixer) {
  switch (mixer.kind) {
    case MixerKind::LinearAttention:
    case MixerKind::Mamba1:
    case MixerKind::Mamba2:
    case MixerKind::Rwkv: return true;
    default: return false;
  }
}

bool is_latent(const Mixer& mixer) { return mixer.kind == MixerKind::LatentAttention; }

// Activations are cast where scales are computed on the fly; per-tensor FP8 has static ones.
void add_gemm(const ServingContext& c, StepPart part, const WeightKernel& kernel, double m, double n,
              double k, double count, PassTimes& pass) {
  const Accelerator& a = c.problem.accelerator;
  const GemmShape shape{.m = m, .n = n, .k = k, .weight_bytes = kernel.stored_bytes};
  const GemmTime time = gemm_time(a, kernel.format, shape, Conditions::Burst);
  const bool casts = kernel.format == MatrixFormat::Fp8Block || kernel.format == MatrixFormat::Fp4;
  const Seconds cast = casts ? quantise_time(a, kernel.format, m, k) : Seconds{};
  pass.add(part, count * time.total, time.memory_bound());
  pass.add(part, count * cast, true);
}

Seconds memory_time(const ServingContext& c, double bytes, double efficiency) {
  return bytes * unit::byte / (c.problem.accelerator.hbm_bandwidth * efficiency);
}

// The engine's own kernel inside a domain, or NCCL.
Seconds all_reduce(const ServingContext& c, Bytes size) {
  const Group group{static_cast<std::int64_t>(c.tensor), 1};
  const Seconds nccl = collective_time(Collective::AllReduce, size, group, c.fabric);
  const RankGroup ranks = rank_group(group, c.fabric);
  return ranks.domains > 1 ? nccl : min(nccl, custom_all_reduce_time(size, ranks));
}

// Tokens travel in the experts' format with their scales and come back in 16 bit.
Seconds exchange(const ServingContext& c, const FeedForward& moe, double tokens) {
  const RankGroup ranks = rank_group({static_cast<std::int64_t>(c.expert), 1}, c.fabric);
  const double width = expert_input(moe, number(c.problem.model.hidden));
  const auto best = [&](double bytes) {
    ExpertCall call{.tokens = tokens, .token = width * bytes * unit::byte, .top_k = number(moe.top_k)};
    const Seconds high_throughput = expert_exchange_time(call, ranks).time();
    call.kernel = ExpertKernel::LowLatency;
    return min(high_throughput, expert_exchange_time(call, ranks).time());
  };
  const double there = c.experts.format == MatrixFormat::Bf16 ? 2 : 1.03125;
  return c.problem.engine.exchange_factor * (best(there) + best(2));
}

void add_experts(const ServingContext& c, const FeedForward& moe, const StepTokens& tokens, double count,
                 PassTimes& pass) {
  const double hidden = number(c.problem.model.hidden);
  add_gemm(c, StepPart::Experts, {}, tokens.rank, number(moe.experts), hidden, count, pass);
  const ExpertShape shape{.tokens = tokens.group,
                          .rank_tokens = tokens.group / c.attention_ranks,
                          .experts = number(moe.experts),
                          .top_k = number(moe.top_k),
                          .input = expert_input(moe, hidden),
                          .width = number(moe.expert_width) / c.expert_tensor,
                          .matrices = moe.gated ? 3.0 : 2.0,
                          .ranks = c.expert,
                          .format = c.experts.format,
                          .weight_bytes = c.experts.stored_bytes,
                          .narrow_weights = c.experts.narrow};
  const ExpertKernelTime time = expert_kernel_time(c.problem.accelerator, shape, c.problem.engine.skew);
  pass.add(StepPart::Experts, count * time.total, time.memory > time.compute);
  if (c.attention_ranks > 1 && c.expert > 1)
    pass.add(StepPart::ExpertExchange, count * exchange(c, moe, tokens.rank));
}

void add_linears(const ServingContext& c, const LayerKind& kind, const StepTokens& tokens, PassTimes& pass) {
  Shard shard;
  shard.sequences = tokens.rank, shard.sequence = 1, shard.tokens = shard.residual_tokens = tokens.rank;
  shard.tensor = c.tensor, shard.expert = c.expert, shard.expert_tensor = c.expert_tensor;
  const double count = number(kind.count);
  for (const Op& op : layer_ops(kind.layer, number(c.problem.model.hidden), shard, {})) {
    if (op.kind != OpKind::Linear) continue;
    const LinearShape& s = op.linear;
    if (op.name == OpName::ExpertUp || op.name == OpName::ExpertDown || op.name == OpName::Router) continue;
    if (op.name == OpName::KeyValueUp) {
      // Absorbed into queries and outputs: half of it before attention, half after, in 16 bit.
      add_gemm(c, StepPart::Projections, {}, s.rows, s.out, s.in, count, pass);
      pass.add(StepPart::Projections, count * c.problem.accelerator.laws.gemm[0].t0);
    } else if (op.block == OpBlock::Mixer) {
      add_gemm(c, StepPart::Projections, c.attention, s.rows, s.out, s.in, count, pass);
    } else {
      const bool experts = op.block == OpBlock::Moe;
      add_gemm(c, experts ? StepPart::Experts : StepPart::Mlp, c.mlp, s.rows, s.out, s.in, count, pass);
    }
  }
}

void add_head(const ServingContext& c, double rows, double count, PassTimes& pass) {
  const double vocabulary = number(c.problem.model.vocabulary) / c.tensor;
  add_gemm(c, StepPart::Head, {}, rows, vocabulary, number(c.problem.model.hidden), count, pass);
  pass.add(StepPart::Head,
           count * memory_time(c, 10 * rows * vocabulary, c.problem.engine.elementwise_efficiency), true);
  pass.add(StepPart::Head, count * c.problem.engine.head);
}

// Keys that a query of this layer sees at a context of `tokens`.
double seen(const Mixer& m, double tokens) {
  if (m.kind == MixerKind::CompressedAttention) {
    const double pooled = m.compression > 0 ? tokens / number(m.compression) : 0;
    const double picked = m.index_topk > 0 ? std::min(number(m.index_topk), pooled) : pooled;
    return std::min(tokens, number(m.window)) + picked;
  }
  const double limit = number(m.chunk > 0 ? m.chunk : m.window);
  if (limit > 0) tokens = std::min(tokens, limit);
  return m.index_topk > 0 ? std::min(tokens, number(m.index_topk)) : tokens;
}

Seconds decode_mixer(const ServingContext& c, const Mixer& m, double sequences, double context_tokens) {
  const double efficiency = c.problem.engine.elementwise_efficiency;
  if (is_recurrent(m)) {
    const double state = mixer_state_bytes(m, state_element_bytes, 0).in(unit::byte) / c.tensor;
    return state_step_start + memory_time(c, 2 * sequences * state, efficiency);
  }
  if (m.kind != MixerKind::Attention && m.kind != MixerKind::LatentAttention &&
      m.kind != MixerKind::CompressedAttention)
    return {};
  DecodeShape shape{.sequences = sequences,
                    .context = seen(m, context_tokens),
                    .queries = c.queries,
                    .heads = number(m.heads) / c.tensor,
                    .cache = c.cache_kernel};
  if (is_latent(m)) {
    shape.latent = number(m.kv_rank), shape.rope = number(m.rope_dim);
    if (shape.cache == CacheFormat::Fp8Fused) shape.cache = CacheFormat::Fp8;
  } else {
    // One vector is key and value in compressed attention.
    shape.kv_heads =
        m.kind == MixerKind::CompressedAttention ? 0.5 : std::max(number(m.kv_heads) / c.tensor, 1.0);
    shape.head_dim = number(m.head_dim);
  }
  Seconds time = decode_attention_time(c.problem.accelerator, shape).total;
  if (m.index_heads > 0)  // the indexer reads its own keys of every token
    time += memory_time(c, sequences * context_tokens * number(m.index_dim), efficiency);
  return time;
}

Seconds prefill_mixer(const ServingContext& c, const Mixer& m, double prompts, double tokens,
                      double context_tokens) {
  if (is_recurrent(m)) {
    const double values =
        m.kind == MixerKind::LinearAttention ? number(m.state_heads * m.value_dim) : number(m.inner);
    return scan_start +
           memory_time(c, scan_bytes_per_value * values / c.tensor * prompts * tokens, scan_efficiency);
  }
  if (m.kind != MixerKind::Attention && m.kind != MixerKind::LatentAttention &&
      m.kind != MixerKind::CompressedAttention)
    return {};
  const double limit = seen(m, context_tokens);
  const PrefillShape shape{.prompts = prompts,
                           .tokens = tokens,
                           .context = context_tokens,
                           .window = limit < context_tokens ? limit : 0,
                           .heads = number(m.heads) / c.tensor,
                           .kv_heads = std::max(number(m.kv_heads) / c.tensor, 1.0),
                           .head_dim = number(m.head_dim),
                           .kv_bytes = c.cache_bytes};
  return is_latent(m) ? latent_prefill_attention_time(c.problem.accelerator, shape)
                      : prefill_attention_time(c.problem.accelerator, shape);
}

}  // namespace

void PassTimes::add(StepPart part, Seconds time, bool limited_by_memory) {
  parts[static_cast<std::size_t>(part)] += time;
  if (limited_by_memory) memory_bound[static_cast<std::size_t>(part)] += time;
}

Seconds PassTimes::total() const {
  Seconds sum;
  for (const Seconds time : parts) sum += time;
  return sum;
}

void add_layers(const ServingContext& c, const StepTokens& tokens, PassTimes& pass) {
  const Engine& engine = c.problem.engine;
  const double hidden = number(c.problem.model.hidden);
  for (const LayerKind& kind : c.problem.layers) {
    const double count = number(kind.count);
    const Mixer& mixer = kind.layer.mixer;
    const FeedForward& feed_forward = kind.layer.feed_forward;
    add_linears(c, kind, tokens, pass);
    if (feed_forward.kind == FeedForwardKind::Moe) add_experts(c, feed_forward, tokens, count, pass);
    if (c.tensor > 1) {
      const double calls = (mixer.kind != MixerKind::None ? 1 : 0) +
                           (feed_forward.kind != FeedForwardKind::None && c.attention_ranks == 1 ? 1 : 0);
      pass.add(StepPart::TensorParallel,
               count * calls * all_reduce(c, 2 * tokens.rank * hidden * unit::byte));
    }
    const double width = c.has_experts ? 0 : number(feed_forward.width) / c.tensor;
    pass.add(
        StepPart::SmallKernels,
        count * (engine.layer + (is_latent(mixer) || is_recurrent(mixer) ? engine.latent_layer : Seconds{})));
    pass.add(StepPart::SmallKernels,
             count * memory_time(c, tokens.rank * (16 * hidden + 6 * width), engine.elementwise_efficiency),
             true);
  }
}

PassTimes decode_step(const ServingContext& c, double batch, double context_tokens) {
  const Engine& engine = c.problem.engine;
  const double sequences = std::max(batch / (c.attention_ranks * c.micro_batches), 1.0);
  const double rows = sequences * c.queries;
  const double group = c.attention_ranks > 1 ? std::max(batch * c.queries / c.micro_batches, 1.0) : rows;
  PassTimes pass;
  add_layers(c, {rows, group}, pass);
  for (const LayerKind& kind : c.problem.layers)
    pass.add(StepPart::Attention,
             number(kind.count) * decode_mixer(c, kind.layer.mixer, sequences, context_tokens), true);
  const Seconds layers = pass.total();
  add_head(c, rows, 1, pass);
  const double drafts = c.queries - 1;
  if (drafts > 0)
    pass.add(StepPart::Draft, drafts * (layers / number(c.problem.layer_count) + pass[StepPart::Head]));

  Seconds host = engine.host_per_step + batch / (c.pipeline * c.attention_ranks) * engine.host_per_sequence;
  if (engine.launch_per_layer > Seconds{}) {
    const double slow = c.problem.accelerator.architecture == "ampere" ? ampere_launch_factor : 1;
    const Seconds launches = slow * number(c.problem.layer_count) * engine.launch_per_layer;
    host += max(launches - pass.total(), Seconds{});
  }
  pass.add(StepPart::Host, host);
  const double stages = c.pipeline - 1;
  pass.add(StepPart::Pipeline, stages * (engine.pipeline_imbalance * pass.total() + engine.stage_handover));
  return pass;
}

Seconds prefill_attention(const ServingContext& c, double prompts, double tokens, double context_tokens) {
  Seconds sum;
  for (const LayerKind& kind : c.problem.layers)
    sum += number(kind.count) * prefill_mixer(c, kind.layer.mixer, prompts, tokens, context_tokens);
  return sum;
}

PassTimes prefill_pass(const ServingContext& c, double prompts, double tokens, double context_tokens) {
  PassTimes pass;
  const double rows = prompts * tokens;
  add_layers(c, {rows, rows * c.attention_ranks}, pass);
  pass.add(StepPart::Attention, prefill_attention(c, prompts, tokens, context_tokens));
  add_head(c, std::max(prompts, 1.0), 1, pass);
  return pass;
}

Seconds prefill_time(const ServingContext& c, double count, const PromptLength& prompt) {
  const double chunk = c.problem.engine.chunk;
  const double fresh = prompt.fresh();
  if (fresh > chunk) {
    const double passes = std::ceil(fresh / chunk), tokens = fresh / passes;
    return count * passes * prefill_pass(c, 1, tokens, prompt.cached + (fresh + tokens) / 2).total();
  }
  const double together = std::max(1.0, std::floor(chunk / fresh));
  const double full = std::floor(count / together), rest = count - full * together;
  Seconds time;
  if (full > 0) time += full * prefill_pass(c, together, fresh, prompt.total).total();
  if (rest > 0) time += prefill_pass(c, rest, fresh, prompt.total).total();
  return time;
}

}  // namespace trireme
