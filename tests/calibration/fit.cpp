// SPDX-License-Identifier: MIT
#include "tests/calibration/fit.h"

#include <Eigen/LU>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <set>
#include <unsupported/Eigen/NonLinearOptimization>

namespace trireme::calibration {
namespace {

double damped(double log_ratio) {
  constexpr double scale = 0.1;
  const double r = log_ratio / scale;
  return std::copysign(std::sqrt(2 * (std::sqrt(1 + r * r) - 1)), r);
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

// The functor of Eigen's solver: the rows of the chosen runs, then those of the priors.
struct Calibration::Residuals {
  using Scalar = double;
  using InputType = Values;
  using ValueType = Eigen::VectorXd;
  using JacobianType = Eigen::MatrixXd;
  enum { InputsAtCompileTime = Eigen::Dynamic, ValuesAtCompileTime = Eigen::Dynamic };

  Calibration& calibration;
  const Choice& chosen;
  Eigen::Index rows = 0;

  Residuals(Calibration& of, const Choice& runs) : calibration(of), chosen(runs) {
    for (const std::size_t i : chosen) rows += static_cast<Eigen::Index>(of.samples_[i].weights.size());
  }
  [[nodiscard]] int inputs() const { return static_cast<int>(calibration.constants_.size()); }
  [[nodiscard]] int values() const { return static_cast<int>(rows) + inputs(); }

  static void compare(Sample& sample, double* residuals) {
    sample.compare(sample.problem, residuals);
    for (std::size_t k = 0; k < sample.weights.size(); ++k)
      residuals[k] = std::sqrt(sample.weights[k]) * damped(residuals[k]);
  }
  [[nodiscard]] const Constant& constant(Eigen::Index j) const {
    return calibration.constants_[static_cast<std::size_t>(j)];
  }

  int operator()(const Values& x, Eigen::VectorXd& residuals) const {
    Eigen::Index row = 0;
    for (const std::size_t i : chosen) {
      Sample& sample = calibration.samples_[i];
      calibration.apply(sample.problem, x);
      compare(sample, &residuals[row]);
      row += static_cast<Eigen::Index>(sample.weights.size());
    }
    for (Eigen::Index j = 0; j < inputs(); ++j)
      residuals[row + j] = (x[j] - std::log(constant(j).prior)) / constant(j).prior_sd;
    return 0;
  }

  // Forward differences, only where a constant acts.
  int df(const Values& x, Eigen::MatrixXd& jacobian) const {
    constexpr double step = 1e-3;
    jacobian.setZero(values(), inputs());
    Eigen::Index row = 0;
    std::vector<double> here, there;
    for (const std::size_t i : chosen) {
      Sample& sample = calibration.samples_[i];
      const std::size_t count = sample.weights.size();
      here.resize(count), there.resize(count);
      calibration.apply(sample.problem, x);
      compare(sample, here.data());
      for (Eigen::Index j = 0; j < inputs(); ++j) {
        double* member = constant(j).member(sample.problem);
        if (!member) continue;
        const double value = *member;
        *member = value * std::exp(step);
        compare(sample, there.data());
        *member = value;
        for (std::size_t k = 0; k < count; ++k)
          jacobian(row + static_cast<Eigen::Index>(k), j) = (there[k] - here[k]) / step;
      }
      row += static_cast<Eigen::Index>(count);
    }
    for (Eigen::Index j = 0; j < inputs(); ++j) jacobian(row + j, j) = 1 / constant(j).prior_sd;
    return 0;
  }
};

Calibration::Calibration(const std::vector<Constant>& constants, std::vector<Sample> samples)
    : constants_(constants), samples_(std::move(samples)) {}

void Calibration::apply(Problem& problem, const Values& x) const {
  for (std::size_t i = 0; i < constants_.size(); ++i)
    if (double* member = constants_[i].member(problem)) *member = std::exp(x[static_cast<Eigen::Index>(i)]);
}

Choice Calibration::all() const {
  Choice every(samples_.size());
  for (std::size_t i = 0; i < every.size(); ++i) every[i] = i;
  return every;
}

Values Calibration::priors() const {
  Values x(static_cast<Eigen::Index>(constants_.size()));
  for (std::size_t i = 0; i < constants_.size(); ++i)
    x[static_cast<Eigen::Index>(i)] = std::log(constants_[i].prior);
  return x;
}

Values Calibration::fit(const Choice& chosen, Values start) {
  Residuals residuals(*this, chosen);
  Eigen::LevenbergMarquardt<Residuals> solver(residuals);
  solver.parameters.maxfev = 25;
  solver.parameters.ftol = 1e-4, solver.parameters.xtol = 1e-5;
  solver.minimize(start);
  return start;
}

Values Calibration::deviations(const Values& x) {
  const Choice every = all();
  Residuals residuals(*this, every);
  Eigen::MatrixXd jacobian;
  residuals.df(x, jacobian);
  const Eigen::MatrixXd curvature = jacobian.transpose() * jacobian;
  return curvature.inverse().diagonal().cwiseSqrt();
}

void Calibration::print_constants(const Values& x, std::vector<Problem> shipped) {
  const Values sd = deviations(x);
  std::printf("\n| constant | fitted | sd | catalog |\n|---|--:|--:|--:|\n");
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const Constant& constant = constants_[static_cast<std::size_t>(i)];
    double current = 0;
    for (Problem& problem : shipped)
      if (const double* member = constant.member(problem)) current = *member;
    std::printf("| %s | %.4g | %.0f %% | %.4g |\n", std::string(constant.name).c_str(), std::exp(x[i]),
                100 * sd[i], current);
  }
  std::fflush(stdout);
}

std::vector<double> Calibration::ratios(std::size_t sample, const Values& x) {
  Sample& s = samples_[sample];
  apply(s.problem, x);
  std::vector<double> result(s.weights.size());
  s.compare(s.problem, result.data());
  for (double& ratio : result) ratio = std::exp(ratio);
  return result;
}

std::vector<std::vector<double>> Calibration::left_out(const std::vector<std::string>& groups,
                                                       const Values& start) {
  std::vector<std::vector<double>> result(samples_.size());
  for (const std::string& name : std::set<std::string>(groups.begin(), groups.end())) {
    Choice others;
    for (std::size_t i = 0; i < groups.size(); ++i)
      if (groups[i] != name) others.push_back(i);
    const Values x = fit(others, start);
    for (std::size_t i = 0; i < groups.size(); ++i)
      if (groups[i] == name) result[i] = ratios(i, x);
  }
  return result;
}

double* base(Seconds& time) {
  static_assert(sizeof(Seconds) == sizeof(double));
  return reinterpret_cast<double*>(&time);
}

std::string gpu_family(std::string_view gpu) {
  const std::string_view name = gpu.substr(0, gpu.find('-'));
  if (name == "H200" || name == "H800" || name == "GH200") return "H100";
  if (name == "A800") return "A100";
  if (name == "B300") return "B200";
  return std::string(name == "GB300" ? "GB200" : name);
}

std::string model_family(std::string_view model) {
  std::string family(model.substr(0, model.find_first_of("-. (")));
  while (!family.empty() && std::isdigit(static_cast<unsigned char>(family.back()))) family.pop_back();
  for (const std::string_view mixture : {"A3B", "A22B", "A17B", "Llama-4"})
    if (contains(model, mixture)) family += "-moe";
  if (contains(model, "OSS") || contains(model, "oss")) family += "-oss";
  return family;
}

}  // namespace trireme::calibration
