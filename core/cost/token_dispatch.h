// Time of carrying tokens to their experts and back, by the library that does it.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/units.h"
#include "core/cost/collectives.h"
#include "core/parallel/plan.h"

namespace trireme {

// One dispatch or combine of one MoE layer.
struct DispatchShape {
  double tokens = 0;        // of this rank
  Bytes token;              // one of them
  double top_k = 1;         // experts of a token
  std::int64_t ranks = 1;   // expert-parallel ranks
  std::int64_t stride = 1;  // GPUs between them: the expert-tensor group
};

// NCCL sends each copy of a token in an all-to-all; the others send a token once to each node that wants it.
// Sources: core/cost/collective_law.h, core/cost/expert_exchange.h.
[[nodiscard]] Seconds token_dispatch_time(Dispatcher dispatcher, const DispatchShape& shape,
                                          const Fabric& fabric);

// What the DeepEP ports for EFA add to each call for every further node, whatever else runs.
[[nodiscard]] Seconds token_dispatch_latency(Dispatcher dispatcher, const DispatchShape& shape,
                                             const Fabric& fabric);

}  // namespace trireme
