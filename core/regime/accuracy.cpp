// Laws and fits of accuracy. Source: inference specification, section 10.2; the runs that they were fitted to
// are tests/validation/test_time/runs.csv. SPDX-License-Identifier: MIT
#include "core/regime/accuracy.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trireme {
namespace {

constexpr double majority_intercept = 0.770, majority_slope = 1.068, majority_exponent = 0.54;

constexpr std::string_view codex =
    "Chen et al. 2021, Evaluating Large Language Models Trained on Code, table 1 (as remembered, not "
    "re-read)";
constexpr std::string_view prover = "DeepSeek-Prover-V1.5, deepseek-ai/DeepSeek-Prover-V1.5:paper.pdf";
constexpr std::string_view qwen3 =
    "Qwen3 Technical Report, figure 2, QwenLM/Qwen3:Qwen3_Technical_Report.pdf";
constexpr std::string_view s1_budget =
    "s1: Simple test-time scaling, simplescaling/s1:visuals/budget_forcing.pdf";
constexpr std::string_view s1_steps =
    "s1: Simple test-time scaling, simplescaling/s1:visuals/parallel_stretched.pdf";

constexpr CoverageCurve humaneval(std::string_view model, CoverageLaw law, FitQuality quality) {
  return {model, "HumanEval", codex, Search::None, law, quality};
}
constexpr CoverageCurve proofs(std::string_view model, std::string_view task, Search search, CoverageLaw law,
                               FitQuality quality) {
  return {model, task, prover, search, law, quality};
}

// {A, beta}, {from, to, points, rms, largest, beyond}
constexpr std::array<CoverageCurve, 19> coverage_table{{
    humaneval("Codex-12M", {4.1567, 0.1129}, {1, 100, 3, 0.0036, 0.0043, 0.0259}),
    humaneval("Codex-25M", {3.4296, 0.112}, {1, 100, 3, 0.0003, 0.0004, 0.0018}),
    humaneval("Codex-42M", {3.0446, 0.1057}, {1, 100, 3, 0.003, 0.0039, 0.0174}),
    humaneval("Codex-85M", {2.5879, 0.1163}, {1, 100, 3, 0.0074, 0.01, 0.0395}),
    humaneval("Codex-300M", {2.14, 0.1565}, {1, 100, 3, 0.0156, 0.0211, 0.0759}),
    humaneval("Codex-679M", {1.8737, 0.1569}, {1, 100, 3, 0.0103, 0.0141, 0.0471}),
    humaneval("Codex-2.5B", {1.6359, 0.2361}, {1, 100, 3, 0.0243, 0.0326, 0.0973}),
    humaneval("Codex-12B", {1.3073, 0.2806}, {1, 100, 3, 0.0272, 0.0359, 0.0937}),
    humaneval("GPT-J-6B", {2.2731, 0.119}, {1, 100, 3, 0.0148, 0.0202, 0.0731}),
    humaneval("GPT-Neo-1.3B", {3.2659, 0.1246}, {1, 100, 3, 0.009, 0.0115, 0.0538}),
    humaneval("GPT-Neo-125M", {4.7249, 0.06526}, {1, 100, 3, 0.0013, 0.0016, 0.01}),
    humaneval("GPT-Neo-2.7B", {2.8566, 0.1315}, {1, 100, 3, 0.0065, 0.0085, 0.0372}),
    proofs("DeepSeek-Prover-V1.5-RL (CoT)", "ProofNet-test", Search::None, {1.981, 0.03203},
           {128, 25600, 3, 0.0024, 0.0034, 0.0089}),
    proofs("DeepSeek-Prover-V1.5-SFT (CoT)", "ProofNet-test", Search::None, {2.291, 0.04631},
           {128, 25600, 3, 0.0023, 0.0033, 0.0087}),
    proofs("DeepSeek-Prover-V1.5-Base", "miniF2F-test", Search::None, {1.8401, 0.08523},
           {128, 6400, 3, 0.0035, 0.0046, 0.0095}),
    proofs("DeepSeek-Prover-V1.5-RL (CoT)", "miniF2F-test", Search::None, {0.79686, 0.03819},
           {32, 102400, 6, 0.0037, 0.0078, 0.0065}),
    proofs("DeepSeek-Prover-V1.5-RL (CoT)", "miniF2F-test", Search::Tree, {1.0325, 0.06794},
           {3200, 204800, 4, 0.002, 0.003, 0.0057}),
    proofs("DeepSeek-Prover-V1.5-SFT (CoT)", "miniF2F-test", Search::None, {0.80767, 0.03213},
           {32, 102400, 6, 0.0026, 0.0035, 0.0028}),
    proofs("DeepSeek-Prover-V1.5-SFT (CoT)", "miniF2F-test", Search::Tree, {0.9442, 0.05028},
           {3200, 204800, 4, 0.0026, 0.0044, 0.0039}),
}};

// {ceiling, half, slope}, {as above}. Not here: s1-32B on GPQA, three points for three parameters.
constexpr std::array<ThinkingCurve, 6> thinking_table{{
    {"Qwen3-235B-A22B", "AIME'24", qwen3, {1, 2290.9, 0.7095}, {1024, 32768, 6, 0.04, 0.0601, 0.0021}},
    {"Qwen3-235B-A22B", "AIME'25", qwen3, {1, 4433.6, 0.7289}, {1024, 32768, 6, 0.0372, 0.0586, 0.0091}},
    {"Qwen3-235B-A22B",
     "GPQA Diamond",
     qwen3,
     {0.7904, 5.6149, 0.2712},
     {1024, 32768, 6, 0.0077, 0.0146, 0.0065}},
    {"Qwen3-235B-A22B",
     "LiveCodeBench v5",
     qwen3,
     {1, 2406.8, 0.295},
     {1024, 32768, 6, 0.0123, 0.0181, 0.0107}},
    {"s1-32B", "AIME24", s1_budget, {0.6594, 2405.4, 1.473}, {1000, 8460, 7, 0.0099, 0.0148, 0.0062}},
    {"s1-32B", "AIME24", s1_steps, {0.4131, 2012, 2.676}, {2860, 23200, 4, 0.06, 0.089, 0.2238}},
}};

double logit(double p) { return std::log(p / (1 - p)); }

}  // namespace

double CoverageLaw::at(double samples) const { return std::exp(-a * std::pow(samples, -beta)); }

double ThinkingLaw::at(double tokens) const { return ceiling / (1 + std::pow(half_tokens / tokens, slope)); }

double majority_at_64(double single) {
  if (single <= 0 || single >= 1) return single;
  return 1 / (1 + std::exp(-majority_intercept - majority_slope * logit(single)));
}

double majority(double single, double samples) {
  const double left = std::pow(64, -majority_exponent);
  const double ceiling = std::min((majority_at_64(single) - single * left) / (1 - left), 1.0);
  return ceiling - (ceiling - single) * std::pow(samples, -majority_exponent);
}

double best_of_n(double majority, double coverage, double skill) {
  return majority + skill * std::max(coverage - majority, 0.0);
}

Prediction FitQuality::predict(double value, double at) const {
  const double outside = std::max({at / to, from / at, 1.0});
  double error = largest;
  if (outside > 1) error += std::max(std::log(outside) / std::log(to / from), 1.0) * beyond;
  return {value, std::max(value - error, 0.0), std::min(value + error, 1.0), outside > 1};
}

std::span<const CoverageCurve> coverage_curves() { return coverage_table; }
std::span<const ThinkingCurve> thinking_curves() { return thinking_table; }

double samples_to_match(const CoverageLaw& small, const CoverageLaw& large, double samples) {
  return std::pow(small.a / large.a, 1 / small.beta) * std::pow(samples, large.beta / small.beta - 1);
}

EqualCost at_equal_cost(const CoverageLaw& small, const CoverageLaw& large, double cost_ratio,
                        double large_samples) {
  EqualCost result;
  result.ratio = cost_ratio;
  result.needed = samples_to_match(small, large, large_samples);
  result.small_samples = cost_ratio * large_samples;
  result.small = small.at(result.small_samples);
  result.large = large.at(large_samples);
  return result;
}

}  // namespace trireme
