// Time of NCCL's collectives on 2 to thousands of GPUs, 8 B to 64 GiB, in a domain and across the network.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>

#include "core/base/names.h"
#include "core/base/units.h"
#include "core/catalog/link_collectives.h"
#include "core/cost/collective.h"

namespace trireme {

// Ways to do a collective. LL is the low-latency protocol: no pipeline to fill, but a fraction of the rate.
enum class Algorithm { RingLl, Ring, InSwitch, TreeLl, Tree, PeersLl, Peers };
template <>
struct EnumNames<Algorithm> {
  static constexpr std::array<EnumName<Algorithm>, 7> rows{{
      {Algorithm::RingLl, "ring_ll", "ring, low latency"},
      {Algorithm::Ring, "ring", "ring"},
      {Algorithm::InSwitch, "in_switch", "reduction in the switches"},
      {Algorithm::TreeLl, "tree_ll", "tree, low latency"},
      {Algorithm::Tree, "tree", "tree"},
      {Algorithm::PeersLl, "peers_ll", "peer to peer, low latency"},
      {Algorithm::Peers, "peers", "peer to peer"},
  }};
};

// The ranks of a group, spread evenly over scale-up domains, and the links between them. A rank's share of
// the network is the node's rate divided by its ranks that communicate at once, in all groups together.
struct RankGroup {
  double ranks = 1;
  double domains = 1;
  BytesPerSecond scale_up;   // nominal, per rank and direction; zero without such a link
  BytesPerSecond scale_out;  // the same of the network; not used inside a domain
  const DomainCollectives* inside = nullptr;
  const NetworkCollectives* across = nullptr;  // may be null inside a domain
  [[nodiscard]] double per_domain() const { return ranks / domains; }
};

// Whether the switches of the domain can sum for so many ranks.
[[nodiscard]] bool reduces_in_switches(const RankGroup& group);

enum class AlgorithmChoice { Any, Ring, Tree };

struct CollectiveCall {
  Collective kind = Collective::AllReduce;
  // As nccl-tests counts it: the gathered size of an all-gather or reduce-scatter, the whole send buffer of a
  // rank in an all-to-all.
  Bytes size;
  double element_bytes = 2;  // switches sum 16- and 32-bit numbers only
  AlgorithmChoice choice = AlgorithmChoice::Any;
  bool tuned_peers = true;  // false: NCCL's default channels per peer
  bool cross_rail = false;  // the group's ranks are on different rails
};

// What a pipeline of chunks adds to latency L and transfer x: c sqrt(L x / (1 + x / (kappa L))). With c = 2
// and no limit kappa the sum is (sqrt L + sqrt x)^2, that of chunks of the best size; chunks have a largest
// size, so the fill saturates at c L sqrt(kappa).
[[nodiscard]] Seconds pipeline_fill(Seconds latency, Seconds transfer, double weight, double limit);

struct CollectiveCandidate {
  Algorithm algorithm = Algorithm::Ring;
  Seconds latency, transfer, fill;
  [[nodiscard]] Seconds time() const { return latency + transfer + fill; }
};

class CollectiveTime {
 public:
  [[nodiscard]] std::span<const CollectiveCandidate> candidates() const {
    return {candidates_.data(), count_};
  }
  // The fastest candidate; all zero for a single rank.
  [[nodiscard]] const CollectiveCandidate& best() const { return candidates_[best_]; }
  [[nodiscard]] Seconds time() const { return best().time(); }
  void add(const CollectiveCandidate& candidate);

 private:
  std::array<CollectiveCandidate, 3> candidates_;
  std::size_t count_ = 0, best_ = 0;
};

// No host overhead: as nccl-tests and CUDA graphs measure it. Across domains the phases inside and outside
// overlap; only the slower one counts. Source: collectives specification, section 2.
[[nodiscard]] CollectiveTime collective_time(const CollectiveCall& call, const RankGroup& group);

}  // namespace trireme
