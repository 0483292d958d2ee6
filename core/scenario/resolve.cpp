// Names to values, and every rule that a layout must keep.
// SPDX-License-Identifier: MIT
#include "core/scenario/resolve.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/number_text.h"
#include "core/scenario/assemble.h"
#include "core/scenario/own.h"
#include "core/scenario/resolve_serving.h"

namespace trireme {
namespace {

std::string text(std::int64_t count) { return grouped(static_cast<double>(count)); }

struct Resolver {
  Issues issues;
  bool own_unread = false;  // an own entry has faults: what is not known may be its name

  void error(IssueCode code, std::string path, std::string message) {
    issues.push_back({Severity::Error, code, std::move(path), std::move(message)});
  }
  void warning(IssueCode code, std::string path, std::string message) {
    issues.push_back({Severity::Warning, code, std::move(path), std::move(message)});
  }

  template <class T>
  const T* find(const std::vector<T>& entries, const std::string& id, std::string path,
                std::string_view kind) {
    const T* entry = find_by_name(entries, id);
    if (!entry && !own_unread)
      error(IssueCode::UnknownName, std::move(path), unknown_name_message(kind, id, known_names(entries)));
    return entry;
  }
};

void check_model(Resolver& r, const Model& model) {
  const auto unsupported = [&](const std::string& what) {
    r.error(IssueCode::Inconsistent, "model",
            model.name + " has " + what +
                ", which cannot be evaluated yet; choose a decoder with attention, Mamba-2 or linear "
                "attention.");
  };
  bool other_mixer = false, cross = false;
  for (const LayerRun& run : model.layers) {
    const MixerKind kind = run.layer.mixer.kind;
    other_mixer |=
        kind == MixerKind::Mamba1 || kind == MixerKind::ShortConvolution || kind == MixerKind::Rwkv;
    cross |= run.layer.cross.kind != MixerKind::None;
  }
  if (other_mixer) unsupported("Mamba-1, convolution or RWKV layers");
  if (cross) unsupported("cross-attention layers");
  if (!model.encoder_layers.empty()) unsupported("an encoder");
  if (model.layer_count() == 0) unsupported("no layers");
}

void check_precision(Resolver& r, const Scenario& s, const Accelerator& accelerator) {
  const Precision precision = s.training.precision;
  if (accelerator.dense_peak(matrix_format(precision)) > FlopsPerSecond{}) return;
  std::string allowed;
  for (const auto& row : EnumNames<Precision>::rows)
    if (accelerator.dense_peak(matrix_format(row.value)) > FlopsPerSecond{})
      allowed += (allowed.empty() ? "'" : ", '") + std::string(row.id) + "'";
  r.error(IssueCode::Inconsistent, "training.precision",
          accelerator.name + " has no " + std::string(label_of(precision)) + "; it can do " + allowed + ".");
}

void check_tensor(Resolver& r, const Scenario& s, const Model& model) {
  const std::int64_t tensor = s.plan.tensor;
  const auto must_divide = [&](std::int64_t count, const std::string& what) {
    if (count % tensor != 0)
      r.error(IssueCode::NotDivisible, "plan.tensor",
              "TP " + text(tensor) + " does not divide the " + text(count) + " " + what + " of " +
                  model.name + "; choose a divisor of " + text(count) + ".");
  };
  for (const LayerKind& kind : merged_layers(model.layers)) {
    const Mixer& mixer = kind.layer.mixer;
    if (mixer.heads > 0) {
      must_divide(mixer.heads, "attention heads");
      if (mixer.kv_heads > tensor && mixer.heads % tensor == 0) must_divide(mixer.kv_heads, "KV heads");
    }
    if (mixer.state_heads > 0) must_divide(mixer.state_heads, "state heads");
    const FeedForward& ff = kind.layer.feed_forward;
    if (ff.kind != FeedForwardKind::None && ff.width > 0) must_divide(ff.width, "MLP columns");
    if (ff.shared_width > 0) must_divide(ff.shared_width, "shared expert columns");
  }
  const std::int64_t per_rank = s.training.sequence / s.plan.context;
  if (tensor > 1 && s.plan.sequence_parallel && per_rank % tensor != 0)
    r.error(IssueCode::NotDivisible, "plan.sequence_parallel",
            "Sequence parallelism splits the " + text(per_rank) + " tokens of a context rank over TP " +
                text(tensor) + ", which does not divide them; switch it off or change TP.");
}

void check_context(Resolver& r, const Scenario& s) {
  // Causal load balance gives each rank a slice from either end.
  const std::int64_t slices = 2 * s.plan.context;
  if (s.plan.context > 1 && s.training.sequence % slices != 0)
    r.error(IssueCode::NotDivisible, "plan.context",
            "Ring attention cuts a sequence of " + text(s.training.sequence) +
                " tokens into 2 × CP = " + text(slices) + " equal slices, which it does not divide into.");
}

// Experts are laid out over the GPUs of a pipeline stage, whatever tensor, context and data ranks those are.
void check_experts(Resolver& r, const Scenario& s, const Model& model, std::int64_t gpus) {
  const Plan& plan = s.plan;
  std::int64_t experts = 0, width = 0;
  for (const LayerRun& run : model.layers) {
    if (run.layer.feed_forward.kind != FeedForwardKind::Moe) continue;
    experts = run.layer.feed_forward.experts;
    width = run.layer.feed_forward.expert_width;
  }
  if (experts == 0) {
    if (plan.expert > 1)
      r.error(IssueCode::Inconsistent, "plan.expert",
              model.name + " has no experts; EP must be 1, not " + text(plan.expert) + ".");
    if (plan.expert_tensor > 1)
      r.error(IssueCode::Inconsistent, "plan.expert_tensor",
              model.name + " has no experts; ETP must be 1, not " + text(plan.expert_tensor) + ".");
    return;
  }
  if (experts % plan.expert != 0)
    r.error(IssueCode::NotDivisible, "plan.expert",
            "EP " + text(plan.expert) + " does not divide the " + text(experts) + " experts of " +
                model.name + "; choose a divisor of " + text(experts) + ".");
  if (width % plan.expert_tensor != 0)
    r.error(
        IssueCode::NotDivisible, "plan.expert_tensor",
        "ETP " + text(plan.expert_tensor) + " does not divide the " + text(width) + " columns of an expert.");
  const std::int64_t stage = gpus / plan.pipeline;
  if (stage > 0 && stage % (plan.expert * plan.expert_tensor) != 0)
    r.error(IssueCode::NotDivisible, "plan.expert",
            "A pipeline stage has " + text(stage) + " GPUs, which do not divide by EP " + text(plan.expert) +
                " × ETP " + text(plan.expert_tensor) + ".");
}

void check_pipeline(Resolver& r, const Scenario& s, const Model& model) {
  const std::int64_t layers = model.layer_count() + (s.training.mtp ? model.mtp_layers : 0);
  const std::int64_t stages = s.plan.pipeline, chunks = s.plan.virtual_stages;
  if (chunks > 1 && stages == 1) {
    r.error(IssueCode::Inconsistent, "plan.virtual_stages",
            "Virtual stages interleave pipeline stages; with PP 1 they must be 1.");
  } else if (stages > layers) {
    r.error(IssueCode::OutOfRange, "plan.pipeline",
            "PP " + text(stages) + " is more than the " + text(layers) + " layers of " + model.name + ".");
  } else if (stages * chunks > layers) {
    r.error(IssueCode::OutOfRange, "plan.virtual_stages",
            "PP " + text(stages) + " × VP " + text(chunks) + " is more than the " + text(layers) +
                " layers of " + model.name + "; at most VP " + text(layers / stages) + " is possible.");
  } else if (stages > 1 && layers % (stages * chunks) != 0) {
    r.warning(IssueCode::NotDivisible, chunks > 1 ? "plan.virtual_stages" : "plan.pipeline",
              text(layers) + " layers do not divide by " + text(stages * chunks) +
                  " chunks. Embedding and head take a layer's slot each.");
  }
}

// The degrees must divide the GPUs one after the other; what is left is the data-parallel degree.
bool check_degrees(Resolver& r, const Scenario& s, std::int64_t gpus) {
  std::int64_t left = gpus;
  std::string product;
  const struct {
    std::int64_t degree;
    const char* path;
    const char* name;
  } degrees[] = {{s.plan.tensor, "plan.tensor", "TP"},
                 {s.plan.context, "plan.context", "CP"},
                 {s.plan.pipeline, "plan.pipeline", "PP"}};
  for (const auto& d : degrees) {
    product += (product.empty() ? "" : " × ") + std::string(d.name) + " " + text(d.degree);
    if (left % d.degree != 0) {
      r.error(IssueCode::NotDivisible, d.path, text(gpus) + " GPUs do not divide by " + product + ".");
      return false;
    }
    left /= d.degree;
  }
  return true;
}

void check_batch(Resolver& r, const Scenario& s, std::int64_t data_parallel) {
  const std::int64_t batch = s.training.global_batch;
  if (batch % data_parallel != 0) {
    r.error(IssueCode::NotDivisible, "training.global_batch",
            "A global batch of " + text(batch) + " does not divide over DP " + text(data_parallel) +
                "; choose a multiple of " + text(data_parallel) + ".");
  } else if (batch % (data_parallel * s.plan.micro_batch) != 0) {
    r.error(IssueCode::NotDivisible, "plan.micro_batch",
            "Each data-parallel rank has " + text(batch / data_parallel) +
                " sequences, which do not divide by a micro-batch of " + text(s.plan.micro_batch) + ".");
  } else if (s.plan.virtual_stages > 1 && batch / data_parallel / s.plan.micro_batch % s.plan.pipeline != 0) {
    r.warning(IssueCode::NotDivisible, "plan.virtual_stages",
              text(batch / data_parallel / s.plan.micro_batch) + " micro-batches are not a multiple of PP " +
                  text(s.plan.pipeline) + ": the interleaved schedule of Megatron-Core asks for one.");
  }
}

void check_trust(Resolver& r, const Problem& p) {
  if (!p.accelerator.calibrated)
    r.warning(
        IssueCode::Unvalidated, "cluster.instance",
        p.accelerator.name + " has no kernel measurements here: its times are scaled from another part.");
}

// An own entry that nothing names is a surprise: the user sees the numbers of another one.
template <class T>
void check_use(Resolver& r, const std::string& own, const T* used, const std::string& path,
               const std::string& namer) {
  if (!own.empty() && used && own != used->id)
    r.warning(IssueCode::Inconsistent, path,
              path + " is '" + own + "', but '" + used->id + "' is used: name it in " + namer + ".");
}

void check_training(Resolver& r, const Scenario& s, const Model* model, const Accelerator* accelerator,
                    const Instance* instance) {
  if (accelerator) check_precision(r, s, *accelerator);
  if (model) {
    check_tensor(r, s, *model);
    check_pipeline(r, s, *model);
  }
  check_context(r, s);
  if (!instance) return;
  const std::int64_t gpus = s.cluster.instances * instance->accelerators;
  if (model) check_experts(r, s, *model, gpus);
  if (check_degrees(r, s, gpus)) check_batch(r, s, gpus / (s.plan.tensor * s.plan.context * s.plan.pipeline));
}

Checked<Problem> resolve_in(const Catalog& catalog, const Scenario& s, const OwnEntries& own, Issues issues) {
  Resolver r{std::move(issues), false};
  r.own_unread = has_error(r.issues);
  const Model* model = r.find(catalog.models, s.model.id, "model", "model");
  const Instance* instance = r.find(catalog.instances, s.cluster.instance.id, "cluster.instance", "instance");
  const bool serves = s.regime == Regime::Serve;
  const Stack* stack = serves ? nullptr : r.find(catalog.stacks, s.stack.id, "stack", "software stack");
  const Engine* engine =
      serves ? r.find(catalog.engines, s.serving.engine.id, "serving.engine", "serving engine") : nullptr;
  const Accelerator* accelerator =
      instance ? find_by_id(catalog.accelerators, instance->accelerator) : nullptr;
  check_use(r, own.model, model, "own.model", "model");
  check_use(r, own.instance, instance, "own.instance", "cluster.instance");
  check_use(r, own.accelerator, accelerator, "own.accelerator", "an own instance, or give it no id");

  if (model) check_model(r, *model);
  if (!serves) check_training(r, s, model, accelerator, instance);
  if (instance) {
    const std::int64_t gpus = s.cluster.instances * instance->accelerators;
    if (serves && model && accelerator) check_serving(s, *model, *accelerator, gpus, r.issues);
    if (gpus > instance->scale_up_domain && instance->scale_out_bandwidth == BytesPerSecond{})
      r.error(IssueCode::OutOfRange, "cluster.instances",
              instance->name + " has no network between nodes; one instance is the most.");
  }

  Checked<Problem> result;
  if (model && instance && (stack || engine) && accelerator && !has_error(r.issues)) {
    Problem p = assemble(s, {.model = model,
                             .accelerator = accelerator,
                             .instance = instance,
                             .scale_up = find_by_id(catalog.links, instance->scale_up_link),
                             .scale_out = find_by_id(catalog.links, instance->scale_out_link),
                             .stack = stack,
                             .engine = engine});
    check_trust(r, p);
    result.value = std::move(p);
  }
  result.issues = std::move(r.issues);
  return result;
}

}  // namespace

Checked<Problem> resolve(const Scenario& s, const Catalog& catalog) {
  if (s.own == Own{}) return resolve_in(catalog, s, {}, {});
  Issues issues;
  const OwnEntries own = with_own_entries(catalog, s.own, issues);
  return resolve_in(own.catalog, s, own, std::move(issues));
}

}  // namespace trireme
