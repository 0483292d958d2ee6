// Accuracy against samples and thinking tokens: laws, measured curves, and how far they can be trusted.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace trireme {

// Coverage, the share of questions that at least one of N samples solves: exp(-A N^-beta). It is the accuracy
// when a perfect checker picks. On 19 curves as good as a + b log N, but it stays between 0 and 1.
struct CoverageLaw {
  double a = 1, beta = 0.3;
  [[nodiscard]] double at(double samples) const;
};

// Accuracy of one chain of T thinking tokens: ceiling/(1 + (half/T)^slope).
struct ThinkingLaw {
  double ceiling = 1, half_tokens = 0, slope = 1;
  [[nodiscard]] double at(double tokens) const;
};

// Majority vote at 64 samples from the accuracy of one: logit m = 0.770 + 1.068 logit p. Fitted to 14 models
// on AIME 2024 (30 questions), rms 5.9 points, 9 to 74 % alone.
[[nodiscard]] double majority_at_64(double single);
inline constexpr double majority_error = 0.059;

// From one sample to N: m(N) = m_inf - (m_inf - p) N^-0.54, through p and majority_at_64. The exponent is of
// one curve, Qwen2.5-32B on GPQA, rms 0.45 points, 1 to 64 samples. The modal answer is the ceiling.
[[nodiscard]] double majority(double single, double samples);

// Best of N by an imperfect verifier lies between majority vote (0) and coverage (1). `skill` says where; it
// is an assumption about the verifier.
[[nodiscard]] double best_of_n(double majority, double coverage, double skill);

// --- measured curves ---

struct Prediction {
  double value = 0, low = 0, high = 0;
  bool extrapolated = false;
};

// Smallest and largest N or T of a curve, and its errors as shares of 1: rms and largest residual of the fit,
// and the error at the largest N when it is fitted to the others. No curve was held out.
struct FitQuality {
  double from = 1, to = 1;
  int points = 0;
  double rms = 0, largest = 0, beyond = 0;
  // Inside the range the largest residual; outside, the error of predicting the last point is added, once for
  // every factor as wide as the range, and at least once.
  [[nodiscard]] Prediction predict(double value, double at) const;
};

enum class Search { None, Tree };  // samples drawn apart, or expansions of a tree

struct CoverageCurve {
  std::string_view model, task, source;
  Search search = Search::None;
  CoverageLaw law;
  FitQuality quality;
  [[nodiscard]] Prediction predict(double samples) const { return quality.predict(law.at(samples), samples); }
};
struct ThinkingCurve {
  std::string_view model, task, source;
  ThinkingLaw law;
  FitQuality quality;
  [[nodiscard]] Prediction predict(double tokens) const { return quality.predict(law.at(tokens), tokens); }
};
[[nodiscard]] std::span<const CoverageCurve> coverage_curves();
[[nodiscard]] std::span<const ThinkingCurve> thinking_curves();

// --- small model with more samples, or large model ---

// At equal cost the small model has kappa samples for each of the large one, kappa being the ratio of the
// costs of a sample. How much it needs to reach the large model's coverage at `samples` of those:
// (A_s/A_l)^(1/beta_s) N^(beta_l/beta_s - 1).
[[nodiscard]] double samples_to_match(const CoverageLaw& small, const CoverageLaw& large, double samples = 1);

struct EqualCost {
  double ratio = 0, needed = 0;  // kappa, and what it must exceed
  double small_samples = 0;
  double small = 0, large = 0;  // coverage
  [[nodiscard]] bool small_wins() const { return ratio > needed; }
};
[[nodiscard]] EqualCost at_equal_cost(const CoverageLaw& small, const CoverageLaw& large, double cost_ratio,
                                      double large_samples = 1);

}  // namespace trireme
