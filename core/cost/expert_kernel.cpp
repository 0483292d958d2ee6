// Routed experts of an inference step.
// SPDX-License-Identifier: MIT
#include "core/cost/expert_kernel.h"

#include <algorithm>
#include <cmath>

namespace trireme {
namespace {

ExpertKernelTime time_with(const Accelerator& accelerator, const ExpertLaw& law, const ExpertShape& s,
                           const RoutingSkew& skew, double hit, double rows) {
  const double per_expert = rows / hit;
  const double padded = per_expert + std::min(per_expert, law.pad_rows);
  const double up = s.matrices - 1;
  const double element = operand_bytes(s.format);
  const Flops work = skew.compute * 2 * hit * padded * s.input * s.width *
                     (up * (1 + law.k0 / s.input) + (1 + law.k0 / s.width)) * unit::flop;
  const Bytes weights = s.matrices * hit * s.input * s.width * s.weight_bytes * unit::byte;
  const Bytes activations = (rows * (s.input * element + 4 * s.width + s.width * element + 2 * s.input) +
                             4 * s.rank_tokens * s.input) *
                            unit::byte;

  ExpertKernelTime time;
  time.hit = hit, time.rows = rows;
  const double narrow = s.narrow_weights ? skew.narrow_kernel : 1;
  time.compute = narrow * work / (accelerator.dense_peak(s.format) * law.compute_efficiency);
  time.memory = narrow * weights /
                (accelerator.hbm_bandwidth * law.memory_efficiency * accelerator.laws.serving.bandwidth);
  const double p = law.norm_exponent;
  time.total =
      law.t0 +
      std::pow(std::pow(time.compute.base(), p) + std::pow(time.memory.base(), p), 1 / p) * unit::second +
      activations / (accelerator.hbm_bandwidth * law.activation_efficiency) + hit * law.per_expert;
  return time;
}

}  // namespace

ExpertKernelTime expert_kernel_time(const Accelerator& accelerator, const ExpertShape& s,
                                    const RoutingSkew& skew) {
  const double local = s.experts / s.ranks;
  const double mean_rows = s.tokens * s.top_k / s.ranks;
  const double picks = 1 + skew.distinct * (s.tokens - 1);
  const double hit = std::min(
      local, std::max(std::min(1.0, mean_rows), local * (1 - std::pow(1 - s.top_k / s.experts, picks))));
  double rows = mean_rows;
  if (s.ranks > 1)
    rows = std::min((mean_rows + std::sqrt(2 * std::log(s.ranks) * mean_rows)) * skew.busiest,
                    s.tokens * s.top_k);

  ExpertKernelTime best;
  for (const ExpertLaw& law : accelerator.laws.experts[static_cast<std::size_t>(s.format)]) {
    if (!law.present()) continue;
    const ExpertKernelTime time = time_with(accelerator, law, s, skew, hit, rows);
    if (best.total == Seconds{} || time.total < best.total) best = time;
  }
  return best;
}

}  // namespace trireme
