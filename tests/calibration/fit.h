// Constants of a model fitted to measured runs: robust least squares of ln(predicted/measured) with priors,
// and what the constants are worth on runs that were left out. SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/problem.h"

namespace trireme::calibration {

struct Constant {
  std::string_view name;
  double prior;     // a guess from physics, or 1 for a factor
  double prior_sd;  // of its logarithm
  // The member it sets on this problem, in SI base units, or null where it does not act.
  double* (*member)(Problem& problem);
};

// One measured run.
struct Sample {
  Problem problem;              // the constants are written into it
  std::vector<double> weights;  // of the measured quantities
  // ln(predicted / measured) of each of them.
  std::function<void(Problem&, double*)> compare;
};

using Values = Eigen::VectorXd;  // logarithms of the constants
using Choice = std::vector<std::size_t>;

class Calibration {
 public:
  Calibration(const std::vector<Constant>& constants, std::vector<Sample> samples);

  [[nodiscard]] const std::vector<Constant>& constants() const { return constants_; }
  [[nodiscard]] std::size_t size() const { return samples_.size(); }
  [[nodiscard]] Choice all() const;
  [[nodiscard]] Values priors() const;
  // Outliers are damped (soft L1 beyond 10 %), the priors are further residuals.
  [[nodiscard]] Values fit(const Choice& chosen, Values start);
  // One standard deviation of the logarithms, from the curvature at a fit to all runs: it knows of no error
  // of the model.
  [[nodiscard]] Values deviations(const Values& x);
  // A table with the values that the catalog has for these problems.
  void print_constants(const Values& x, std::vector<Problem> shipped);
  // predicted / measured of a run's quantities.
  [[nodiscard]] std::vector<double> ratios(std::size_t sample, const Values& x);
  // The same of every run, by constants that were fitted without its group.
  [[nodiscard]] std::vector<std::vector<double>> left_out(const std::vector<std::string>& groups,
                                                          const Values& start);

 private:
  struct Residuals;
  void apply(Problem& problem, const Values& x) const;

  const std::vector<Constant>& constants_;
  std::vector<Sample> samples_;
};

// A quantity as the plain number it holds.
[[nodiscard]] double* base(Seconds& time);

// "H200-SXM-141GB" is of the family "H100", "GB300" of "GB200".
[[nodiscard]] std::string gpu_family(std::string_view gpu);
// "Llama3.1-405B" and "Llama-3-8B" are one; mixtures of experts of a family are another.
[[nodiscard]] std::string model_family(std::string_view model);

}  // namespace trireme::calibration
