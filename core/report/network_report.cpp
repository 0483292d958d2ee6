// SPDX-License-Identifier: MIT
#include "core/report/network_report.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/cost/expert_exchange.h"
#include "core/regime/data_parallel.h"
#include "core/workload/count.h"

namespace trireme {
namespace {

constexpr double bf16_bytes = 2;

// What a rank of a ring sends of a buffer that is gathered or scattered.
double ring_share(double ranks) { return (ranks - 1) / ranks; }

class Builder {
 public:
  Builder(const Problem& problem, const StepTimes& step, const Result& result)
      : p_(problem),
        step_(step),
        result_(result),
        c_(training_context(problem)),
        // Of a stage, over all micro-batches.
        runs_(number(c_.micro_batches) / number(p_.plan.pipeline)),
        passes_(p_.plan.recompute == Recompute::Full ? 3 : 2) {
    network_.gpus = p_.accelerators();
    network_.domain = std::max<std::int64_t>(1, p_.instance.scale_up_domain);
    network_.scale_up_rate = p_.accelerator.scale_up_bandwidth.base();
    network_.scale_out_rate = c_.fabric.scale_out_per_gpu.base();
  }

  Network build() {
    const LayerTimes whole = layer_times(c_);
    add_tensor(whole);
    add_context();
    add_expert(whole);
    add_data();
    add_pipeline();
    return std::move(network_);
  }

 private:
  NetworkGroup group(Cause cause, std::string_view id, std::string name, std::string label,
                     Group ranks) const {
    NetworkGroup g;
    g.id = "network." + std::string(id);
    g.term = "breakdown." + std::string(id_of(cause));
    g.name = std::move(name);
    g.label = std::move(label);
    g.ranks = ranks.ranks;
    g.stride = ranks.stride;
    const Placement at = place(ranks, network_.domain);
    g.per_domain = at.per_domain;
    g.domains = at.domains;
    g.crosses = at.crosses();
    g.exposed = exposed(cause);
    return g;
  }
  [[nodiscard]] double exposed(Cause cause) const {
    return result_.breakdown[static_cast<std::size_t>(cause)].time.base();
  }
  void add(NetworkGroup g) {
    if (g.ranks <= 1) return;
    g.link_rate = g.crosses ? network_.scale_out_rate : network_.scale_up_rate;
    network_.groups.push_back(std::move(g));
  }
  // A gathered or scattered buffer: each domain takes in what it lacks once, its ranks together.
  static void add_ring(NetworkGroup& g, double buffer) {
    g.bytes += buffer * ring_share(number(g.ranks));
    if (g.crosses) g.network_bytes += buffer * ring_share(g.domains) / g.per_domain;
  }

  void add_tensor(const LayerTimes& whole) {
    NetworkGroup g = group(Cause::TensorParallel, "tensor", "TP", "Tensor parallel", c_.tensor);
    double blocks = 0;
    for (const LayerKind& kind : p_.layers) blocks += number(kind.count) * tensor_parallel_blocks(kind.layer);
    // An all-reduce sends as much as a gather and a scatter.
    add_ring(g, 2 * passes_ * runs_ * blocks * tensor_parallel_message(c_.hidden(), c_.shard).base());
    g.seconds = runs_ * whole.tensor.sum().base();
    g.what = p_.plan.sequence_parallel ? "activations, all-gather and reduce-scatter around every block"
                                       : "activations, all-reduce after every block";
    add(std::move(g));
  }

  void add_context() {
    NetworkGroup g =
        group(Cause::ContextParallel, "context", "CP", "Context parallel", {p_.plan.context, p_.plan.tensor});
    const double steps = number(p_.plan.context) - 1;
    // Once forward, twice backward.
    const double rounds = (passes_ + 1) * runs_ * steps;
    for (const LayerKind& kind : p_.layers)
      for (const Op& op : layer_ops(kind.layer, c_.hidden(), c_.shard, c_.style)) {
        if (op.kind != OpKind::Attention) continue;
        const Bytes message = bf16_bytes * c_.shard.tokens * op.attention.key_value_width * unit::byte;
        const double sent = rounds * number(kind.count);
        g.bytes += sent * message.base();
        if (g.ranks > 1)
          g.seconds += sent * message_time(message, p_.plan.tensor * p_.plan.context, c_.fabric).base();
      }
    if (g.crosses) g.network_bytes = g.bytes;
    g.what = "keys and values, around a ring";
    add(std::move(g));
  }

  void add_expert(const LayerTimes& whole) {
    NetworkGroup g = group(Cause::ExpertParallel, "expert", "EP", "Expert parallel",
                           {p_.plan.expert, p_.plan.expert_tensor});
    const double passes = repeats_exchange(p_.plan) ? 3 : 2;
    const double ranks = number(g.ranks);
    for (const LayerKind& kind : p_.layers) {
      const FeedForward& moe = kind.layer.feed_forward;
      if (moe.kind != FeedForwardKind::Moe) continue;
      const double top_k = number(moe.top_k);
      double network = 0, inside = 0;  // times that a token is sent
      if (p_.plan.dispatcher == Dispatcher::Nccl) {
        network = top_k * (1 - g.per_domain / ranks);
        inside = top_k * (g.per_domain - 1) / ranks;
      } else {
        network = different_targets(g.domains, top_k) * ring_share(g.domains);
        inside = different_targets(ranks, top_k) * ring_share(g.per_domain);
      }
      // Dispatch and combine.
      const double calls = 2 * passes * runs_ * number(kind.count);
      const double row = bf16_bytes * expert_input(moe, c_.hidden());
      const double tokens = c_.style.expert_rows_factor * c_.shard.tokens / c_.shard.tensor;
      g.network_bytes += calls * row * tokens * network;
      g.bytes += calls * row * tokens * (network + inside);
      // Ranks that share an expert gather its rows among themselves.
      g.bytes += calls * row * expert_rows(moe, c_.shard, c_.style.expert_rows_factor) *
                 ring_share(number(p_.plan.expert_tensor));
    }
    g.seconds = runs_ * (whole.expert.sum() + whole.expert_latency).base();
    g.what = "tokens, to their experts and back";
    add(std::move(g));
  }

  // Weights gathered and gradients scattered, of parameters that `ranks` share.
  void add_data_group(NetworkGroup g, Group ranks, double parameters, double gathers, double scatters) {
    const double weights = gathers_in_fp8(p_) ? 1 : bf16_bytes, wire = gradient_bytes(p_).wire;
    const bool reduces = p_.plan.sharding == Sharding::None;
    const auto time = [&](Collective kind, double bytes) {
      return collective_time(kind, bytes * unit::byte, ranks, c_.fabric).base();
    };
    // FSDP communicates layer by layer; the others in one piece.
    const double pieces = gathers_weights(p_.plan) ? number(p_.layer_count) / number(p_.plan.pipeline) : 1;
    const double piece = parameters / pieces;
    if (reduces) {
      add_ring(g, 2 * parameters * wire);
      g.seconds = time(Collective::AllReduce, parameters * wire);
    } else {
      add_ring(g, gathers * parameters * weights + scatters * parameters * wire);
      if (ranks.ranks > 1)
        g.seconds = pieces * (gathers * time(Collective::AllGather, piece * weights) +
                              scatters * time(Collective::ReduceScatter, piece * wire));
    }
    add(std::move(g));
  }

  // Copies of the shards agree on gradients.
  void add_copies(NetworkGroup g, Group ranks, double parameters, double times) {
    const double buffer = parameters * gradient_bytes(p_).wire;
    add_ring(g, 2 * times * buffer);
    if (ranks.ranks > 1)
      g.seconds =
          times * collective_time(Collective::AllReduce, buffer * unit::byte, ranks, c_.fabric).base();
    g.what = "gradients, all-reduce between the copies of the shards";
    add(std::move(g));
  }

  void add_data() {
    const Plan& plan = p_.plan;
    const bool sharded = gathers_weights(plan), adapters = is_lora(p_.training);
    if (!sharded && adapters) return;  // the gradients of adapters are too small to count
    const Cause cause = sharded ? Cause::ShardedWeights : Cause::DataParallel;
    const double times = sharded ? number(c_.micro_batches) : 1;
    const double gathers = times * (plan.sharding == Sharding::Full ? 2 : 1);
    const double scatters = adapters ? 0 : times;
    const double experts = step_.layer_parameters.experts / number(plan.pipeline);
    const std::string what = plan.sharding == Sharding::None ? "gradients, all-reduce"
                             : adapters                      ? "weights, all-gather"
                                        : "weights, all-gather, and gradients, reduce-scatter";
    const auto both = [&](const WeightGroup& holders, double parameters, bool of_experts) {
      NetworkGroup g = group(cause, of_experts ? "expert_data" : "data",
                             of_experts ? "EDP"
                             : sharded  ? "FSDP"
                                        : "DP",
                             of_experts            ? "Data parallel, experts"
                             : p_.plan.context > 1 ? "Data parallel with CP"
                                                   : "Data parallel",
                             holders.shards);
      g.what = what;
      if (of_experts) g.exposed = -1;
      add_data_group(g, holders.shards, parameters, gathers, scatters);
      if (holders.copies.ranks <= 1 || adapters) return;
      NetworkGroup c = group(cause, of_experts ? "expert_copies" : "copies", of_experts ? "EHSDP" : "HSDP",
                             of_experts ? "Copies of expert shards" : "Copies of shards", holders.copies);
      c.exposed = -1;
      add_copies(c, holders.copies, parameters / number(holders.shards.ranks), times);
    };
    const WeightGroups groups = weight_groups(p_);
    both(groups.dense, step_.parameters_per_gpu - experts, false);
    if (experts > 0) both(groups.experts, experts, true);
  }

  void add_pipeline() {
    const Plan& plan = p_.plan;
    NetworkGroup g = group(Cause::PipelineHandover, "pipeline", "PP", "Pipeline parallel",
                           {plan.pipeline, std::max<std::int64_t>(1, p_.accelerators() / plan.pipeline)});
    g.crosses = stages_cross_domains(p_);
    const Bytes message = bf16_bytes * c_.shard.residual_tokens * c_.hidden() * unit::byte;
    const double sends = 2 * number(c_.micro_batches) * number(plan.virtual_stages);
    g.bytes = sends * message.base();
    if (g.crosses) g.network_bytes = g.bytes;
    if (plan.pipeline > 1) g.seconds = sends * handover_message_time(p_, message, c_.fabric).base();
    g.what = "activations and their gradients, between neighbouring stages";
    add(std::move(g));
  }

  const Problem& p_;
  const StepTimes& step_;
  const Result& result_;
  const TrainingContext c_;
  double runs_, passes_;
  Network network_;
};

}  // namespace

Network make_network(const Problem& p, const StepTimes& step, const Result& result) {
  return Builder(p, step, result).build();
}

Table network_table(const Network& network) {
  Table table{"network",
              "Network",
              {{"group", "Group"},
               {"link", "Link"},
               {"ranks", "Ranks", true},
               {"stride", "GPUs apart", true},
               {"domains", "Domains", true},
               {"gb", "GB a GPU sends in a step", true},
               {"network_gb", "Over the network, GB", true},
               {"seconds", "Seconds", true},
               {"exposed", "Exposed, s", true},
               {"rate", "Of the link's rate, %", true},
               {"what", "What"}},
              {}};
  for (const NetworkGroup& g : network.groups)
    table.rows.push_back({g.name + ", " + g.label, g.crosses ? network.scale_out : network.scale_up,
                          grouped(number(g.ranks)), grouped(number(g.stride)), grouped(g.domains),
                          significant(g.bytes / 1e9), significant(g.network_bytes / 1e9),
                          significant(g.seconds),
                          g.exposed < 0 ? "with the group above" : significant(g.exposed),
                          fixed(g.of_link() * 100, 1), g.what});
  return table;
}

}  // namespace trireme
