// From columns and notes to problems. Source: inference specification, sections 1 and 1.1.
// SPDX-License-Identifier: MIT
#include "core/validation/serve_runs.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/regime/serving_memory.h"
#include "core/scenario/assemble.h"
#include "core/validation/read_runs.h"
#include "core/validation/serve_model.h"

namespace trireme {
namespace {

struct Row {
  const RowReader& cells;
  std::string notes, framework, model, family;
  bool is_moe = false;

  explicit Row(const RowReader& reader)
      : cells(reader),
        notes(reader.text("notes")),
        framework(reader.text("framework")),
        model(reader.text("model")) {
    const std::string id = reader.id();
    family = id.substr(0, id.rfind('-'));
    is_moe = cells.number("experts").value_or(0) > 0;
  }
  [[nodiscard]] std::int64_t whole(std::string_view column, std::int64_t missing) const {
    const auto value = cells.number(column);
    return value ? static_cast<std::int64_t>(std::llround(*value)) : missing;
  }
  [[nodiscard]] bool notes_have(std::string_view part) const { return notes.find(part) != std::string::npos; }
  // The first number that follows a phrase of the notes; 0 without one.
  [[nodiscard]] double after(std::string_view phrase) const {
    for (std::size_t at = notes.find(phrase); at != std::string::npos; at = notes.find(phrase, at + 1))
      if (const double number = std::atof(notes.c_str() + at + phrase.size()); number > 0) return number;
    return 0;
  }
  // The number before a phrase of the notes.
  [[nodiscard]] double before(std::string_view phrase) const {
    const std::size_t at = notes.find(phrase);
    if (at == std::string::npos) return 0;
    std::size_t from = at;
    while (from > 0 && notes[from - 1] >= '0' && notes[from - 1] <= '9') --from;
    return std::atof(notes.substr(from, at - from).c_str());
  }
};

// --- machine ---

std::string accelerator_id(std::string_view gpu) {
  struct Name {
    std::string_view prefix, id;
  };
  constexpr Name names[] = {{"H100", "h100-sxm"},
                            {"H200", "h200"},
                            {"B200", "b200"},
                            {"B300", "b300"},
                            {"GB200", "gb200"},
                            {"GB300", "gb300"},
                            {"A100-SXM4-80GB", "a100-80-sxm"},
                            {"A100", "a100-40-sxm"},
                            {"A800", "a800-sxm"},
                            {"GH200", "gh200"},
                            {"H800", "h800-sxm"},
                            {"H20-3e", "h20-3e"},
                            {"H20", "h20"},
                            {"L40S", "l40s"},
                            {"RTX-PRO-6000", "rtx-pro-6000-server"}};
  for (const Name& name : names)
    if (gpu.starts_with(name.prefix)) return std::string(name.id);
  return std::string(gpu);
}

// --- engine ---

std::string engine_id(const Row& row) {
  const std::string& f = row.framework;
  const bool before_2025 = row.cells.text("source_date") < "2025" && !row.cells.text("source_date").empty();
  if (f.starts_with("TensorRT-LLM")) {
    if (row.cells.text("mode") == "disaggregated") return "tensorrt-llm";  // the version is the front end's
    int major = 0, minor = 0;
    if (std::sscanf(f.c_str(), "TensorRT-LLM %d.%d", &major, &minor) == 2)
      return major == 0 && minor < 18 ? "tensorrt-llm-cpp" : "tensorrt-llm";
    return before_2025 ? "tensorrt-llm-cpp" : "tensorrt-llm";
  }
  if (f.starts_with("SGLang")) return "sglang";
  if (f.starts_with("vLLM")) {
    if (f.find("not stated") != std::string::npos && row.family == "spl") return "eager";
    return before_2025 ? "vllm-0" : "vllm";
  }
  return "vllm";
}

// --- checkpoint ---

bool has_block_scales(std::string_view model) {
  for (const std::string_view family : {"DeepSeek", "Qwen3.5", "MiniMax"})
    if (model.starts_with(family)) return true;
  return false;
}

std::optional<CheckpointFormat> weights_of(const Row& row, std::string_view precision) {
  if (row.model.starts_with("gpt-oss") || precision == "mxfp4") return CheckpointFormat::Mxfp4;
  if (precision == "bf16" || precision == "fp16") return CheckpointFormat::Bf16;
  if (precision == "nvfp4" || precision == "fp4") return CheckpointFormat::Nvfp4;
  if (precision.starts_with("int4")) return CheckpointFormat::Int4;
  if (precision.starts_with("int8")) return CheckpointFormat::Int8;
  if (!precision.starts_with("fp8")) return std::nullopt;
  const bool qwen_moe = row.model.starts_with("Qwen3") && row.is_moe;
  const bool block =
      precision.find("block") != std::string_view::npos || has_block_scales(row.model) || qwen_moe;
  return block ? CheckpointFormat::Fp8Block : CheckpointFormat::Fp8;
}

// NVIDIA's NVFP4 checkpoints of Llama quantise attention too.
AttentionWeights attention_weights_of(const Row& row) {
  return row.model.starts_with("Llama") ? AttentionWeights::AsWeights : AttentionWeights::Auto;
}

CacheChoice cache_of(std::string_view precision) {
  if (precision == "fp8") return CacheChoice::Fp8;
  return precision.empty() || precision == "auto" ? CacheChoice::Auto : CacheChoice::Bf16;
}

// --- deployment ---

void read_layout(const Row& row, std::int64_t gpus, Serving& s) {
  const std::int64_t tensor = row.whole("tp", 0), expert = row.whole("ep", 0), copies = row.whole("dp", 0);
  s.pipeline = std::max<std::int64_t>(1, row.whole("pp", 1));
  s.tensor = tensor;
  s.expert = 1;
  s.attention_data = 1;
  if (!row.is_moe) return;
  const bool disaggregated = row.cells.text("mode") == "disaggregated";
  if (copies > 1 && expert > 1) {
    s.tensor = std::max<std::int64_t>(1, tensor);
    s.attention_data = std::max<std::int64_t>(1, std::min(copies, expert / s.tensor));
    s.expert = expert;
  } else if (copies > 1 && disaggregated) {
    s.tensor = std::max<std::int64_t>(1, tensor);
    s.attention_data = copies;
    s.expert = s.tensor * copies;
  } else if (row.notes_have("runs MoE models with attention DP on") && expert == 0 && copies == 0) {
    s.tensor = 1;
    s.attention_data = s.expert = tensor;
  } else if (expert > 0 && tensor == 0) {
    s.tensor = gpus / (std::max<std::int64_t>(1, copies) * s.pipeline);
    s.expert = expert;
  } else if (copies <= 1) {
    s.expert = std::max<std::int64_t>(1, expert);
  }
}

// "prefill 2 x (TP1 DP4) = 8 GPUs"
void read_prefill(const Row& row, Serving& s) {
  const std::size_t at = row.notes.find("prefill ");
  if (at == std::string::npos) return;
  int engines = 0, tensor = 0, copies = 0;
  if (std::sscanf(row.notes.c_str() + at, "prefill %d x (TP%d DP%d)", &engines, &tensor, &copies) != 3)
    return;
  s.prefill_engines = engines;
  s.prefill_tensor = tensor;
  s.prefill_attention_data = copies;
}

// --- load ---

// Mean prompts of MLPerf's data sets, which the rows only name.
double prompt_of(const Row& row) {
  if (const auto given = row.cells.number("isl")) return *given;
  if (row.family != "mlp") return 0;
  if (row.notes_have("CNN-DailyMail")) return 870;
  return row.notes_have("GSM8K") ? 372 : 294;
}

// The smallest tensor parallelism whose weights leave 40 % of the memory free.
std::int64_t tensor_that_fits(Problem problem) {
  for (const std::int64_t tensor : {1, 2, 4, 8}) {
    problem.serving.tensor = tensor;
    const ServingContext context = serving_context(problem);
    if (serving_weights(context).total() < 0.6 * problem.accelerator.memory_visible) return tensor;
  }
  return 8;
}

std::string read_load(const Row& row, Serving& s) {
  s.prompt = prompt_of(row);
  s.output = row.cells.number("osl").value_or(200);
  if (s.prompt <= 0) return "isl is not given";
  // InferenceX draws lengths between 0.8 and 1.0 of the nominal.
  if (row.family.starts_with("infx")) s.prompt *= 0.9, s.output *= 0.9;
  const auto concurrency = row.cells.number("concurrency_or_batch"), rate = row.cells.number("request_rate");
  const std::string_view mode = row.cells.text("mode");
  s.concurrency = concurrency.value_or(1);
  if (mode == "offline_max_throughput") {
    s.load = Load::Offline;
    s.requests = row.before(" requests");
    if (s.requests == 0) s.requests = concurrency.value_or(0);
  } else if (mode == "fixed_batch") {
    s.load = Load::Batch;
    if (!concurrency) return "the batch is not given";
  } else if (rate && !concurrency) {
    s.load = Load::Rate;
    s.rate = *rate;
  } else {
    s.load = Load::Concurrency;
    s.poisson = rate.has_value();
    if (!concurrency) return "the concurrency is not given";
  }
  const double limit = std::max(row.after("max batch per engine "), row.after("max batch "));
  if (limit > 0) s.max_batch = static_cast<std::int64_t>(limit);
  return "";
}

// "MTP 3", "MTP3", "MTP-3"; "mean acceptance length 2.82".
void read_drafts(const Row& row, Serving& s) {
  if (row.notes_have("no MTP")) return;
  for (const std::string_view spelling : {"MTP ", "MTP-", "MTP"}) {
    const double tokens = row.after(spelling);
    if (tokens <= 0) continue;
    s.draft_tokens = static_cast<std::int64_t>(tokens);
    s.accepted = row.after("mean acceptance length ");
    return;
  }
}

std::optional<Seconds> milliseconds(const Row& row, std::string_view column) {
  const auto value = row.cells.number(column);
  if (!value || *value <= 0) return std::nullopt;
  return *value * unit::millisecond;
}

std::string read_run(const Row& row, const Catalog& catalog, ServeRun& run) {
  std::string reason;
  const std::optional<Model> model = serve_model(row.cells, reason);
  if (!model) return reason;
  const std::string_view precision = row.cells.text("weights_precision");
  const auto weights = weights_of(row, precision);
  if (!weights) return "unknown precision '" + std::string(precision) + "'";
  const Accelerator* accelerator = find_by_name(catalog.accelerators, accelerator_id(row.cells.text("gpu")));
  if (!accelerator) return "unknown GPU '" + std::string(row.cells.text("gpu")) + "'";
  if (row.family == "qw3" && row.framework.starts_with("SGLang"))
    return "decodes at 1.35 TB/s on a part of 4 TB/s: not the machine that is named";
  const std::int64_t gpus = row.whole("n_gpus", 0);
  if (gpus <= 0) return "n_gpus is not given";

  Scenario scenario;
  scenario.regime = Regime::Serve;
  Serving& s = scenario.serving;
  s.weights = *weights;
  s.attention_weights = attention_weights_of(row);
  s.cache = cache_of(row.cells.text("kv_precision"));
  if (std::string fault = read_load(row, s); !fault.empty()) return fault;
  read_layout(row, gpus, s);
  read_prefill(row, s);
  read_drafts(row, s);
  if (row.cells.text("mode") == "disaggregated" && s.prefill_engines == 0)
    return "the prefill engines are not given";

  // One GPU an instance: how many share a box does not matter beside the scale-up domain.
  scenario.cluster.instances = gpus;
  const bool rack = accelerator->id == "gb200" || accelerator->id == "gb300";
  Instance instance;
  instance.accelerators = 1;
  instance.scale_up_domain = rack ? 72 : 8;
  instance.scale_out_bandwidth = 50.0 * unit::gb / unit::second;
  const char* scale_up = accelerator->scale_up_bandwidth < 100.0 * unit::gb / unit::second   ? "pcie-gen4-x16"
                         : rack                                                              ? "nvlink5-nvl72"
                         : accelerator->scale_up_bandwidth > 500.0 * unit::gb / unit::second ? "nvlink5"
                         : accelerator->architecture == "ampere"                             ? "nvlink3"
                                                                                             : "nvlink4";
  run.family = row.family;
  run.source = row.cells.text("source");
  run.model = row.model;
  run.gpu = row.cells.text("gpu");
  run.precision = precision;
  run.framework = row.framework;
  run.problem = assemble(scenario, {.model = &*model,
                                    .accelerator = accelerator,
                                    .instance = &instance,
                                    .scale_up = find_by_id(catalog.links, scale_up),
                                    .scale_out = find_by_id(catalog.links, "infiniband-ndr"),
                                    .engine = find_by_id(catalog.engines, engine_id(row))});
  if (row.family == "aic") {
    // The client of these runs, and equal lengths under SGLang's prefill-first schedule. Source: inference
    // specification, section 7, "data only".
    run.client = 49.0 * unit::millisecond;
    run.problem.engine.request += run.client;
    if (run.problem.engine.id == "sglang") run.problem.engine.lockstep = 0.33;
  }
  if (run.problem.serving.tensor == 0) run.problem.serving.tensor = tensor_that_fits(run.problem);
  const Serving& layout = run.problem.serving;
  if (gpus - layout.prefill_gpus() < layout.engine_gpus()) return "n_gpus is less than one engine takes";

  run.tpot = milliseconds(row, "metric_tpot_ms");
  if (!row.notes_have("TTFT contains queueing")) run.ttft = milliseconds(row, "metric_ttft_ms");
  const bool counts_throughput = s.load == Load::Offline || (s.load == Load::Batch && !run.tpot);
  const auto rate = row.cells.number("metric_output_tokens_per_s_total");
  if (counts_throughput && rate && *rate > 0) run.output_tokens_per_second = *rate;
  const double megabytes = row.after("measured GPU memory ");
  if (megabytes > 0) run.memory = megabytes * unit::mib;
  // A library that is no server: its memory counts, its speed does not. Latencies at saturation are queueing.
  if (row.framework.starts_with("Transformers")) run.tpot.reset(), run.output_tokens_per_second.reset();
  if (s.load == Load::Offline) run.tpot.reset(), run.ttft.reset();
  if (!run.tpot && !run.ttft && !run.output_tokens_per_second && !run.memory)
    return "no TPOT, TTFT, throughput or memory is given";
  return "";
}

}  // namespace

ServeRuns read_serve_runs(const MeasuredTable& table, const Catalog& catalog, Issues& issues) {
  return read_runs<ServeRuns, ServeRun>(table, issues, [&](const RowReader& reader, ServeRun& run) {
    return read_run(Row(reader), catalog, run);
  });
}

}  // namespace trireme
