// Explanations of a serving scenario.
// SPDX-License-Identifier: MIT
#include <string>
#include <tuple>

#include "core/result/explain_parts.h"
#include "core/result/serving_result.h"
#include "core/result/term_builder.h"

namespace trireme {
namespace {

struct Explainer {
  const Problem& p;
  const ServingContext context;
  const ServingResult result;
  std::vector<Term> terms;

  explicit Explainer(const Problem& problem)
      : p(problem), context(serving_context(problem)), result(evaluate_serving(problem)) {}

  void add(TermBuilder& builder) { terms.push_back(builder.done()); }
  void add(TermBuilder&& builder) { terms.push_back(builder.done()); }

  [[nodiscard]] Seconds of(Cause cause) const {
    return result.breakdown[static_cast<std::size_t>(cause)].time;
  }
  [[nodiscard]] Seconds memory(StepPart part) const {
    return result.times.decode.memory_bound[static_cast<std::size_t>(part)];
  }

  void latencies() {
    const ServingTimes& t = result.times;
    add(TermBuilder("ttft_seconds", "Time to first token", t.ttft, "p + w + f + q")
            .in("p", t.prefill, "reading the prompt, in the chunks of the engine")
            .in("w", t.waiting, "for running steps and for other prompts")
            .in("f", t.request, "request path: client, tokenizer, scheduler")
            .in("q", t.memory_queue, "for a place in the cache")
            .assume("Mean over requests; the wait for other prompts is that of a single server, rho / (2 (1 "
                    "- rho)) "
                    "prompts, and of clients that arrive together.")
            .cite(p.engine.provenance, {"request_ms", "bunching_share", "first_token_steps"}));
    add(TermBuilder("tpot_seconds", "Time per output token after the first", t.tpot, "d / A + i")
            .in("d", t.decode.total(), "one decode step of the running batch")
            .in("A", context.accepted, "tokens", "that a step yields")
            .in("i", t.interference, "prompts of other requests, per output token")
            .assume("Mean over tokens and requests: (end to end - TTFT) / (output tokens - 1)."));
    add(TermBuilder("decode_step_seconds", "Decode step", t.decode.total(), "g + h + b")
            .in("g", t.decode.total() - t.decode[StepPart::Host] - t.decode[StepPart::Pipeline],
                "kernels and collectives")
            .in("h", t.decode[StepPart::Host], "host time that the GPU waits for")
            .in("b", t.decode[StepPart::Pipeline], "pipeline imbalance and hand-over")
            .assume("At the mean batch and half of the output generated."));
  }

  void rates() {
    const ServingTimes& t = result.times;
    const auto rate = [&](std::string id, std::string label, double value, std::string formula) {
      return TermBuilder(std::move(id), std::move(label), value, "tokens/s", std::move(formula))
          .in("r", t.requests_per_second, "1/s", "requests that end, of the whole system")
          .in("O", p.serving.output, "tokens", "mean output");
    };
    add(rate("output_tokens_per_second", "Output tokens", t.output_tokens_per_second, "r * O"));
    add(rate("output_tokens_per_second_per_gpu", "Output tokens per GPU",
             result.output_tokens_per_second_per_gpu, "r * O / n")
            .count("n", p.accelerators(), "GPUs, those of prefill engines too"));
    add(TermBuilder("usd_per_million_output_tokens", "Cost of a million output tokens",
                    result.usd_per_million_output_tokens, "USD", "n * c / 3600 / (r * O) * 1000000")
            .count("n", p.instances, "instances")
            .in("c", p.price.usd_per_hour.base(), "USD", "price of an instance and hour")
            .in("r", t.requests_per_second, "1/s", "requests that end")
            .in("O", p.serving.output, "tokens", "mean output")
            .assume("All of the cost over the output tokens: prompts are not charged apart.")
            .assume(p.price.kind.empty()    ? "No price is known: set one."
                    : p.price.kind == "own" ? "The price is yours."
                                            : std::string(price_advice) + " " + p.price.kind + ", " +
                                                  p.price.region + ", " + p.price.date + "."));
  }

  void memory_items() {
    const ServingMemory& m = result.times.memory;
    add(TermBuilder("max_batch", "Sequences that an engine has room for", m.max_batch, "",
                    "a * min(C / s, m)")
            .in("a", context.attention_ranks, "", "attention ranks of an engine")
            .in("C", m.cache, "cache of a GPU: the engine's share of what weights and workspace leave")
            .in("s", m.cache_per_sequence, "keys and values of a sequence on one GPU, at its mean length")
            .in("m", context.max_batch, "", "limit of an attention rank")
            .cite(p.engine.provenance, {"cache_share", "cache_occupancy_share", "max_batch_sequences"}));
    add(TermBuilder("memory.weights", "Weights", m.weights, "a + d + e + v")
            .in("a", m.weight_bytes.attention, "attention and other mixers")
            .in("d", m.weight_bytes.mlp, "dense feed-forwards, shared experts, routers")
            .in("e", m.weight_bytes.experts, "routed experts")
            .in("v", m.weight_bytes.vocabulary, "embedding and head in 16 bit"));
    const Bytes cache = result.memory.items[static_cast<std::size_t>(MemoryItem::Cache)];
    add(TermBuilder("memory.cache", "Keys and values", cache, "b * s")
            .in("b", cache / m.cache_per_sequence, "", "sequences that run on an attention rank")
            .in("s", m.cache_per_sequence, "of a sequence on one GPU, at its mean length")
            .in("z", context.cache_bytes, "B", "of an element"));
    add(TermBuilder("memory.overhead", "Workspace", m.workspace, "w + T * (16 * h + 4 * F)")
            .in("w", p.engine.workspace, "of the engine")
            .in("T", p.engine.chunk, "tokens", "of a prefill chunk")
            .count("h", p.model.hidden, "hidden size")
            .in("F", m.workspace_width, "", "widest feed-forward on one GPU")
            .cite(p.engine.provenance, {"workspace_gb", "chunk_tokens"}));
    TermBuilder total("memory_bytes_per_gpu", "Memory of a GPU", result.memory.total, "W + K + X");
    total.in("W", m.weights, "weights").in("K", cache, "keys and values").in("X", m.workspace, "workspace");
    add(total);
  }

  // A row of the breakdown that is the sum of parts of a step.
  struct Part {
    const char* symbol;
    Seconds time;
    const char* meaning;
  };
  void row(Cause cause, std::string label, std::vector<Part> parts, std::string assumption,
           std::initializer_list<std::string_view> engine_facts) {
    if (of(cause) <= Seconds{}) return;
    std::string sum;
    for (const Part& part : parts) sum += (sum.empty() ? "" : " + ") + std::string(part.symbol);
    TermBuilder builder("breakdown." + std::string(id_of(cause)), std::move(label), of(cause),
                        parts.size() > 1 ? "(" + sum + ") / A" : sum + " / A");
    for (const Part& part : parts) builder.in(part.symbol, part.time, part.meaning);
    builder.in("A", context.accepted, "tokens", "that a step yields");
    if (!assumption.empty()) builder.assume(std::move(assumption));
    builder.cite(p.engine.provenance, engine_facts);
    if (cause == Cause::Attention)
      builder.cite(p.accelerator.provenance,
                   {"laws.decode.bf16.memory_efficiency", "laws.latent_decode.bf16.memory_efficiency"});
    if (cause == Cause::MemoryBoundMatrix || cause == Cause::MatrixMultiplications)
      builder.cite(p.accelerator.provenance, {"laws.gemm.bf16.memory_efficiency", "hbm_bandwidth_gb_per_s",
                                              "laws.experts.bf16.cutlass.memory_efficiency"});
    add(builder);
  }

  void part(std::string id, std::string label, Seconds step_time) {
    if (step_time <= Seconds{}) return;
    add(TermBuilder("operator." + std::move(id), std::move(label), step_time / context.accepted, "t / A")
            .in("t", step_time, "all layers of one step, on one GPU")
            .in("A", context.accepted, "tokens", "that a step yields")
            .assume("Each product: t_0 + sqrt(tc^2 + tm^2 + ts^2) from compute, HBM traffic and serial time.")
            .cite(p.accelerator.provenance, {"laws.gemm.bf16.memory_efficiency", "hbm_bandwidth_gb_per_s"}));
  }

  void breakdown() {
    const PassTimes& step = result.times.decode;
    const auto compute = [&](StepPart which) { return step[which] - memory(which); };
    row(Cause::MatrixMultiplications, "Matrix multiplications",
        {{"p", compute(StepPart::Projections), "projections that compute limits"},
         {"m", compute(StepPart::Mlp), "dense feed-forwards that compute limits"},
         {"e", compute(StepPart::Experts), "router and experts that compute limits"}},
        "", {"expert_compute_factor"});
    row(Cause::MemoryBoundMatrix, "Memory-bound matrix multiplications",
        {{"p", memory(StepPart::Projections), "projections whose weights HBM limits"},
         {"m", memory(StepPart::Mlp), "dense feed-forwards whose weights HBM limits"},
         {"e", memory(StepPart::Experts), "experts that any token picked"}},
        "Each step reads the weights once, whatever the batch.", {"distinct_experts_share"});
    row(Cause::Attention, "Attention", {{"t", step[StepPart::Attention], "all layers over the cache"}},
        "Each layer: t_0 + (tm^3 + tc^3)^(1/3) + t_log log2(1 + context / 128), tm from the cache's bytes.",
        {});
    row(Cause::OutputHead, "Output head and sampling",
        {{"t", step[StepPart::Head], "head, logits, sampling"}}, "", {"head_us"});
    row(Cause::Elementwise, "Element-wise operators",
        {{"t", memory(StepPart::SmallKernels), "norms, rotary embedding, residuals"}}, "",
        {"elementwise_efficiency"});
    row(Cause::KernelGaps, "Small kernels and launch gaps",
        {{"t", step[StepPart::SmallKernels] - memory(StepPart::SmallKernels), "fixed time of all layers"}},
        "", {"layer_us", "latent_layer_us"});
    row(Cause::TensorParallel, "Tensor parallel, exposed",
        {{"t", step[StepPart::TensorParallel], "all-reduces of all layers"}},
        "The faster of the engine's own kernel and NCCL; nothing hides it.", {});
    row(Cause::ExpertParallel, "Expert parallel, exposed",
        {{"t", step[StepPart::ExpertExchange], "dispatch and combine of all layers"}},
        "The faster of the high-throughput and the low-latency kernel.", {"exchange_factor"});
    row(Cause::Draft, "Draft tokens", {{"t", step[StepPart::Draft], "a layer and the head for each"}}, "",
        {});
    row(Cause::HostStep, "Scheduler and bookkeeping", {{"t", step[StepPart::Host], "of a step"}}, "",
        {"host_per_step_us", "host_per_sequence_us", "launch_per_layer_us"});
    row(Cause::PipelineBubble, "Pipeline imbalance and hand-over",
        {{"t", step[StepPart::Pipeline], "of a step"}}, "",
        {"pipeline_imbalance_share", "stage_handover_us"});
    if (of(Cause::Prefill) > Seconds{})
      add(TermBuilder("breakdown.prefill", "Prompts of other requests", of(Cause::Prefill), "i")
              .in("i", result.times.interference, "per output token: one prompt for each answer of the batch")
              .in("c", result.times.prompt_cost, "that one prompt costs a running engine")
              .cite(p.engine.provenance, {"chunk_tokens"}));
    for (const auto& [id, label, which] :
         {std::tuple{"projections", "Attention projections", StepPart::Projections},
          std::tuple{"mlp", "Dense MLP", StepPart::Mlp},
          std::tuple{"experts", "Router and experts", StepPart::Experts}}) {
      part(std::string(id) + ".compute", label, compute(which));
      part(std::string(id) + ".memory", label, memory(which));
    }
  }
};

}  // namespace

std::vector<Term> explain_serving(const Problem& p) {
  Explainer e(p);
  if (e.result.times.tpot > Seconds{}) {
    e.latencies();
    e.rates();
  }
  e.memory_items();
  e.breakdown();
  return std::move(e.terms);
}

}  // namespace trireme
