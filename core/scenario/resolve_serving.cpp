// Layouts of engines and the loads that can be computed.
// SPDX-License-Identifier: MIT
#include "core/scenario/resolve_serving.h"

#include "core/base/number_text.h"

namespace trireme {
namespace {

std::string text(std::int64_t count) { return grouped(static_cast<double>(count)); }

struct Checker {
  const Serving& s;
  const Model& model;
  Issues& issues;

  void error(IssueCode code, std::string path, std::string message) {
    issues.push_back({Severity::Error, code, std::move(path), std::move(message)});
  }
  void warning(IssueCode code, std::string path, std::string message) {
    issues.push_back({Severity::Warning, code, std::move(path), std::move(message)});
  }

  void check_checkpoint(const Accelerator& a) {
    MatrixFormat format = MatrixFormat::Bf16;
    switch (s.weights) {
      case CheckpointFormat::Fp8: format = MatrixFormat::Fp8; break;
      case CheckpointFormat::Fp8Block: format = MatrixFormat::Fp8Block; break;
      case CheckpointFormat::Nvfp4:
      case CheckpointFormat::Mxfp4: format = MatrixFormat::Fp4; break;
      default: return;
    }
    if (a.dense_peak(format) > FlopsPerSecond{}) return;
    warning(IssueCode::Inconsistent, "serving.weights",
            a.name + " has no units for " + std::string(label_of(s.weights)) +
                ": weights are unpacked to BF16, which saves memory but no time.");
  }

  void check_tensor(std::int64_t tensor, const char* path) {
    for (const LayerRun& run : model.layers) {
      const Mixer& mixer = run.layer.mixer;
      for (const auto& [count, what] :
           {std::pair{mixer.heads, "attention heads"}, std::pair{mixer.state_heads, "state heads"}}) {
        if (count == 0 || count % tensor == 0) continue;
        error(IssueCode::NotDivisible, path,
              "TP " + text(tensor) + " does not divide the " + text(count) + " " + what + " of " +
                  model.name + "; choose a divisor of " + text(count) + ".");
        return;
      }
    }
  }

  void check_experts() {
    std::int64_t experts = 0;
    for (const LayerRun& run : model.layers)
      if (run.layer.feed_forward.kind == FeedForwardKind::Moe) experts = run.layer.feed_forward.experts;
    if (experts == 0) {
      if (s.expert > 1)
        error(IssueCode::Inconsistent, "serving.expert",
              model.name + " has no experts; EP must be 1, not " + text(s.expert) + ".");
      if (s.attention_data > 1)
        error(IssueCode::Inconsistent, "serving.attention_data",
              model.name +
                  " has no experts to share: each rank is an engine of its own. Set it to 1; the GPUs "
                  "that are left become more engines.");
      return;
    }
    if (experts % s.expert != 0)
      error(IssueCode::NotDivisible, "serving.expert",
            "EP " + text(s.expert) + " does not divide the " + text(experts) + " experts of " + model.name +
                ".");
    const std::int64_t ranks = s.tensor * s.attention_data;
    if (ranks % s.expert != 0)
      error(IssueCode::NotDivisible, "serving.expert",
            "EP " + text(s.expert) + " does not divide the TP × DP = " + text(ranks) + " GPUs of a stage.");
  }

  void check_gpus(std::int64_t gpus) {
    const std::int64_t prefill = s.prefill_gpus();
    const std::int64_t engine = s.engine_gpus();
    const std::int64_t left = gpus - prefill;
    if (left < engine) {
      error(IssueCode::OutOfRange, prefill > 0 ? "serving.prefill_engines" : "serving.tensor",
            "One engine takes TP × DP × PP = " + text(engine) + " GPUs" +
                (prefill > 0 ? ", and prefill takes " + text(prefill) : "") + "; there are " + text(gpus) +
                ".");
    } else if (left % engine != 0) {
      error(IssueCode::NotDivisible, "serving.tensor",
            text(left) + " GPUs do not divide into engines of TP × DP × PP = " + text(engine) + ".");
    }
    if (s.pipeline > model.layer_count())
      error(IssueCode::OutOfRange, "serving.pipeline",
            "PP " + text(s.pipeline) + " is more than the " + text(model.layer_count()) + " layers of " +
                model.name + ".");
  }

  void check_load() {
    if (s.cached_prompt >= s.prompt)
      error(IssueCode::OutOfRange, "serving.cached_prompt",
            "A cached prefix must be shorter than the prompt of " + grouped(s.prompt) + " tokens.");
    if (s.prefill_engines > 0 && s.load != Load::Concurrency)
      error(IssueCode::Inconsistent, "serving.load",
            "Prefill engines are computed under a concurrency only; set serving.load to 'concurrency'.");
    if (s.accepted > 0 && (s.accepted < 1 || s.accepted > static_cast<double>(s.draft_tokens + 1)))
      error(IssueCode::OutOfRange, "serving.accepted",
            "A step with " + text(s.draft_tokens) + " draft tokens yields 1 to " + text(s.draft_tokens + 1) +
                " tokens.");
    const double context = s.prompt + s.output;
    if (model.max_context > 0 && context > static_cast<double>(model.max_context))
      warning(IssueCode::OutOfRange, "serving.output",
              "Prompt and output are " + grouped(context) + " tokens, more than the " +
                  text(model.max_context) + " of " + model.name + ".");
  }
};

}  // namespace

void check_serving(const Scenario& scenario, const Model& model, const Accelerator& accelerator,
                   std::int64_t gpus, Issues& issues) {
  const Serving& s = scenario.serving;
  Checker checker{s, model, issues};
  checker.check_checkpoint(accelerator);
  checker.check_tensor(s.tensor, "serving.tensor");
  if (s.prefill_engines > 0) checker.check_tensor(s.prefill_tensor, "serving.prefill_tensor");
  checker.check_experts();
  checker.check_gpus(gpus);
  checker.check_load();
}

}  // namespace trireme
