// How many evaluations of a scenario one core does in a second:
//   evaluate_benchmark [SCENARIO.json]...
// SPDX-License-Identifier: MIT
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "core/result/evaluate.h"
#include "core/scenario/resolve.h"
#include "core/scenario/scenario_json.h"

using namespace trireme;

namespace {

double evaluations_per_second(Problem& problem) {
  using Clock = std::chrono::steady_clock;
  double best = 0, sink = 0;
  for (int round = 0; round < 7; ++round) {  // the machine may be busy: the best round counts
    constexpr int count = 50000;
    const auto start = Clock::now();
    for (int i = 0; i < count; ++i) {
      problem.training.global_batch += i % 2 == 0 ? problem.data_parallel() : -problem.data_parallel();
      sink += evaluate(problem).step.base();
    }
    const std::chrono::duration<double> taken = Clock::now() - start;
    best = std::max(best, count / taken.count());
  }
  return sink > 0 ? best : 0;
}

}  // namespace

int main(int count, char** files) {
  const Checked<Catalog> catalog = builtin_catalog();
  std::vector<std::pair<std::string, Scenario>> scenarios;
  if (count < 2) scenarios.push_back({"the default, Llama 3.1 405B", Scenario{}});
  for (int i = 1; i < count; ++i) {
    std::stringstream text;
    text << std::ifstream(files[i]).rdbuf();
    const Checked<Scenario> read = scenario_from_json(text.str());
    if (!read.ok()) return 1;
    scenarios.push_back({files[i], *read.value});
  }
  for (const auto& [name, scenario] : scenarios) {
    Checked<Problem> problem = resolve(scenario, *catalog.value);
    if (!problem.ok()) return 1;
    std::printf("%s: %.0f evaluations/s\n", name.c_str(), evaluations_per_second(*problem.value));
  }
}
