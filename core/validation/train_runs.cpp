// From columns and notes to problems.
// SPDX-License-Identifier: MIT
#include "core/validation/train_runs.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/scenario/assemble.h"
#include "core/validation/read_runs.h"
#include "core/validation/train_model.h"

namespace trireme {
namespace {

// A row's words in lower case: sources spell as they like.
struct Words {
  std::string text;
  explicit Words(std::string_view words) : text(words) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  }
  [[nodiscard]] bool has(std::string_view part) const { return text.find(part) != std::string::npos; }
  [[nodiscard]] bool has_any(std::initializer_list<std::string_view> parts) const {
    return std::any_of(parts.begin(), parts.end(), [this](std::string_view p) { return has(p); });
  }
};

struct Row {
  const RowReader& cells;
  Words notes, framework, source, model, network;
  std::string family;

  explicit Row(const RowReader& reader)
      : cells(reader),
        notes(reader.text("notes")),
        framework(reader.text("framework")),
        source(reader.text("source")),
        model(reader.text("model")),
        network(reader.text("inter_node_net")) {
    const std::string id = reader.id();
    family = id.substr(0, id.rfind('-'));
  }
  [[nodiscard]] std::int64_t whole(std::string_view column, std::int64_t missing) const {
    const auto value = cells.number(column);
    return value ? static_cast<std::int64_t>(std::llround(*value)) : missing;
  }
  [[nodiscard]] bool is_moe() const { return whole("experts", 0) > 0; }
  [[nodiscard]] bool is_mlperf() const { return source.has("mlcommons"); }
  [[nodiscard]] bool is_aws() const { return source.has("awslabs"); }
  [[nodiscard]] bool is_jax() const { return framework.has_any({"jax", "maxtext"}); }
};

// --- machine ---

std::string accelerator_id(const Row& row) {
  const std::string_view gpu = row.cells.text("gpu");
  const std::int64_t memory = row.whole("gpu_mem_gb", 0);
  if (gpu == "A100") return memory == 40 ? "a100-40-sxm" : "a100-80-sxm";
  if (gpu == "H100") return memory == 96 ? "h100-96" : "h100-sxm";
  if (gpu == "H200") return "h200";
  if (gpu == "H200-NVL") return "h200-nvl";
  if (gpu == "H800") return "h800-sxm";
  std::string id(gpu);
  std::transform(id.begin(), id.end(), id.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return id;
}

struct Network {
  const char* link;
  double gb_per_s;  // of a GPU, nominal, one direction
};

// The rate is the text's, or what the GPU's reference machine has.
Network network_of(const Row& row, const std::string& accelerator) {
  const Words& net = row.network;
  const bool newest = accelerator == "b300" || accelerator == "gb300";
  if (net.has("omni-path")) return {"omni-path-100", 6.25};
  if (net.has("efa")) {
    if (net.has("6400")) return {"efa-v4-p6-b300", 100};
    if (net.has("400gbps per node") || accelerator.rfind("a100", 0) == 0) return {"efa-v1-p4", 6.25};
    return {accelerator == "b200"   ? "efa-v4-p6-b200"
            : accelerator == "h200" ? "efa-v3-p5en"
                                    : "efa-v2-p5",
            50};
  }
  if (net.has("roce")) return {"roce-400g", net.has("1600gbps per node") ? 25.0 : 50.0};
  if (net.has("hdr")) return {"infiniband-hdr", 25};
  if (net.has_any({"xdr", "800g"})) return {"infiniband-xdr", 100};
  if (net.has("ndr")) return {"infiniband-ndr", 50};
  if (accelerator.rfind("a100", 0) == 0) return {"infiniband-hdr", 25};
  return newest ? Network{"infiniband-xdr", 100} : Network{"infiniband-ndr", 50};
}

// --- stack and switches ---

std::string stack_id(const Row& row) {
  const Words& f = row.framework;
  if (f.has_any({"torchtitan", "automodel", "fms"})) return "torchtitan";
  if (f.has("llm-foundry")) return "llm-foundry";
  if (f.has("hf transformers")) return "hf-fsdp";
  if (f.has("megatron-deepspeed")) return "megatron-deepspeed";
  const bool before_flash_attention =
      row.cells.text("gpu") == "A100" && row.cells.text("source_date") < "2023";
  if (before_flash_attention && f.has_any({"megatron-lm", "deepspeed"})) return "megatron-lm-2022";
  return "megatron-core";
}

Dispatcher dispatcher_of(const Row& row) {
  const Words& n = row.notes;
  if (n.has("uccl")) return Dispatcher::Uccl;
  if (n.has("nvshmem")) return Dispatcher::Nvshmem;
  if (n.has("hybridep")) return Dispatcher::HybridEp;
  if (n.has_any({"nccl alltoall", "alltoall dispatcher"})) return Dispatcher::Nccl;
  if (n.has("deepep")) return Dispatcher::DeepEp;
  return Dispatcher::Unknown;
}

CudaGraphs graphs_of(const Row& row) {
  if (row.is_mlperf()) return row.cells.text("regime") == "lora" ? CudaGraphs::Iteration : CudaGraphs::Layers;
  if (row.notes.has_any({"full_iteration", "full-iteration"})) return CudaGraphs::Iteration;
  if (row.notes.has_any({"transformer_engine", "te cuda graph"}) || row.is_jax()) return CudaGraphs::Layers;
  return CudaGraphs::None;
}

Sharding sharding_of(std::string_view kind) {
  if (kind == "fsdp" || kind == "zero3") return Sharding::Full;
  if (kind == "zero2") return Sharding::Gradients;
  if (kind == "ddp") return Sharding::None;
  return Sharding::Optimizer;
}

void read_recompute(const Row& row, const std::string& stack, Plan& plan) {
  const std::string_view mode = row.cells.text("recompute");
  if (mode == "full") plan.recompute = Recompute::Full;
  if (mode != "selective") return;
  if (stack == "torchtitan") {
    plan.recompute = Recompute::Operators;
    return;
  }
  plan.recompute = Recompute::Selective;
  const std::size_t at = row.notes.text.find("recompute ");
  std::string modules = at == std::string::npos ? "" : row.notes.text.substr(at);
  modules = modules.substr(0, modules.find(';'));
  struct Spelling {
    std::string_view text;
    RecomputeModule module;
  };
  constexpr Spelling spellings[] = {{"core_attn", RecomputeModule::CoreAttention},
                                    {"mla_up_proj", RecomputeModule::MlaUpProjection},
                                    {"mlp", RecomputeModule::Mlp},
                                    {"moe", RecomputeModule::Moe},
                                    {"moe_act", RecomputeModule::MoeActivation},
                                    {"act", RecomputeModule::MoeActivation},
                                    {"layernorm", RecomputeModule::LayerNorm},
                                    {"norm", RecomputeModule::LayerNorm}};
  Flags<RecomputeModule> found;
  std::string word;
  for (const char c : modules + " ") {
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '_') {
      word += c;
      continue;
    }
    for (const Spelling& s : spellings)
      if (word == s.text) found.insert(s.module);
    word.clear();
  }
  if (!found.empty()) plan.recompute_modules = found;
}

Plan plan_of(const Row& row, const std::string& stack) {
  Plan plan;
  plan.tensor = row.whole("tp", 1);
  plan.sequence_parallel = row.whole("sp", 0) != 0;
  plan.context = row.whole("cp", 1);
  plan.pipeline = row.whole("pp", 1);
  plan.virtual_stages = row.whole("vp", 1);
  plan.micro_batch = row.whole("micro_batch", 1);
  plan.expert = row.whole("ep", 1);
  plan.expert_tensor = row.whole("etp", 1);
  plan.dispatcher = dispatcher_of(row);
  plan.sharding = sharding_of(row.cells.text("dp_kind"));
  const std::size_t group = row.notes.text.find("sharding group ");
  if (group != std::string::npos) plan.sharding_group = std::atoll(row.notes.text.c_str() + group + 15);
  read_recompute(row, stack, plan);
  plan.cuda_graphs = graphs_of(row);
  const bool mcore = stack == "megatron-core";
  plan.overlap_tensor =
      (mcore && !row.is_moe() && !row.is_aws()) || row.notes.has("asynctp") ? Switch::On : Switch::Off;
  const bool says_overlap = row.notes.has_any({"ep overlap on", "a2a overlap on", "overlap on"}) ||
                            (row.family == "moezoo" && row.notes.has("ep overlap"));
  plan.overlap_expert = says_overlap || plan.cuda_graphs == CudaGraphs::Iteration ? Switch::On : Switch::Off;
  if (row.notes.has("fp8 all-gather")) plan.fp8_weight_gather = Switch::On;
  return plan;
}

Training training_of(const Row& row, Precision precision, CudaGraphs graphs) {
  Training training;
  training.precision = precision;
  training.sequence = row.whole("seq_len", 0);
  training.global_batch = row.whole("global_batch", 0);
  const std::string_view regime = row.cells.text("regime");
  const bool tuned = regime == "sft" || regime == "lora";
  // Short answers of SQuAD, packed; the length is an assumption.
  if (tuned && (row.family == "nemo" || row.family == "mbridge")) training.document = 512;
  if (regime == "lora") {
    const bool attention = row.is_mlperf() || row.notes.has("attention-only");
    training.method = attention ? TrainingMethod::LoraAttention : TrainingMethod::LoraAll;
    training.lora_rank = attention ? 16 : 32;
  }
  if (row.notes.has("token-drop")) training.routing = Routing::Drop;
  if (row.notes.has("natural")) training.routing = Routing::Natural;
  training.attention_fp8 =
      row.notes.has("fp8 attention") || (precision == Precision::Mxfp8 && graphs == CudaGraphs::Iteration);
  const bool bf16 = row.is_mlperf() || row.notes.has("mp mode pure") || row.family == "mbridge" ||
                    row.family == "mbcard" || row.family == "mbskill" || row.family == "moezoo" ||
                    precision == Precision::Fp16;
  if (bf16) training.gradients = GradientFormat::Bf16;
  else if (row.framework.has("megatron-deepspeed")) training.gradients = GradientFormat::Fp32;
  return training;
}

bool has_mtp(const Row& row) { return row.notes.has("mtp layer") || row.notes.has("incl. mtp"); }

// What the row measured: the step from the token rate where that is given.
std::optional<Seconds> measured_step(const Row& row, const Training& training, std::int64_t gpus) {
  const auto rate = row.cells.number("metric_tokens_per_s_per_gpu");
  if (rate && *rate > 0)
    return static_cast<double>(training.global_batch) * static_cast<double>(training.sequence) /
           (static_cast<double>(gpus) * *rate) * unit::second;
  const auto step = row.cells.number("metric_step_s");
  if (step && *step > 0) return *step * unit::second;
  return std::nullopt;
}

// Sources that count in binary units say so.
std::optional<Bytes> measured_memory(const Row& row) {
  const auto figure = row.cells.number("metric_mem_gb");
  if (!figure) return std::nullopt;
  const bool binary = row.notes.has_any({"memory in gib", "allocated gib"});
  return *figure * (binary ? unit::gib : unit::gb);
}

// Fills in the run, or says why it cannot be predicted.
std::string read_run(const Row& row, const Catalog& catalog, TrainRun& run) {
  if (row.cells.text("regime") == "rl") return "an RL step: generation is part of it";
  std::string reason;
  const std::optional<Model> model = train_model(row.cells, reason);
  if (!model) return reason;

  const auto precision = enum_from_id<Precision>(row.cells.text("precision"));
  if (!precision) return "unknown precision '" + std::string(row.cells.text("precision")) + "'";
  const Accelerator* accelerator = find_by_name(catalog.accelerators, accelerator_id(row));
  if (!accelerator) return "unknown GPU '" + std::string(row.cells.text("gpu")) + "'";
  if (!accelerator->laws.gemm[0].present()) return accelerator->name + " has no kernel laws";
  const Stack* stack = find_by_id(catalog.stacks, stack_id(row));
  const Network network = network_of(row, accelerator->id);

  Scenario scenario;
  scenario.plan = plan_of(row, stack->id);
  scenario.training = training_of(row, *precision, scenario.plan.cuda_graphs);
  scenario.cluster.instances = row.whole("n_gpus", 0);
  const Plan& plan = scenario.plan;
  if (scenario.training.sequence == 0 || scenario.training.global_batch == 0)
    return "seq_len or global_batch is not given";
  const std::int64_t ranks = plan.tensor * plan.context * plan.pipeline;
  if (scenario.cluster.instances < ranks || scenario.cluster.instances % ranks != 0)
    return "n_gpus is no multiple of TP x CP x PP";
  run.step = measured_step(row, scenario.training, scenario.cluster.instances);
  run.memory = measured_memory(row);
  if (!run.step && !run.memory) return "no token rate, step time or memory is given";

  Model trained = *model;
  if (has_mtp(row)) trained.mtp_layers = 1;
  // One GPU an instance: how many share a box does not matter beside the scale-up domain.
  Instance instance;
  instance.accelerators = 1;
  instance.scale_up_domain = accelerator->id == "gb200" || accelerator->id == "gb300" ? 72 : 8;
  instance.scale_out_bandwidth = network.gb_per_s * unit::gb / unit::second;
  const char* scale_up =
      accelerator->scale_up_bandwidth > 500.0 * unit::gb / unit::second ? "nvlink5" : "nvlink4";

  run.family = row.family;
  run.source = row.cells.text("source");
  run.model = row.cells.text("model");
  run.gpu = row.cells.text("gpu");
  run.reserved = row.source.has("bigscience");
  run.problem = assemble(scenario, {.model = &trained,
                                    .accelerator = accelerator,
                                    .instance = &instance,
                                    .scale_up = find_by_id(catalog.links, scale_up),
                                    .scale_out = find_by_id(catalog.links, network.link),
                                    .stack = stack});
  return "";
}

}  // namespace

TrainRuns read_train_runs(const MeasuredTable& table, const Catalog& catalog, Issues& issues) {
  return read_runs<TrainRuns, TrainRun>(table, issues, [&](const RowReader& reader, TrainRun& run) {
    return read_run(Row(reader), catalog, run);
  });
}

}  // namespace trireme
