// Custom all-reduce.
// SPDX-License-Identifier: MIT
#include "core/cost/custom_all_reduce.h"

namespace trireme {

Seconds custom_all_reduce_time(Bytes size, const RankGroup& group) {
  if (group.ranks <= 1) return {};
  const DomainCollectives& law = *group.inside;
  const double n = group.ranks;
  const Seconds start = law.custom_start_share * law.start;
  const Seconds one_shot = start + (n - 1) * size / (law.custom_efficiency * group.scale_up);

  const Seconds latency = start + law.custom_second_phase;
  const Seconds transfer = reduces_in_switches(group)
                               ? size / (law.in_switch_efficiency * group.scale_up)
                               : 2 * (n - 1) / n * size / (law.link_efficiency * group.scale_up);
  const Seconds two_shots = latency + transfer + pipeline_fill(latency, transfer, 1, law.tree_fill_limit);
  return min(one_shot, two_shots);
}

}  // namespace trireme
