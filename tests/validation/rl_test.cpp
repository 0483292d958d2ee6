// SPDX-License-Identifier: MIT
// Steps of reinforcement learning beside the 12 runs that are published with all that the model needs.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/regime/post_training.h"
#include "core/validation/train_model.h"
#include "tests/support/error_table.h"

namespace trireme {
namespace {

struct RlRun {
  std::string id, model, gpu, precision, mode;
  Problem problem;
  PostTraining run;
  double measured = 0;  // seconds
};

double after(const std::string& notes, const char* phrase) {
  const std::size_t at = notes.find(phrase);
  REQUIRE(at != std::string::npos);
  std::string digits;
  for (std::size_t i = at + std::string(phrase).size(); i < notes.size(); ++i) {
    if (notes[i] == ',') continue;
    if (notes[i] < '0' || notes[i] > '9') break;
    digits += notes[i];
  }
  return std::stod(digits);
}

RlRun read(const MeasuredTable& table, const MeasuredRow& cells) {
  Issues issues;
  const RowReader row(table, cells, issues);
  const std::string notes(row.text("notes"));
  const auto whole = [&](const char* column) { return std::llround(row.number(column).value_or(1)); };
  std::string reason;
  const std::optional<Model> model = train_model(row, reason);
  REQUIRE_MESSAGE(model, reason);
  const bool rack = row.text("gpu") == "GB200";
  const bool fp8 = row.text("precision") == "fp8_block";

  Scenario s;
  s.cluster.instances = whole("n_gpus");
  s.plan = {.tensor = whole("tp"), .context = whole("cp"), .pipeline = whole("pp"), .expert = whole("ep")};
  s.plan.sequence_parallel = whole("sp") != 0;
  s.training.precision = fp8 ? Precision::Fp8Block : Precision::Bf16;
  s.training.mtp = false;
  // Not stated; without it two of the runs do not fit.
  if (row.text("model") != "Qwen3-30B-A3B") s.plan.recompute = Recompute::Full;
  s.serving.weights = fp8 ? CheckpointFormat::Fp8Block : CheckpointFormat::Bf16;
  int tensor = 0, pipeline = 0;
  const std::size_t layout = notes.find("generation [TP,PP]=[");
  REQUIRE(layout != std::string::npos);
  REQUIRE(std::sscanf(notes.c_str() + layout, "generation [TP,PP]=[%d,%d]", &tensor, &pipeline) == 2);
  s.serving.tensor = tensor, s.serving.pipeline = pipeline;

  const Catalog& c = test::catalog();
  Instance instance;
  instance.accelerators = 1;
  instance.scale_up_domain = rack ? 72 : 8;
  instance.scale_out_bandwidth = 50.0 * unit::gb / unit::second;
  RlRun run;
  run.problem = assemble(s, {.model = &*model,
                             .accelerator = find_by_id(c.accelerators, rack ? "gb200" : "h100-sxm"),
                             .instance = &instance,
                             .scale_up = find_by_id(c.links, rack ? "nvlink5-nvl72" : "nvlink4"),
                             .scale_out = find_by_id(c.links, "infiniband-ndr"),
                             .stack = find_by_id(c.stacks, "megatron-core"),
                             .engine = find_by_id(c.engines, "vllm")});
  run.id = row.id(), run.model = row.text("model"), run.gpu = row.text("gpu");
  run.precision = row.text("precision");
  run.measured = row.number("metric_step_s").value_or(0);

  PostTraining& r = run.run;
  const double responses = after(notes, "generation GBS ");
  r.group = 32;  // GRPO's default there; it decides only how often a prompt is read
  r.prompts = responses / r.group;
  r.response_tokens = after(notes, "mean generated ");
  // The token rate counts prompts.
  const double tokens = *row.number("metric_tokens_per_s_per_gpu") * *row.number("n_gpus") * run.measured;
  r.prompt_tokens = std::max(tokens / responses - r.response_tokens, 1.0);
  r.longest_response = *row.number("seq_len") - r.prompt_tokens;
  r.updates = responses / *row.number("global_batch");
  run.mode = "in turns";
  if (notes.find("1-step Off") != std::string::npos) r.steps_off_policy = 1, run.mode = "1 step off";
  if (notes.find("8-step Off") != std::string::npos) r.steps_off_policy = 8, run.mode = "8 steps off";
  if (r.steps_off_policy > 0) {
    r.sharing = GpuSharing::Separate;
    // EP 16 on all of 16 GPUs would leave none for the engines.
    std::int64_t& expert = run.problem.plan.expert;
    expert = std::min(expert, run.problem.accelerators() / 2);
  }
  return run;
}

std::vector<RlRun> runs() {
  const MeasuredTable table = test::read_table("tests/validation/rl/runs.csv");
  std::vector<RlRun> list;
  for (const MeasuredRow& cells : table.rows) list.push_back(read(table, cells));
  return list;
}

}  // namespace

// Three constants on 12 runs: what is reached shows no more than that the parts are of the right size.
TEST_CASE("published steps of reinforcement learning are predicted from the two models") {
  std::vector<double> ratios, in_turns;
  std::string rows;
  for (const RlRun& r : runs()) {
    const PostTrainingStep s = post_training_step(r.problem, r.run, nemo_rl_factors());
    CHECK_MESSAGE(s.memory.fits(), r.id);
    const double ratio = s.total.base() / r.measured;
    ratios.push_back(ratio);
    if (r.run.steps_off_policy == 0) in_turns.push_back(ratio);
    const auto seconds = [](Seconds time) { return fixed(time.base(), 1); };
    rows += "| " + r.id + " | " + r.model + " | " + std::to_string(r.problem.accelerators()) + " " + r.gpu +
            " | " + r.precision + " | " + r.mode + " | " + std::to_string(s.gpus.train) + "/" +
            std::to_string(s.gpus.rollout) + " | " + seconds(s.generation) + " | " + seconds(s.scoring) +
            " | " + seconds(s.training) + " | " + seconds(s.fixed + s.offload) + " | " + seconds(s.refit) +
            " | " + seconds(s.total) + " | " + fixed(r.measured, 1) + " | " + fixed((ratio - 1) * 100, 1) +
            " |\n";
  }
  CHECK(ratios.size() == 12);
  const ErrorStatistics all = error_statistics(ratios);
  CHECK_MESSAGE(all.median < 0.18, all.median);
  CHECK_MESSAGE(all.p90 < 0.35, all.p90);
  for (const double ratio : in_turns) CHECK(std::fabs(ratio - 1) < 0.3);
  const auto percent = [](double share) { return fixed(share * 100, 1) + " %"; };
  test::check_generated(
      "tests/validation/rl/table.md",
      "# Steps of reinforcement learning\n\nGenerated by `TRIREME_UPDATE_GOLDEN=1 "
      "build/release/core_tests`. GRPO in NeMo-RL 0.6, `docs/about/performance-summary.md`; seconds.\nThe "
      "serving model times 1.81, the training model as it is, 28 s a step, 104 GB/s for new weights: three "
      "constants\nthat were fitted to these 12 runs. Nothing was held out. Rows that are out of phase do not "
      "say how their GPUs are split;\nthe split that balances is taken. Recompute is not stated: full but "
      "for "
      "the smallest model.\n\n"
      "| run | model | GPUs | precision | rollouts | train/rollout | generation | scoring | training | fixed "
      "| refit | step | measured | error, % |\n|---|---|---|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n" +
          rows + "\nMedian error " + percent(all.median) + ", 90th percentile " + percent(all.p90) +
          ". The run of 16 GPUs out of phase is slower than its own run in turns, which no\nbalance of the "
          "two sides explains.\n");
}

}  // namespace trireme
