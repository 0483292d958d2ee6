// Candidates of each collective.
// SPDX-License-Identifier: MIT
#include "core/cost/collective_law.h"

#include <cmath>

namespace trireme {

void CollectiveTime::add(const CollectiveCandidate& candidate) {
  candidates_[count_] = candidate;
  if (candidate.time() < time() || count_ == 0) best_ = count_;
  ++count_;
}

Seconds pipeline_fill(Seconds latency, Seconds transfer, double weight, double limit) {
  const double l = latency.base(), x = transfer.base();
  return weight * std::sqrt(l * x / (1 + x / (limit * l))) * unit::second;
}

bool reduces_in_switches(const RankGroup& group) {
  return group.inside->in_switch_efficiency > 0 &&
         group.ranks >= static_cast<double>(group.inside->in_switch_from);
}

namespace {

CollectiveCandidate line(Algorithm algorithm, Seconds latency, Seconds transfer) {
  return {algorithm, latency, transfer, {}};
}

CollectiveCandidate pipeline(Algorithm algorithm, Seconds latency, Seconds transfer, double weight,
                             double limit) {
  return {algorithm, latency, transfer, pipeline_fill(latency, transfer, weight, limit)};
}

CollectiveTime inside_a_domain(const CollectiveCall& call, const RankGroup& group) {
  const DomainCollectives& law = *group.inside;
  const double n = group.ranks;
  const BytesPerSecond rate = law.link_efficiency * group.scale_up;
  const Bytes others = call.size * ((n - 1) / n);
  const Seconds own_copy = call.size / n / law.copy;
  const Seconds peer_latency = law.start + 2.0 * law.step;

  CollectiveTime time;
  const auto add_peers = [&](Bytes wire, Seconds copy) {
    time.add(line(Algorithm::PeersLl, peer_latency, wire / (law.ll_peer_share * rate)));
    time.add(
        pipeline(Algorithm::Peers, peer_latency, wire / rate + copy, law.ring_fill, law.ring_fill_limit));
  };
  if (call.kind == Collective::SendReceive) {
    add_peers(call.size, {});
  } else if (call.kind == Collective::AllToAll) {
    add_peers(others, own_copy);
  } else {
    const double passes = call.kind == Collective::AllReduce ? 2 : 1;
    const Seconds latency = law.start + passes * (n - 1) * law.step;
    const Bytes wire = passes * others;
    // Short messages take the ring even where the switches could reduce, hence one latency for all.
    const bool summable = call.element_bytes == 2 || call.element_bytes == 4;
    if (call.kind == Collective::AllReduce && summable && reduces_in_switches(group) &&
        call.choice != AlgorithmChoice::Ring)
      time.add(pipeline(Algorithm::InSwitch, latency, call.size / (law.in_switch_efficiency * group.scale_up),
                        law.tree_fill, law.tree_fill_limit));
    time.add(line(Algorithm::RingLl, latency, wire / (law.ll_ring_share * rate)));
    time.add(pipeline(Algorithm::Ring, latency, wire / rate + own_copy, law.ring_fill, law.ring_fill_limit));
  }
  return time;
}

bool rings_reach(const DomainCollectives& law, double domains) {
  return law.ring_domains == 0 || domains <= static_cast<double>(law.ring_domains);
}

CollectiveTime across_domains(const CollectiveCall& call, const RankGroup& group) {
  const DomainCollectives& inside = *group.inside;
  const NetworkCollectives& law = *group.across;
  const double n = group.ranks, k = group.domains, g = group.per_domain();
  const BytesPerSecond nominal = call.cross_rail ? group.scale_out / law.cross_rail_factor : group.scale_out;
  const BytesPerSecond link = inside.link_efficiency * group.scale_up;
  // Without a scale-up link the network is the only limit.
  const auto not_above = [&](BytesPerSecond rate, BytesPerSecond limit) {
    return limit > BytesPerSecond{} ? min(rate, limit) : rate;
  };

  CollectiveTime time;
  const auto add_peers = [&](Seconds latency, Bytes window, Seconds start, Seconds transfer) {
    time.add(line(Algorithm::PeersLl, latency, latency * (call.size / window)));
    time.add(pipeline(Algorithm::Peers, latency + start, transfer, inside.ring_fill, law.ring_fill_limit));
  };
  const double peer_efficiency = law.peer_efficiency * (call.tuned_peers ? 1 : law.untuned_peer_factor);

  switch (call.kind) {
    case Collective::AllReduce: {
      const BytesPerSecond network = law.all_reduce_efficiency * g * nominal;
      if (call.choice != AlgorithmChoice::Ring) {
        const Seconds latency = inside.start + 2 * (g - 1) * inside.step + 2 * std::log2(k) * law.step;
        // Of two domains each is root of one tree and leaf of the other, so that the message leaves it once;
        // from three on an inner domain serves two children.
        const BytesPerSecond rate =
            not_above(network, inside.tree_efficiency * group.scale_up) * (k > 2 ? 0.5 : 1.0);
        time.add(line(Algorithm::TreeLl, latency, latency * (call.size / law.ll_window)));
        time.add(pipeline(Algorithm::Tree, latency + law.start, call.size / rate, inside.tree_fill,
                          inside.tree_fill_limit));
      }
      if (call.choice == AlgorithmChoice::Ring ||
          (call.choice == AlgorithmChoice::Any && rings_reach(inside, k))) {
        const Seconds latency = inside.start + 2 * k * law.step + (2 * (n - 1) - 2 * k) * inside.step;
        time.add(pipeline(Algorithm::Ring, latency + law.start,
                          2 * (n - 1) / n * call.size / not_above(network, link), inside.ring_fill,
                          law.ring_fill_limit));
      }
      break;
    }
    case Collective::AllGather:
    case Collective::ReduceScatter: {
      const Seconds latency = inside.start + k * law.step + (n - 1 - k) * inside.step;
      const BytesPerSecond rate = not_above(law.gather_efficiency * g * nominal, link);
      time.add(line(Algorithm::RingLl, latency, latency * (call.size / law.ll_wide_window)));
      time.add(pipeline(Algorithm::Ring, latency + law.start, (n - 1) / n * call.size / rate,
                        inside.ring_fill, law.ring_fill_limit));
      break;
    }
    case Collective::AllToAll: {
      const Seconds latency = inside.start + law.step + std::sqrt(n - g) * law.peer_start;
      const BytesPerSecond network = peer_efficiency / (1 + n / law.peer_half_ranks) * nominal;
      const Seconds remote = (n - g) / n * call.size / network;
      const Seconds local = g > 1 && link > BytesPerSecond{} ? (g - 1) / n * call.size / link : Seconds{};
      add_peers(latency, law.ll_wide_window, law.start, max(remote, local));
      break;
    }
    case Collective::SendReceive:
      add_peers(inside.start + law.step, law.ll_window, law.start / 2,
                call.size / (peer_efficiency * nominal));
      break;
  }
  return time;
}

}  // namespace

CollectiveTime collective_time(const CollectiveCall& call, const RankGroup& group) {
  if (group.ranks <= 1) return {};
  return group.domains > 1 ? across_domains(call, group) : inside_a_domain(call, group);
}

}  // namespace trireme
