// What NCCL's collectives and expert kernels reach over one kind of link: plain constants, each set with its
// source in the catalog. The formulas are in core/cost/collective_law.h.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/base/units.h"
#include "core/catalog/provenance.h"

namespace trireme {

// Inside a scale-up domain. Shares are of the link's nominal rate per accelerator and direction.
struct DomainCollectives {
  Seconds start;                        // of any collective
  Seconds step;                         // of one step of a ring
  double link_efficiency = 0;           // rings and messages between peers
  double ll_ring_share = 0;             // of that, with the low-latency protocol in rings
  double ll_peer_share = 0;             // and between peers
  BytesPerSecond copy;                  // of a rank's own part in out-of-place collectives
  double tree_efficiency = 0;           // message rate of an all-reduce over several domains as a tree
  double in_switch_efficiency = 0;      // message rate of an all-reduce that the switches sum; 0: none
  std::int64_t in_switch_from = 0;      // ranks from which they do
  std::int64_t ring_domains = 0;        // rings join no more domains than this; 0: any number
  double ring_fill = 0, tree_fill = 0;  // weight of the pipeline's fill
  double ring_fill_limit = 0, tree_fill_limit = 0;  // it saturates at this many latencies of transfer

  Seconds expert_start;               // of a high-throughput expert kernel
  double expert_efficiency = 0;       // expert exchange
  BytesPerSecond expert_copy_per_sm;  // of a high-throughput expert kernel

  double custom_start_share = 0;  // custom all-reduce of serving frameworks: of `start`
  double custom_efficiency = 0;
  Seconds custom_second_phase;

  [[nodiscard]] bool present() const { return link_efficiency > 0; }
  friend bool operator==(const DomainCollectives&, const DomainCollectives&) = default;
};

// Across the network. Shares are of the nominal rate per accelerator.
struct NetworkCollectives {
  Seconds step;   // of a message to the next domain
  Seconds start;  // added by the protocols for large messages
  double all_reduce_efficiency = 0;
  double gather_efficiency = 0;    // all-gather, reduce-scatter
  double peer_efficiency = 0;      // all-to-all, send and receive
  double peer_half_ranks = 0;      // ranks at which an all-to-all reaches half of it
  double untuned_peer_factor = 1;  // with the default number of channels per peer
  Seconds peer_start;              // of an all-to-all, per square root of the remote ranks
  Bytes ll_window;                 // low-latency protocol: one latency for each
  Bytes ll_wide_window;            // the same for gathers and all-to-all
  double ring_fill_limit = 0;

  double expert_efficiency = 0;          // expert exchange
  Seconds expert_message;                // cost of one RDMA message
  double batched_messages_per_peer = 0;  // sent by batched expert kernels
  double cross_rail_factor = 1;          // traffic that changes rails

  [[nodiscard]] bool present() const { return all_reduce_efficiency > 0; }
  friend bool operator==(const NetworkCollectives&, const NetworkCollectives&) = default;
};

// The only lists of these numbers: visit(name, label, need, quantity&, unit).
template <class L, class Visit>
void for_each_collective_number(L& l, Visit&& visit) requires requires {
  l.link_efficiency;
}
{
  using namespace unit;
  constexpr BytesPerSecond gb_per_s = gb / second;
  visit("start_us", "Start of a collective", Need::Required, l.start, microsecond);
  visit("step_us", "Step of a ring", Need::Required, l.step, microsecond);
  visit("link_efficiency", "Rings and peers, share of the link rate", Need::Required, l.link_efficiency, 1.0);
  visit("ll_ring_share", "Low-latency protocol in rings, share of that", Need::Required, l.ll_ring_share,
        1.0);
  visit("ll_peer_share", "Low-latency protocol between peers, share of that", Need::Required, l.ll_peer_share,
        1.0);
  visit("copy_gb_per_s", "Copy of a rank's own part", Need::Required, l.copy, gb_per_s);
  visit("tree_efficiency", "Tree over several domains, message rate as share of the link rate",
        Need::Required, l.tree_efficiency, 1.0);
  visit("in_switch_efficiency", "All-reduce in the switches, message rate as share of the link rate",
        Need::Optional, l.in_switch_efficiency, 1.0);
  visit("in_switch_from_ranks", "Ranks from which the switches reduce", Need::Optional, l.in_switch_from,
        std::int64_t{1});
  visit("ring_domains", "Domains that rings join", Need::Optional, l.ring_domains, std::int64_t{1});
  visit("ring_fill_factor", "Pipeline fill of rings and peers", Need::Required, l.ring_fill, 1.0);
  visit("ring_fill_limit", "Transfer in latencies at which it saturates", Need::Required, l.ring_fill_limit,
        1.0);
  visit("tree_fill_factor", "Pipeline fill of trees", Need::Required, l.tree_fill, 1.0);
  visit("tree_fill_limit", "Transfer in latencies at which it saturates", Need::Required, l.tree_fill_limit,
        1.0);
  visit("expert_start_us", "Expert exchange, start of a high-throughput kernel", Need::Required,
        l.expert_start, microsecond);
  visit("expert_efficiency", "Expert exchange, share of the link rate", Need::Required, l.expert_efficiency,
        1.0);
  visit("expert_copy_per_sm_gb_per_s", "Expert exchange, copy rate of an SM", Need::Required,
        l.expert_copy_per_sm, gb_per_s);
  visit("custom_start_share", "Custom all-reduce, start as share of a collective's", Need::Required,
        l.custom_start_share, 1.0);
  visit("custom_efficiency", "Custom all-reduce in one shot, share of the link rate", Need::Required,
        l.custom_efficiency, 1.0);
  visit("custom_second_phase_us", "Custom all-reduce in two shots, second start", Need::Required,
        l.custom_second_phase, microsecond);
}

template <class L, class Visit>
void for_each_collective_number(L& l, Visit&& visit) requires requires {
  l.all_reduce_efficiency;
}
{
  using namespace unit;
  visit("step_us", "Step to the next domain", Need::Required, l.step, microsecond);
  visit("start_us", "Start of the protocols for large messages", Need::Required, l.start, microsecond);
  visit("all_reduce_efficiency", "All-reduce, share of the nominal rate", Need::Required,
        l.all_reduce_efficiency, 1.0);
  visit("gather_efficiency", "All-gather and reduce-scatter, share of the nominal rate", Need::Required,
        l.gather_efficiency, 1.0);
  visit("peer_efficiency", "All-to-all, send and receive, share of the nominal rate", Need::Required,
        l.peer_efficiency, 1.0);
  visit("peer_half_ranks", "Ranks at which an all-to-all reaches half of it", Need::Required,
        l.peer_half_ranks, 1.0);
  visit("untuned_peer_factor", "The same with NCCL's default channels per peer", Need::Required,
        l.untuned_peer_factor, 1.0);
  visit("peer_start_us", "All-to-all, start per square root of the remote ranks", Need::Required,
        l.peer_start, microsecond);
  visit("ll_window_kb", "Low-latency protocol, bytes a latency", Need::Required, l.ll_window, kb);
  visit("ll_wide_window_kb", "The same for gathers and all-to-all", Need::Required, l.ll_wide_window, kb);
  visit("ring_fill_limit", "Transfer in latencies at which the pipeline's fill saturates", Need::Required,
        l.ring_fill_limit, 1.0);
  visit("expert_efficiency", "Expert exchange, share of the nominal rate", Need::Required,
        l.expert_efficiency, 1.0);
  visit("expert_message_us", "Expert exchange, cost of an RDMA message", Need::Optional, l.expert_message,
        microsecond);
  visit("batched_messages_per_peer", "Batched expert exchange, messages to a peer", Need::Optional,
        l.batched_messages_per_peer, 1.0);
  visit("cross_rail_factor", "Traffic that changes rails", Need::Required, l.cross_rail_factor, 1.0);
}

}  // namespace trireme
