// Fits the constants of the training model to measured runs, and says what they are worth on runs that were
// left out:
//   calibrate_training RUNS.csv [--fit | --runs FILE]
// --fit stops before the cross-validation, --runs writes the catalog's table of measured runs.
// Each fold leaves out one group of runs, fits all constants anew from their priors, and predicts the group.
// SPDX-License-Identifier: MIT
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <unsupported/Eigen/NonLinearOptimization>
#include <vector>

#include "core/cli/csv.h"
#include "core/cli/input.h"
#include "core/regime/pretrain.h"
#include "core/validation/error_statistics.h"
#include "core/validation/train_runs.h"
#include "tests/calibration/training_constants.h"

using namespace trireme;
using calibration::Constant;
using calibration::training_constants;

namespace {

using Values = Eigen::VectorXd;  // logarithms of the constants

void apply(Problem& problem, const Values& values) {
  const auto& constants = training_constants();
  for (std::size_t i = 0; i < constants.size(); ++i)
    if (double* member = constants[i].member(problem))
      *member = std::exp(values[static_cast<Eigen::Index>(i)]);
}

double log_ratio(const TrainRun& run) { return std::log(training_step(run.problem).total / *run.step); }

// Least squares of log(predicted / measured) with outliers damped (soft L1 beyond 10 %), repeated
// measurements of a configuration weighing less, and the priors as further residuals.
struct Fit {
  using Scalar = double;
  using InputType = Values;
  using ValueType = Eigen::VectorXd;
  using JacobianType = Eigen::MatrixXd;
  enum { InputsAtCompileTime = Eigen::Dynamic, ValuesAtCompileTime = Eigen::Dynamic };

  mutable std::vector<TrainRun> runs;  // the constants are written into them
  std::vector<double> weights;

  explicit Fit(const std::vector<const TrainRun*>& chosen) {
    std::map<std::string, int> sweep;
    for (const TrainRun* run : chosen) ++sweep[run->family + run->model + run->gpu];
    for (const TrainRun* run : chosen) {
      runs.push_back(*run);
      weights.push_back(std::pow(sweep[run->family + run->model + run->gpu], -0.25));
    }
  }
  [[nodiscard]] int inputs() const { return static_cast<int>(training_constants().size()); }
  [[nodiscard]] int values() const { return static_cast<int>(runs.size()) + inputs(); }

  int operator()(const Values& x, Eigen::VectorXd& residuals) const {
    constexpr double scale = 0.1;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      apply(runs[i].problem, x);
      const double r = log_ratio(runs[i]) / scale;
      const double damped = std::sqrt(2 * (std::sqrt(1 + r * r) - 1));
      residuals[static_cast<Eigen::Index>(i)] = weights[i] * std::copysign(damped, r);
    }
    const auto& constants = training_constants();
    for (Eigen::Index i = 0; i < inputs(); ++i) {
      const Constant& c = constants[static_cast<std::size_t>(i)];
      residuals[static_cast<Eigen::Index>(runs.size()) + i] = (x[i] - std::log(c.prior)) / c.prior_sd;
    }
    return 0;
  }
};

Values fit(const std::vector<const TrainRun*>& runs, Values start) {
  Eigen::NumericalDiff<Fit> problem(Fit{runs}, 1e-6);
  Eigen::LevenbergMarquardt<Eigen::NumericalDiff<Fit>> solver(problem);
  solver.parameters.maxfev = 12 * (problem.inputs() + 1);
  solver.parameters.ftol = solver.parameters.xtol = 1e-5;
  solver.minimize(start);
  return start;
}

// One standard deviation of the logarithms, from the curvature at the fit: it knows of no error of the model.
Values deviations(const std::vector<const TrainRun*>& runs, const Values& x) {
  Eigen::NumericalDiff<Fit> problem(Fit{runs}, 1e-6);
  Eigen::MatrixXd jacobian(problem.values(), problem.inputs());
  problem.df(x, jacobian);
  const Eigen::MatrixXd curvature = jacobian.transpose() * jacobian;
  return curvature.inverse().diagonal().cwiseSqrt();
}

Values priors() {
  const auto& constants = training_constants();
  Values x(static_cast<Eigen::Index>(constants.size()));
  for (std::size_t i = 0; i < constants.size(); ++i)
    x[static_cast<Eigen::Index>(i)] = std::log(constants[i].prior);
  return x;
}

void print(const char* label, const std::vector<double>& ratios) {
  const ErrorStatistics e = error_statistics(ratios);
  std::printf("| %s | %zu | %.1f | %.1f | %.1f | %+.1f | %.0f %% |\n", label, e.rows, e.median * 100,
              e.mean * 100, e.p90 * 100, e.bias * 100, e.within * 100);
}

std::string gpu_family(const TrainRun& run) {
  std::string gpu = run.gpu.substr(0, run.gpu.find('-'));
  if (gpu == "H200" || gpu == "H800") return "H100";
  if (gpu == "B300") return "B200";
  if (gpu == "GB300") return "GB200";
  return gpu;
}

std::string model_of(const TrainRun& run) { return run.model + " on " + gpu_family(run); }

// Model family and GPU family: "Llama3.1-405B" and "Llama3-8B" are one, "GB200" and "GB300" are one.
std::string family_of(const TrainRun& run) {
  std::string model = run.model.substr(0, run.model.find_first_of("-. ("));
  while (!model.empty() && std::isdigit(static_cast<unsigned char>(model.back()))) model.pop_back();
  if (run.model.find("A3B") != std::string::npos || run.model.find("A22B") != std::string::npos)
    model += "-moe";
  if (run.model.find("OSS") != std::string::npos) model += "-oss";
  return model + " on " + gpu_family(run);
}

template <class Key>
std::map<std::string, double> cross_validate(const char* label, const std::vector<TrainRun>& all,
                                             const Values& start, Key key) {
  std::map<std::string, double> by_run;
  std::map<std::string, std::vector<const TrainRun*>> groups;
  for (const TrainRun& run : all) groups[key(run)].push_back(&run);
  std::map<std::string, std::vector<double>> ratios;
  std::vector<double> total;
  for (const auto& [name, members] : groups) {
    std::vector<const TrainRun*> others;
    for (const TrainRun& run : all)
      if (key(run) != name) others.push_back(&run);
    const Values x = fit(others, start);
    for (const TrainRun* run : members) {
      TrainRun copy = *run;
      apply(copy.problem, x);
      const double ratio = std::exp(log_ratio(copy));
      ratios[name].push_back(ratio);
      total.push_back(ratio);
      by_run[run->id] = ratio;
    }
  }
  std::printf(
      "\n## Leave out one %s (%zu folds)\n\n| left out | runs | median | mean | p90 | bias | within 1.25x |\n"
      "|---|--:|--:|--:|--:|--:|--:|\n",
      label, groups.size());
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

  std::vector<double> shipped;
  for (const TrainRun& run : all) shipped.push_back(std::exp(log_ratio(run)));
  std::printf(
      "| constants | runs | median | mean | p90 | bias | within 1.25x |\n|---|--:|--:|--:|--:|--:|--:|\n");
  print("of the catalog", shipped);

  std::vector<const TrainRun*> every;
  for (const TrainRun& run : all) every.push_back(&run);
  const Values x = fit(every, priors());
  std::vector<double> fitted;
  for (TrainRun run : all) {
    apply(run.problem, x);
    fitted.push_back(std::exp(log_ratio(run)));
  }
  print("fitted to all runs", fitted);
  const Values sd = deviations(every, x);
  std::printf("\n| constant | fitted | sd | catalog |\n|---|--:|--:|--:|\n");
  const auto& constants = training_constants();
  for (std::size_t i = 0; i < constants.size(); ++i) {
    double current = 0;
    for (TrainRun run : all)
      if (double* member = constants[i].member(run.problem)) current = *member;
    std::printf("| %s | %.4g | %.0f %% | %.4g |\n", std::string(constants[i].name).c_str(),
                std::exp(x[static_cast<Eigen::Index>(i)]), 100 * sd[static_cast<Eigen::Index>(i)], current);
  }
  std::fflush(stdout);
  const std::string option = count > 2 ? arguments[2] : "";
  if (option == "--fit") return 0;
  const auto left_out = cross_validate("model on a GPU family", all, x, model_of);
  if (option == "--runs") return count > 3 && write_runs(arguments[3], all, left_out) ? 0 : 1;
  cross_validate("source", all, x, [](const TrainRun& run) { return run.family; });
  cross_validate("model family on a GPU family", all, x, family_of);
}
