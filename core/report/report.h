// Everything the page and the program show of one scenario, as plain data.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/checked.h"
#include "core/catalog/catalog.h"
#include "core/report/memory_fixes.h"
#include "core/report/table.h"
#include "core/result/evidence.h"
#include "core/result/result.h"
#include "core/result/serving_result.h"
#include "core/scenario/scenario.h"

namespace trireme {

struct Problem;

// One of the figures on top.
struct Figure {
  std::string id;     // key of the JSON headline: "step_seconds"
  std::string label;  // "Step"
  std::string value;  // "19.0"
  std::string unit;   // "s"
  std::string range;  // "16.7–22.2", or "unvalidated"
  double number = 0;  // SI base unit
};

// A bar of the waterfall: resource, cause, seconds, share, and the operators inside (may be empty).
struct BreakdownRow {
  Resource resource = Resource::Compute;
  std::string resource_label;  // of this machine: "NVLink", "EFA"
  Cause cause = Cause::MatrixMultiplications;
  std::string id;  // "breakdown.attention": also the id of its Term
  std::string label;
  double seconds = 0;
  double share = 0;
  struct Part {
    std::string id;     // of its Term: "operator.qkv_projection.forward"
    std::string label;  // "QKV projection, forward"
    double seconds = 0;
    double share = 0;
  };
  std::vector<Part> parts;  // sum to `seconds`
};

struct ResourceTotal {
  Resource resource = Resource::Compute;
  std::string label;  // of this machine: "NVLink", "EFA"
  double seconds = 0;
  double share = 0;
};

struct MemoryRow {
  MemoryItem item = MemoryItem::Weights;
  std::string id;  // "memory.activations": also the id of its Term
  std::string label;
  double bytes = 0;
  double share = 0;  // of usable memory
};

// A measured run like this scenario, and how far the model is from it.
struct EvidenceRow {
  std::string id, source, model, cluster, layout;
  double step_seconds = 0;               // measured
  double tokens_per_second_per_gpu = 0;  // measured
  double error = 0;  // of the step time predicted without the model's runs on this GPU family, relative
};

struct Report {
  bool ok = false;      // the scenario could be evaluated; the rest is empty otherwise
  Issues issues;        // errors and warnings, with field paths
  std::string title;    // "Llama 3.1 405B pre-training, 128 × p5.48xlarge, FP8"
  std::string verdict;  // one or two sentences
  std::vector<Figure> figures;
  std::vector<BreakdownRow> breakdown;   // rows with time, in order of composition
  std::vector<ResourceTotal> resources;  // those with time, in the fixed order
  Regime regime = Regime::Pretrain;
  // What the breakdown divides: a training step, or one output token of serving.
  std::string whole = "step";  // "32 % of the step"
  std::string whole_label = "One step";
  std::string whole_id = "step_seconds";                 // of its Term
  double step_seconds = 0, step_low = 0, step_high = 0;  // low and high are 0 when unvalidated
  ErrorBand band;                                        // where low and high come from
  std::vector<EvidenceRow> evidence;                     // nearest measured runs
  double tokens_per_second = 0;                          // of the whole cluster
  double model_flops_per_token = 0;
  double step_at_peak_seconds = 0;  // what the dense peak alone would take
  std::vector<MemoryRow> memory;
  std::string memory_stage;                                        // which rank is the fullest
  double memory_total = 0, memory_usable = 0, memory_nominal = 0;  // bytes
  std::vector<MemoryFix> fixes;                                    // of what does not fit, cheapest first
  std::vector<std::string_view> idle_fields;                       // paths that change nothing here
  std::string model_fact;                                          // "405.9 B parameters"
  std::string cluster_fact;                                        // "1,024 × H100 in NVLink domains of 8"
  std::string stack_fact;                                          // what stands behind the stack's numbers
  std::int64_t data_parallel = 0;                                  // or engines
  std::int64_t micro_batches = 0;
  std::optional<ServingResult> serving;  // of that regime
};

// Evaluates and words. Faults are in `issues`.
[[nodiscard]] Report make_report(const Scenario& scenario, const Catalog& catalog);

// The same for a scenario that was read. Faults of reading come first and leave no result: it would have been
// computed with defaults in their place and would mislead.
[[nodiscard]] Report make_report(const Checked<Scenario>& read, const Catalog& catalog);

// The same content as tables, for the page mirror and for exports: headline, breakdown, memory, nearest runs,
// issues.
[[nodiscard]] std::vector<Table> report_tables(const Report& report);

// The links by the names that people use for them: "NVLink", "EFA".
[[nodiscard]] std::string resource_label(const Problem& problem, Resource resource);

}  // namespace trireme
