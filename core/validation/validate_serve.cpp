// Errors of serving runs.
// SPDX-License-Identifier: MIT
#include "core/validation/validate_serve.h"

#include "core/regime/serve.h"
#include "core/validation/serve_runs.h"

namespace trireme {
namespace {

std::string load_class(const Serving& s) {
  return s.prefill_engines > 0 ? "disaggregated" : std::string(id_of(s.load));
}

// Sequences of an attention rank, as they were asked for.
std::string batch_class(const Problem& p) {
  const Serving& s = p.serving;
  if (s.load == Load::Rate || s.load == Load::Offline) return "not given";
  const ServingContext c = serving_context(p);
  const double batch = static_cast<double>(s.concurrency) / (c.replicas * c.attention_ranks);
  if (batch <= 1) return "1";
  if (batch <= 8) return "2-8";
  if (batch <= 32) return "9-32";
  return batch <= 128 ? "33-128" : "> 128";
}

}  // namespace

Checked<Validation> validate_serve(const MeasuredTable& table, const Catalog& catalog) {
  Checked<Validation> checked;
  ServeRuns list = read_serve_runs(table, catalog, checked.issues);
  Validation validation;
  validation.groupings = {"source", "gpu", "precision", "engine", "kind", "load", "batch", "model"};
  validation.skipped = std::move(list.skipped);
  Metric tpot{"tpot", "time per output token", "s", {}};
  Metric ttft{"ttft", "time to first token", "s", {}};
  Metric throughput{"throughput", "output tokens per second", "1/s", {}};
  Metric memory{"memory", "weights and cache of all GPUs", "B", {}};
  for (const ServeRun& run : list.runs) {
    const Problem& p = run.problem;
    const ServingTimes times = serving_times(p);
    if (!times.memory.fits()) {
      validation.skipped.push_back({run.id, "does not fit by the memory model"});
      continue;
    }
    const std::vector<std::string> groups{run.family,
                                          run.gpu,
                                          run.precision,
                                          p.engine.id,
                                          has_experts(p) ? "MoE" : "dense",
                                          load_class(p.serving),
                                          batch_class(p),
                                          run.model};
    if (run.tpot) tpot.rows.push_back({run.id, run.tpot->base(), times.tpot.base(), groups});
    if (run.ttft) ttft.rows.push_back({run.id, run.ttft->base(), times.ttft.base(), groups});
    if (run.output_tokens_per_second)
      throughput.rows.push_back(
          {run.id, *run.output_tokens_per_second, times.output_tokens_per_second, groups});
    if (run.memory) {
      const ServingContext context = serving_context(p);
      const Bytes predicted =
          times.memory.weights + sequence_cache(context, p.serving.prompt + p.serving.output);
      memory.rows.push_back(
          {run.id, run.memory->base(), (context.gpus_per_engine() * predicted).base(), groups});
    }
  }
  validation.metrics = {std::move(tpot), std::move(ttft), std::move(throughput), std::move(memory)};
  checked.value = std::move(validation);
  return checked;
}

}  // namespace trireme
