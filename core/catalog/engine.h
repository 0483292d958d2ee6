// A serving engine as data: what its scheduler, kernels and request path cost.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/base/units.h"
#include "core/catalog/provenance.h"

namespace trireme {

// How uneven routing is, and what the engines' kernels lose by it.
struct RoutingSkew {
  double distinct = 1;       // of further tokens that pick experts anew
  double busiest = 1;        // load of the busiest rank beyond random spread
  double compute = 1;        // compute time over the tables with balanced load
  double narrow_kernel = 1;  // time with 4-bit weights on 16-bit matrix units
  friend bool operator==(const RoutingSkew&, const RoutingSkew&) = default;
};

struct Engine {
  std::string id;
  std::string name;
  std::string validation;  // which measured runs and releases stand behind it; empty = unvalidated

  // Kernels of a step beside matrix products and attention.
  Seconds layer;                        // norms, rotary embedding, cache write, launch gaps, per layer
  Seconds latent_layer;                 // added per layer of latent or linear attention
  Seconds launch_per_layer;             // launches without CUDA graphs; 0 = graphs
  Seconds head;                         // sampling kernels of a step
  double elementwise_efficiency = 0.8;  // of the HBM peak
  RoutingSkew skew;
  double exchange_factor = 1;  // expert dispatch and combine over the collective law

  // Host.
  Seconds host_per_step;
  Seconds host_per_sequence;  // and step: sampler and bookkeeping

  // Scheduling.
  double chunk = 8192;            // tokens of a prefill step
  double max_batch = 2048;        // sequences of an attention rank
  double pipeline_imbalance = 0;  // of a step, per further stage
  Seconds stage_handover;         // between pipeline stages
  double first_token_steps = 0;   // that a prompt waits for steps that run
  double bunching = 0;            // of a closed loop's prompts that arrive together
  double drain = 0;               // of the last wave of an offline run
  double lockstep = 0;            // of prompts' interference, what equal lengths move into the first token
  Seconds request;                // request path before the first token

  // Memory.
  double cache_share = 0.9;       // of what weights and workspace leave, or of the whole GPU
  double cache_occupancy = 0.75;  // of the output length, mean over running sequences
  Bytes workspace;

  bool shares_whole_gpu = false;      // cache_share counts weights and workspace in
  bool mixes_prefill = false;         // prefill chunks ride on decode steps
  bool whole_static_batches = false;  // a fixed batch passes pipeline stages as one
  bool fused_cache_kernel = false;    // TensorRT-LLM's attention over an FP8 cache

  Provenance provenance;
  friend bool operator==(const Engine&, const Engine&) = default;
};

// The only list of an engine's numbers.
template <class E, class Visit>
void for_each_number(E& e, Visit&& visit) requires requires {
  e.host_per_sequence;
}
{
  using namespace unit;
  visit("layer_us", "Small kernels and launch gaps per layer", Need::Required, e.layer, microsecond);
  visit("latent_layer_us", "The same, added by latent or linear attention", Need::Optional, e.latent_layer,
        microsecond);
  visit("launch_per_layer_us", "Launches per layer without CUDA graphs", Need::Optional, e.launch_per_layer,
        microsecond);
  visit("head_us", "Sampling kernels per step", Need::Required, e.head, microsecond);
  visit("elementwise_efficiency", "Element-wise share of the HBM peak", Need::Required,
        e.elementwise_efficiency, 1.0);
  visit("distinct_experts_share", "Experts that further tokens pick anew", Need::Required, e.skew.distinct,
        1.0);
  visit("busiest_rank_factor", "Load of the busiest expert rank beyond random spread", Need::Required,
        e.skew.busiest, 1.0);
  visit("expert_compute_factor", "Expert compute over the tables", Need::Required, e.skew.compute, 1.0);
  visit("narrow_expert_factor", "4-bit experts on 16-bit matrix units", Need::Required, e.skew.narrow_kernel,
        1.0);
  visit("exchange_factor", "Expert exchange over the collective law", Need::Required, e.exchange_factor, 1.0);
  visit("host_per_step_us", "Host time per step", Need::Optional, e.host_per_step, microsecond);
  visit("host_per_sequence_us", "Host time per sequence and step", Need::Optional, e.host_per_sequence,
        microsecond);
  visit("chunk_tokens", "Tokens of a prefill step", Need::Required, e.chunk, 1.0);
  visit("max_batch_sequences", "Sequences of an attention rank at most", Need::Required, e.max_batch, 1.0);
  visit("pipeline_imbalance_share", "Step growth per further pipeline stage", Need::Required,
        e.pipeline_imbalance, 1.0);
  visit("stage_handover_us", "Hand-over between pipeline stages", Need::Required, e.stage_handover,
        microsecond);
  visit("first_token_steps", "Steps that a prompt waits for", Need::Required, e.first_token_steps, 1.0);
  visit("bunching_share", "Prompts of a closed loop that arrive together", Need::Required, e.bunching, 1.0);
  visit("drain_share", "Drain of the last wave, share of the batch", Need::Required, e.drain, 1.0);
  visit("lockstep_share", "Interference that equal lengths move into the first token", Need::Optional,
        e.lockstep, 1.0);
  visit("request_ms", "Request path before the first token", Need::Optional, e.request, millisecond);
  visit("cache_share", "Cache, share of the memory", Need::Required, e.cache_share, 1.0);
  visit("cache_occupancy_share", "Output length held on average", Need::Required, e.cache_occupancy, 1.0);
  visit("workspace_gb", "Workspace beside activations", Need::Required, e.workspace, gb);
}

// The only list of an engine's switches: visit(name, label, bool&).
template <class E, class Visit>
void for_each_switch(E& e, Visit&& visit) requires requires {
  e.mixes_prefill;
}
{
  visit("shares_whole_gpu", "Cache share counts weights and workspace in", e.shares_whole_gpu);
  visit("mixes_prefill", "Prefill rides on decode steps", e.mixes_prefill);
  visit("whole_static_batches", "A fixed batch passes the pipeline as one", e.whole_static_batches);
  visit("fused_cache_kernel", "Fused attention over an FP8 cache", e.fused_cache_kernel);
}

}  // namespace trireme
