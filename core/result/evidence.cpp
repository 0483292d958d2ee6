// Classes of measured runs and their distance from a scenario.
// SPDX-License-Identifier: MIT
#include "core/result/evidence.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trireme {
namespace {

constexpr std::size_t enough_runs = 10;

std::string_view architecture_of(const MeasuredRun& run, const Catalog& catalog) {
  const Accelerator* accelerator = find_by_name(catalog.accelerators, run.gpu);
  return accelerator ? std::string_view(accelerator->architecture) : std::string_view();
}

// Linear between neighbours.
double quantile_of(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const double at = share * static_cast<double>(values.size() - 1);
  const std::size_t below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

double doublings(double a, double b) { return a > 0 && b > 0 ? std::fabs(std::log2(a / b)) : 0; }

double distance(const Problem& p, const MeasuredRun& run, bool same_architecture) {
  const auto count = [](std::int64_t value) { return static_cast<double>(value); };
  double d = 0;
  if (run.stack != p.stack.id) d += 6;
  if (run.experts != has_experts(p)) d += 6;
  if (!same_architecture) d += 4;
  d += 1.5 * doublings(run.parameters, p.parameters_total);
  d += 0.5 * doublings(count(run.gpus), count(p.accelerators()));
  if (run.precision != p.training.precision) d += 1;
  d += 0.5 * doublings(count(run.sequence), count(p.training.sequence));
  d += 0.3 * (doublings(count(run.tensor), count(p.plan.tensor)) +
              doublings(count(run.pipeline), count(p.plan.pipeline)) +
              doublings(count(run.context), count(p.plan.context)) +
              doublings(count(run.expert), count(p.plan.expert)));
  return d;
}

}  // namespace

ErrorBand error_band(const Problem& p, const Catalog& catalog) {
  std::vector<double> same_kind, same_part;
  for (const MeasuredRun& run : catalog.runs) {
    if (run.stack != p.stack.id || run.experts != has_experts(p) || run.ratio <= 0) continue;
    same_kind.push_back(1 / run.ratio);
    if (architecture_of(run, catalog) == p.accelerator.architecture) same_part.push_back(1 / run.ratio);
  }
  const bool narrow = same_part.size() >= enough_runs;
  const std::vector<double>& runs = narrow ? same_part : same_kind;
  ErrorBand band;
  band.runs = runs.size();
  if (runs.size() < enough_runs) return band;
  band.low = quantile_of(runs, 0.1);
  band.high = quantile_of(runs, 0.9);
  band.of = std::string(has_experts(p) ? "MoE" : "dense") + " runs of " + p.stack.name +
            (narrow ? " on " + p.accelerator.architecture + " GPUs" : "");
  return band;
}

std::vector<const MeasuredRun*> nearest_runs(const Problem& p, const Catalog& catalog, std::size_t count) {
  std::vector<double> distances;
  for (const MeasuredRun& run : catalog.runs)
    distances.push_back(distance(p, run, architecture_of(run, catalog) == p.accelerator.architecture));
  std::vector<const MeasuredRun*> nearest;
  while (nearest.size() < std::min(count, distances.size())) {
    const auto best = std::min_element(distances.begin(), distances.end());
    nearest.push_back(&catalog.runs[static_cast<std::size_t>(best - distances.begin())]);
    *best = std::numeric_limits<double>::infinity();
  }
  return nearest;
}

}  // namespace trireme
