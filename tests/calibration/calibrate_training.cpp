// Fits the constants of the training model to measured runs, and says what they are worth on runs that were
// left out:
//   calibrate_training RUNS.csv [--fit | --runs FILE]
// --fit stops before the cross-validation, --runs writes the catalog's table of measured runs.
// Each fold leaves out one group of runs, fits all constants anew from their priors, and predicts the group.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/cli/csv.h"
#include "core/cli/input.h"
#include "core/regime/pretrain.h"
#include "core/validation/error_statistics.h"
#include "core/validation/train_runs.h"
#include "tests/calibration/training_constants.h"

using namespace trireme;
using calibration::Calibration;
using calibration::Sample;
using calibration::Values;

namespace {

std::vector<Sample> samples(const std::vector<TrainRun>& runs) {
  std::map<std::string, int> sweep;
  for (const TrainRun& run : runs) ++sweep[run.family + run.model + run.gpu];
  std::vector<Sample> list;
  for (const TrainRun& run : runs) {
    // Repeated measurements of a configuration weigh less.
    const double weight = 1 / std::sqrt(sweep[run.family + run.model + run.gpu]);
    list.push_back({run.problem, {weight}, [step = *run.step](Problem& problem, double* log_ratio) {
                      *log_ratio = std::log(training_step(problem).total / step);
                    }});
  }
  return list;
}

void print(const char* label, const std::vector<double>& ratios) {
  const ErrorStatistics e = error_statistics(ratios);
  std::printf("| %s | %zu | %.1f | %.1f | %.1f | %+.1f | %.0f %% |\n", label, e.rows, e.median * 100,
              e.mean * 100, e.p90 * 100, e.bias * 100, e.within * 100);
}

// Ratios by run.
std::map<std::string, double> cross_validate(const char* label, Calibration& calibration,
                                             const std::vector<TrainRun>& runs, const Values& start,
                                             std::string (*key)(const TrainRun&)) {
  std::vector<std::string> groups;
  for (const TrainRun& run : runs) groups.push_back(key(run));
  const auto left_out = calibration.left_out(groups, start);
  std::map<std::string, double> by_run;
  std::map<std::string, std::vector<double>> ratios;
  std::vector<double> total;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    by_run[runs[i].id] = left_out[i][0];
    ratios[groups[i]].push_back(left_out[i][0]);
    total.push_back(left_out[i][0]);
  }
  std::printf(
      "\n## Leave out one %s (%zu folds)\n\n| left out | runs | median | mean | p90 | bias | within 1.25x |\n"
      "|---|--:|--:|--:|--:|--:|--:|\n",
      label, ratios.size());
  print("**all**", total);
  for (const auto& [name, list] : ratios) print(name.c_str(), list);
  std::fflush(stdout);
  return by_run;
}

std::string configuration_of(const TrainRun& run) {
  const Problem& p = run.problem;
  std::string key =
      run.model + " " + run.gpu + " " + p.stack.id + " " + std::string(id_of(p.training.precision));
  for (const std::int64_t number :
       {p.accelerators(), p.training.sequence, p.training.global_batch, p.plan.tensor, p.plan.context,
        p.plan.pipeline, p.plan.virtual_stages, p.plan.expert, p.plan.micro_batch})
    key += " " + std::to_string(number);
  return key;
}

// The table of core/catalog/measured_run_json.cpp.
bool write_runs(const char* file, const std::vector<TrainRun>& all, std::map<std::string, double> left_out) {
  using nlohmann::json;
  const auto digits = [](double value, int count) {
    const double scale = std::pow(10, count - 1 - std::floor(std::log10(value)));
    return std::round(value * scale) / scale;
  };
  json sources = json::array();
  std::string rows;
  std::set<std::string> configurations;
  for (const TrainRun& run : all) {
    const Problem& p = run.problem;
    // Of repeated measurements of a configuration the first stands: the newest release comes first.
    if (configurations.count(configuration_of(run)) > 0) continue;
    auto source = std::find(sources.begin(), sources.end(), json(run.source));
    if (source == sources.end()) {
      sources.push_back(run.source);
      source = sources.end() - 1;
    }
    configurations.insert(configuration_of(run));
    const json row{run.id,
                   run.model,
                   run.gpu,
                   p.stack.id,
                   id_of(p.training.precision),
                   source - sources.begin(),
                   has_experts(p) ? 1 : 0,
                   digits(p.parameters_total, 3),
                   p.accelerators(),
                   p.training.sequence,
                   p.training.global_batch,
                   p.plan.tensor,
                   p.plan.context,
                   p.plan.pipeline,
                   p.plan.expert,
                   digits(run.step->base(), 4),
                   std::round(left_out[run.id] * 1e3) / 1e3};
    rows += (rows.empty() ? "" : ",\n") + row.dump();
  }
  std::FILE* out = std::fopen(file, "wb");
  if (!out) return false;
  std::fprintf(out, "{\"sources\": %s,\n\"rows\": [\n%s\n]}\n", sources.dump(0).c_str(), rows.c_str());
  return std::fclose(out) == 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fprintf(stderr, "usage: calibrate_training RUNS.csv [--fit | --runs FILE]\n");
    return 2;
  }
  const Checked<Catalog> catalog = builtin_catalog();
  const auto text = cli::read_text(arguments[1]);
  if (!text) return 2;
  const Checked<MeasuredTable> table = cli::read_csv(*text, arguments[1]);
  if (!table.value) return 1;
  Issues issues;
  std::vector<TrainRun> all;
  for (TrainRun& run : read_train_runs(*table.value, *catalog.value, issues).runs)
    if (run.step) all.push_back(std::move(run));

  std::vector<double> shipped, fitted;
  for (const TrainRun& run : all) shipped.push_back(training_step(run.problem).total / *run.step);
  std::printf(
      "| constants | runs | median | mean | p90 | bias | within 1.25x |\n|---|--:|--:|--:|--:|--:|--:|\n");
  print("of the catalog", shipped);

  Calibration calibration(calibration::training_constants(), samples(all));
  const Values x = calibration.fit(calibration.all(), calibration.priors());
  for (std::size_t i = 0; i < all.size(); ++i) fitted.push_back(calibration.ratios(i, x)[0]);
  print("fitted to all runs", fitted);
  std::vector<Problem> problems;
  for (const TrainRun& run : all) problems.push_back(run.problem);
  calibration.print_constants(x, std::move(problems));
  const std::string option = count > 2 ? arguments[2] : "";
  if (option == "--fit") return 0;
  const auto left_out = cross_validate("model on a GPU family", calibration, all, x, [](const TrainRun& run) {
    return run.model + " on " + calibration::gpu_family(run.gpu);
  });
  if (option == "--runs") return count > 3 && write_runs(arguments[3], all, left_out) ? 0 : 1;
  cross_validate("source", calibration, all, x, [](const TrainRun& run) { return run.family; });
  cross_validate("model family on a GPU family", calibration, all, x, [](const TrainRun& run) {
    return calibration::model_family(run.model) + " on " + calibration::gpu_family(run.gpu);
  });
}
