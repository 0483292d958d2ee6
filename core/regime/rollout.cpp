// Decode steps at a falling batch.
// SPDX-License-Identifier: MIT
#include "core/regime/rollout.h"

#include <algorithm>
#include <cmath>

namespace trireme {

double ResponseLengths::running(double token) const {
  if (token >= longest) return 0;
  return longest > mean ? 1 - std::pow(token / longest, exponent()) : 1;
}

// Integral of t running(t) over that of running(t).
double ResponseLengths::mean_position() const {
  if (!(longest > mean)) return longest / 2;
  const double k = exponent();
  return longest * (k + 1) / (2 * (k + 2));
}

namespace {

// The engines at a batch of up to `running` responses of a replica.
RolloutTimes engines(const ServingContext& c, double running, double prompt_tokens,
                     const ResponseLengths& lengths) {
  RolloutTimes times;
  times.replicas = c.replicas;
  times.memory = serving_memory(c, prompt_tokens, lengths.mean);
  if (!times.memory.fits() || !(c.replicas > 0)) return times;
  times.batch = std::min(running, times.memory.max_batch);
  times.decode = decode_step(c, times.batch, prompt_tokens + lengths.mean_position());
  return times;
}

Seconds prompts_time(const ServingContext& c, double prompts, double tokens) {
  return prefill_time(c, std::max(prompts / c.attention_ranks, 1.0), {tokens, 0}) / c.pipeline;
}

// So many responses at the full batch.
Seconds full_time(const ServingContext& c, const RolloutTimes& times, double responses, double mean) {
  return responses * mean / (times.batch * c.accepted) * times.decode.total();
}

}  // namespace

RolloutTimes rollout_times(const Problem& problem, double responses, double group, double prompt_tokens,
                           const ResponseLengths& lengths) {
  const ServingContext c = serving_context(problem);
  const double all = responses / c.replicas;
  RolloutTimes times = engines(c, all, prompt_tokens, lengths);
  if (!(times.batch > 0)) return times;
  times.prefill = prompts_time(c, all / group, prompt_tokens);
  times.full = full_time(c, times, all - times.batch, lengths.mean);

  constexpr int points = 64;  // midpoints: within 0.1 % of every token in turn
  const double tokens = lengths.longest / points;
  for (int i = 0; i < points; ++i) {
    const double token = (i + 0.5) * tokens;
    const double batch = times.batch * lengths.running(token);
    times.tail += tokens / c.accepted * decode_step(c, batch, prompt_tokens + token).total();
  }
  return times;
}

RolloutTimes stream_times(const Problem& problem, double responses, double ahead, double group,
                          double prompt_tokens, const ResponseLengths& lengths) {
  const ServingContext c = serving_context(problem);
  const double all = responses / c.replicas;
  RolloutTimes times = engines(c, ahead * all, prompt_tokens, lengths);
  if (!(times.batch > 0)) return times;
  times.prefill = prompts_time(c, all / group, prompt_tokens);
  times.full = full_time(c, times, all, lengths.mean);
  return times;
}

}  // namespace trireme
