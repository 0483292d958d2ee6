// Dispatch and combine of mixture-of-experts layers.
// SPDX-License-Identifier: MIT
#include "core/cost/token_dispatch.h"

#include <algorithm>
#include <cmath>

namespace trireme {
namespace {

// Of `targets` equal ones, how many distinct ones a token with `top_k` random experts goes to.
double distinct_targets(double targets, double top_k) {
  return targets * (1 - std::pow(1 - 1 / targets, top_k));
}

Seconds over(Bytes bytes, BytesPerSecond rate) { return rate > BytesPerSecond{} ? bytes / rate : Seconds{}; }

}  // namespace

Seconds token_dispatch_time(Dispatcher dispatcher, const DispatchShape& shape, const Fabric& fabric) {
  if (shape.ranks <= 1) return {};
  const double ranks = static_cast<double>(shape.ranks);
  const Placement place_of = place({shape.ranks, shape.stride}, fabric.scale_up_domain);
  const double inside = place_of.per_domain, domains = place_of.domains;
  const BytesPerSecond scale_up = fabric.accelerator->scale_up_bandwidth;
  const Link& out = *fabric.scale_out;

  if (dispatcher == Dispatcher::Nccl) {
    const Bytes copies = shape.tokens * shape.top_k;
    const BytesPerSecond network = fabric.scale_out_per_gpu * out.nccl_all_to_all_efficiency;
    return fabric.scale_up->nccl_all_to_all_latency +
           fabric.scale_up->nccl_all_to_all_latency_per_node * domains +
           max(over(copies * ((inside - 1) / ranks), scale_up * fabric.scale_up->nccl_all_to_all_efficiency),
               over(copies * (1 - inside / ranks), network));
  }
  const BytesPerSecond network = fabric.scale_out_per_gpu * out.all_to_all_efficiency;
  const double reached = distinct_targets(ranks, shape.top_k);
  const Bytes in_domain =
      shape.tokens * (reached * (ranks - 1) / ranks * std::min(1.0, inside * domains / ranks));
  const Bytes across = domains > 1
                           ? shape.tokens * (distinct_targets(domains, shape.top_k) * (domains - 1) / domains)
                           : Bytes{};
  return (place_of.crosses() ? out.all_to_all_latency : fabric.scale_up->all_to_all_latency) +
         max(over(in_domain, scale_up * fabric.scale_up->all_to_all_efficiency), over(across, network));
}

Seconds token_dispatch_latency(Dispatcher dispatcher, const DispatchShape& shape, const Fabric& fabric) {
  if (dispatcher != Dispatcher::Uccl && dispatcher != Dispatcher::Nvshmem) return {};
  const double nodes = std::ceil(static_cast<double>(shape.ranks * shape.stride) /
                                 static_cast<double>(fabric.scale_up_domain));
  return (nodes - 1) * fabric.scale_out->expert_latency_per_node;
}

}  // namespace trireme
