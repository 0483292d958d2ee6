// Explanations of the headline, and the list of all.
// SPDX-License-Identifier: MIT
#include "core/result/explain.h"

#include "core/result/evaluate.h"
#include "core/result/explain_parts.h"
#include "core/result/term_builder.h"
#include "core/workload/model_flops.h"
#include "core/workload/parameters.h"

namespace trireme {
namespace {

void append(std::vector<Term>& list, std::vector<Term> more) {
  for (Term& term : more) list.push_back(std::move(term));
}

double mixing_flops(const Model& model, double sequence) {
  double sum = 0;
  for (const LayerRun& run : model.layers)
    sum += static_cast<double>(run.count) *
           mixing_flops_per_token(run.layer.mixer, sequence, true).in(unit::flop);
  return sum;
}

}  // namespace

std::vector<Term> explain_headline(const Problem& p, const StepTimes& step, const Result& result) {
  std::vector<Term> terms;
  terms.push_back(
      TermBuilder("step_seconds", "Step", step.total, "(m * t_s + t_b + t_p) * (1 + j) + t_dp + t_opt + t_h")
          .count("m", step.micro_batches, "micro-batches of a data-parallel rank")
          .in("t_s", step.slowest_stage, "slowest pipeline stage, one micro-batch")
          .in("t_b", step.bubble, "filling and draining the pipeline")
          .in("t_p", step.handover, "activations between stages")
          .in("j", step.jitter, "", "growth with the number of GPUs")
          .in("t_dp", step.data_parallel, "exposed gradient and weight collectives")
          .in("t_opt", step.optimizer, "optimizer update")
          .in("t_h", step.host_step, "fixed host time of a step")
          .assume("Steady state: no data loading, checkpoint or failure is counted.")
          .cite(p.stack.provenance, {"host_per_step_ms", "jitter_per_doubling_share"})
          .done());
  terms.push_back(
      TermBuilder("tokens_per_second", "Tokens", result.tokens_per_second, "tokens/s", "B * S / t")
          .count("B", p.training.global_batch, "sequences in a step")
          .count("S", p.training.sequence, "tokens in a sequence")
          .in("t", step.total, "step")
          .done());
  terms.push_back(TermBuilder("tokens_per_second_per_gpu", "Tokens per GPU", result.tokens_per_second_per_gpu,
                              "tokens/s", "B * S / (t * n)")
                      .count("B", p.training.global_batch, "sequences in a step")
                      .count("S", p.training.sequence, "tokens in a sequence")
                      .in("t", step.total, "step")
                      .count("n", p.accelerators(), "GPUs")
                      .done());
  const FlopsPerSecond peak = p.accelerator.dense_peak(matrix_format(p.training.precision));
  const bool low_precision = !is_16_bit(p.training.precision);
  terms.push_back(
      TermBuilder("mfu", "Model FLOPs utilisation", result.mfu, "", "F * r / P")
          .in("F", result.model_flops_per_token, "FLOP", "model FLOPs of a token, forward and backward")
          .in("r", result.tokens_per_second_per_gpu, "tokens/s", "tokens per GPU and second")
          .in("P", peak.base(), "FLOP/s", "dense peak of the training precision")
          .assume("Against the dense peak; recomputed work does not count.")
          .cite(p.accelerator.provenance, {low_precision ? "fp8_dense_tflops" : "bf16_dense_tflops"})
          .done());
  terms.push_back(TermBuilder("model_flops_per_token", "Model FLOPs per token", result.model_flops_per_token,
                              "FLOP", "6 * N + 3 * A")
                      .in("N", active_matrix_parameters(p.model), "",
                          "parameters multiplied with each token, output head included")
                      .in("A", mixing_flops(p.model, static_cast<double>(p.training.sequence)), "FLOP",
                          "attention scores and weighted sum of one token, forward, causal half")
                      .assume("The count of Megatron-Core: embedding look-up and router left out.")
                      .done());
  terms.push_back(TermBuilder("days", "Days", result.days, "days", "D / r / 86400")
                      .in("D", p.run.tokens, "tokens", "training tokens of the run")
                      .in("r", result.tokens_per_second, "tokens/s", "tokens of the whole cluster")
                      .assume("Without failures, restarts and evaluation.")
                      .done());
  terms.push_back(TermBuilder("usd", "Bill", result.usd, "USD", "d * 24 * n * c")
                      .in("d", result.days, "days", "days of the run")
                      .count("n", p.instances, "instances")
                      .in("c", p.price.usd_per_hour.base(), "USD", "price of an instance and hour")
                      .assume(p.price.kind.empty()    ? "No price is known: set one."
                              : p.price.kind == "own" ? "The price is yours."
                                                      : std::string(price_advice) + " " + p.price.kind +
                                                            ", " + p.price.region + ", " + p.price.date + ".")
                      .done());
  return terms;
}

std::vector<Term> explain(const Problem& p) {
  if (p.regime == Regime::Serve) return explain_serving(p);
  const StepTimes step = training_step(p);
  const Result result = evaluate(p);
  std::vector<Term> terms = explain_headline(p, step, result);
  append(terms, explain_breakdown(p, step, result));
  append(terms, explain_memory(p, step, fullest_rank(p, step)));
  append(terms, explain_operators(p, step));
  return terms;
}

std::optional<Term> explain(const Problem& p, std::string_view id) {
  for (Term& term : explain(p))
    if (term.id == id) return std::move(term);
  return std::nullopt;
}

}  // namespace trireme
