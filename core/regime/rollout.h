// Responses of very different lengths generated at a time: the batch falls, the longest one decides.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/regime/engine_step.h"
#include "core/regime/serving_memory.h"

namespace trireme {

// Share of responses still running at token t: 1 - (t/longest)^k, whose mean is longest k/(k + 1).
struct ResponseLengths {
  double mean = 1, longest = 1;
  [[nodiscard]] double exponent() const { return mean / (longest - mean); }  // infinite: all equal
  [[nodiscard]] double running(double token) const;
  // Of a running response when new ones start all the time.
  [[nodiscard]] double mean_position() const;
};

struct RolloutTimes {
  ServingMemory memory;
  double replicas = 0;
  double batch = 0;  // responses of a replica at the start; 0: nothing fits
  Seconds prefill;   // prompts, once for each group
  Seconds full;      // at the full batch, while others wait for a place
  Seconds tail;      // from the last start until the longest response ends
  PassTimes decode;  // a step at the full batch
  [[nodiscard]] Seconds total() const { return prefill + full + tail; }
};

// The same responses as a share of an endless stream of which `ahead` times as many run at a time: new ones
// fill every free place, there is no tail. Batch and decode are those of the stream.
[[nodiscard]] RolloutTimes stream_times(const Problem& problem, double responses, double ahead, double group,
                                        double prompt_tokens, const ResponseLengths& lengths);

// `responses` in groups that share a prompt of so many tokens, over all engines of the problem.
// Source: inference specification, section 11; where the cache is short, places are filled again as they
// become free.
[[nodiscard]] RolloutTimes rollout_times(const Problem& problem, double responses, double group,
                                         double prompt_tokens, const ResponseLengths& lengths);

}  // namespace trireme
