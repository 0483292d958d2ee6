// Time of collectives and of messages, inside a scale-up domain and across the network.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/base/units.h"
#include "core/catalog/accelerator.h"
#include "core/catalog/link.h"
#include "core/cost/collective.h"
#include "core/parallel/placement.h"

namespace trireme {

// The links a group may use.
struct Fabric {
  const Accelerator* accelerator = nullptr;
  const Link* scale_up = nullptr;
  const Link* scale_out = nullptr;
  std::int64_t scale_up_domain = 1;  // GPUs
  BytesPerSecond scale_out_per_gpu;  // nominal, one direction

  // What large messages reach per GPU, one direction.
  [[nodiscard]] BytesPerSecond scale_out_rate() const { return scale_out_per_gpu * scale_out->efficiency; }
};

// `payload` is the full buffer: what each rank holds before an all-reduce or reduce-scatter, or after an
// all-gather. Inside a domain: a0 + a1 steps + wire / (link rate * efficiency) + gamma sqrt(wire in MB);
// across: latency + latency per domain + wire / min(ranks per domain * network rate, scale-up ring rate),
// with wire = f payload (n-1)/n and f = 2 for all-reduce. One rank costs nothing.
// All-to-all and messages have no law here. Source: training specification, section 3.
[[nodiscard]] Seconds collective_time(Collective kind, Bytes payload, const Group& group,
                                      const Fabric& fabric);

// Messages between neighbours of a group that spans `reach` GPUs: over the scale-up link when they fit a
// domain, over the network otherwise. Source: training specification, section 5.
struct MessagePath {
  BytesPerSecond rate;
  Seconds latency;            // of a pipeline message
  Seconds ring_step_latency;  // of a step of ring attention
  bool crosses = false;       // leaves the scale-up domain
};
[[nodiscard]] MessagePath message_path(std::int64_t reach, const Fabric& fabric);

}  // namespace trireme
