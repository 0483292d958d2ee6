// Expert dispatch and combine.
// SPDX-License-Identifier: MIT
#include "core/cost/expert_exchange.h"

#include <cmath>

namespace trireme {

double different_targets(double targets, double choices) {
  return targets * (1 - std::pow(1 - 1 / targets, choices));
}

ExpertTime expert_exchange_time(const ExpertCall& call, const RankGroup& group) {
  ExpertTime time;
  if (group.ranks <= 1) return time;
  const DomainCollectives& inside = *group.inside;
  const double n = group.ranks, k = group.domains, g = group.per_domain();
  const Bytes sent = call.tokens * call.token;  // once to everybody who wants it
  const bool crosses = k > 1;
  const double rail = crosses && call.cross_rail ? group.across->cross_rail_factor : 1;
  time.latency = 2.0 * inside.start;
  BytesPerSecond network, link = inside.expert_efficiency * group.scale_up;
  if (crosses) {
    time.latency += 2.0 * group.across->step;
    network = group.across->expert_efficiency / rail * group.scale_out;
  }

  if (call.kernel == ExpertKernel::HighThroughput || call.kernel == ExpertKernel::HighThroughputV2) {
    time.latency += inside.expert_start;
    if (call.kernel == ExpertKernel::HighThroughput) link = min(link, call.sms * inside.expert_copy_per_sm);
    if (crosses) time.network = different_targets(k, call.top_k) * ((k - 1) / k) * sent / network;
    if (g > 1) time.scale_up = different_targets(n, call.top_k) * ((g - 1) / g) * sent / link;
    return time;
  }
  if (g > 1) time.scale_up = call.top_k * ((g - 1) / n) * sent / link;
  if (!crosses) return time;
  time.network = call.top_k * ((n - g) / n) * sent / network;
  const double messages = call.kernel == ExpertKernel::LowLatency
                              ? call.tokens * call.top_k * ((n - g) / n)
                              : group.across->batched_messages_per_peer * (n - g);
  time.messages = messages * rail * group.across->expert_message;
  return time;
}

}  // namespace trireme
