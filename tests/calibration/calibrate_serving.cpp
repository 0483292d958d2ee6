// Fits the constants of the serving engines to measured runs, and says what they are worth on runs that were
// left out:
//   calibrate_serving RUNS.csv [--fit]
// --fit stops before the cross-validation. Each fold leaves out one group of runs, fits all constants anew,
// and predicts the group. SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "core/cli/csv.h"
#include "core/cli/input.h"
#include "core/regime/serve.h"
#include "core/validation/error_statistics.h"
#include "core/validation/serve_runs.h"
#include "tests/calibration/serving_constants.h"

using namespace trireme;
using calibration::Calibration;
using calibration::Sample;
using calibration::Values;

namespace {

constexpr std::array<const char*, 3> quantities{"time per output token", "output tokens/s",
                                                "time to first token"};
// What the request path and queues of a client add to the first token is the least sure.
constexpr std::array<double, 3> quantity_weights{1, 1, 0.35};

// Of one run, those that were measured; 0 = not.
std::array<double, 3> measured(const ServeRun& run) {
  return {run.tpot ? run.tpot->base() : 0, run.output_tokens_per_second.value_or(0),
          run.ttft ? run.ttft->base() : 0};
}

Sample sample(const ServeRun& run, double weight) {
  const std::array<double, 3> values = measured(run);
  Sample result{run.problem, {}, {}};
  for (std::size_t q = 0; q < values.size(); ++q)
    if (values[q] > 0) result.weights.push_back(weight * quantity_weights[q]);
  result.compare = [values, client = run.client](Problem& problem, double* log_ratios) {
    problem.engine.request += client;
    const ServingTimes times = serving_times(problem);
    problem.engine.request -= client;
    const std::array<double, 3> predicted{times.tpot.base(), times.output_tokens_per_second,
                                          times.ttft.base()};
    for (std::size_t q = 0; q < values.size(); ++q)
      if (values[q] > 0) *log_ratios++ = std::log(predicted[q] / values[q]);
  };
  return result;
}

// A sweep of one engine weighs as the root of its rows.
std::vector<Sample> samples(const std::vector<ServeRun>& runs) {
  const auto sweep_of = [](const ServeRun& run) {
    return run.family + "," + run.model + "," + run.gpu + "," + run.problem.engine.id;
  };
  std::map<std::string, int> sweep;
  for (const ServeRun& run : runs) ++sweep[sweep_of(run)];
  std::vector<Sample> list;
  for (const ServeRun& run : runs) list.push_back(sample(run, 1 / std::sqrt(sweep[sweep_of(run)])));
  return list;
}

using Ratios = std::array<std::vector<double>, 3>;  // by quantity

void add(Ratios& ratios, const ServeRun& run, const std::vector<double>& of_run) {
  const std::array<double, 3> values = measured(run);
  std::size_t next = 0;
  for (std::size_t q = 0; q < values.size(); ++q)
    if (values[q] > 0) ratios[q].push_back(of_run[next++]);
}

void print_header(const char* label) {
  std::printf("| %s |", label);
  for (const char* quantity : quantities) std::printf(" %s: rows | median | p90 | bias |", quantity);
  std::printf("\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
}

void print(const std::string& label, const Ratios& ratios) {
  std::printf("| %s |", label.c_str());
  for (const std::vector<double>& list : ratios) {
    const ErrorStatistics e = error_statistics(list);
    if (e.rows > 0)
      std::printf(" %zu | %.1f | %.1f | %+.1f |", e.rows, e.median * 100, e.p90 * 100, e.bias * 100);
    else std::printf(" 0 | | | |");
  }
  std::printf("\n");
}

void cross_validate(const char* label, Calibration& calibration, const std::vector<ServeRun>& runs,
                    const Values& start, std::string (*key)(const ServeRun&)) {
  std::vector<std::string> groups;
  for (const ServeRun& run : runs) groups.push_back(key(run));
  const auto left_out = calibration.left_out(groups, start);
  Ratios total;
  std::map<std::string, Ratios> by_group;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    add(total, runs[i], left_out[i]);
    add(by_group[groups[i]], runs[i], left_out[i]);
  }
  std::printf("\n## Leave out one %s (%zu folds)\n\n", label, by_group.size());
  print_header("left out");
  print("**all**", total);
  for (const auto& [name, ratios] : by_group) print(name, ratios);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fprintf(stderr, "usage: calibrate_serving RUNS.csv [--fit]\n");
    return 2;
  }
  const Checked<Catalog> catalog = builtin_catalog();
  const auto text = cli::read_text(arguments[1]);
  if (!text) return 2;
  const Checked<MeasuredTable> table = cli::read_csv(*text, arguments[1]);
  if (!table.value) return 1;
  Issues issues;
  std::vector<ServeRun> runs;
  for (ServeRun& run : read_serve_runs(*table.value, *catalog.value, issues).runs)
    if ((run.tpot || run.ttft || run.output_tokens_per_second) && serving_times(run.problem).memory.fits()) {
      run.problem.engine.request -= run.client;
      runs.push_back(std::move(run));
    }

  Calibration calibration(calibration::serving_constants(), samples(runs));
  std::vector<Problem> problems;
  Ratios shipped, fitted;
  const std::vector<Sample> as_shipped = samples(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    problems.push_back(runs[i].problem);
    std::vector<double> ratios(as_shipped[i].weights.size());
    as_shipped[i].compare(problems.back(), ratios.data());
    for (double& ratio : ratios) ratio = std::exp(ratio);
    add(shipped, runs[i], ratios);
  }
  const Values x = calibration.fit(calibration.all(), calibration.priors());
  for (std::size_t i = 0; i < runs.size(); ++i) add(fitted, runs[i], calibration.ratios(i, x));
  print_header("constants");
  print("of the catalog", shipped);
  print("fitted to all runs", fitted);
  calibration.print_constants(x, std::move(problems));
  if (count > 2 && std::string(arguments[2]) == "--fit") return 0;
  cross_validate("model family on a GPU family", calibration, runs, x, [](const ServeRun& run) {
    return calibration::model_family(run.model) + " on " + calibration::gpu_family(run.gpu);
  });
  cross_validate("source", calibration, runs, x, [](const ServeRun& run) { return run.family; });
}
