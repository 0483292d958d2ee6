// Explanations of the rows of the breakdown.
// SPDX-License-Identifier: MIT
#include "core/base/number_text.h"
#include "core/cost/collectives.h"
#include "core/parallel/pipeline.h"
#include "core/regime/data_parallel.h"
#include "core/result/explain_parts.h"
#include "core/result/term_builder.h"

namespace trireme {
namespace {

struct Rows {
  const Problem& p;
  const StepTimes& step;
  const Result& result;

  [[nodiscard]] TermBuilder row(Cause cause, std::string formula) const {
    return {"breakdown." + std::string(id_of(cause)), std::string(label_of(cause)),
            result.breakdown[static_cast<std::size_t>(cause)].time, std::move(formula)};
  }
  [[nodiscard]] TermBuilder with_micro_batches(Cause cause, std::string formula) const {
    TermBuilder builder = row(cause, std::move(formula));
    builder.count("m", step.micro_batches, "micro-batches of a data-parallel rank");
    return builder;
  }
  [[nodiscard]] Term passes(Cause cause, const Passes& passes, std::initializer_list<std::string_view> facts,
                            std::string assumption) const {
    TermBuilder builder = with_micro_batches(cause, "m * (f + b)");
    builder.in("f", passes.forward, "forward, layers of one stage, one micro-batch")
        .in("b", passes.backward, "backward")
        .assume(std::move(assumption))
        .cite(p.accelerator.provenance, facts);
    return builder.done();
  }
  [[nodiscard]] std::string gemm_fact() const {
    return "laws.gemm." +
           std::string(matrix_format_ids[static_cast<std::size_t>(matrix_format(p.training.precision))]) +
           ".compute_efficiency";
  }
};

Term tensor_parallel(const Rows& r) {
  const StageTimes& stage = r.step.stage;
  const bool overlapped =
      r.p.plan.overlap_tensor == Switch::Auto ? r.p.stack.overlaps_tp : r.p.plan.overlap_tensor == Switch::On;
  const bool full = r.p.plan.recompute == Recompute::Full;
  double blocks = 0;
  for (const LayerKind& kind : r.p.layers)
    blocks += static_cast<double>(kind.count) * tensor_parallel_blocks(kind.layer);
  blocks *= (full ? 3 : 2) / static_cast<double>(r.p.plan.pipeline);
  const double share = overlapped ? r.p.stack.tp_exposed_share : 1;
  TermBuilder builder = r.with_micro_batches(Cause::TensorParallel, "m * x * b * c");
  builder
      .in("x", share, "", overlapped ? "exposed share of overlapped communication" : "nothing is overlapped")
      .in("b", blocks, "", "mixer and MLP blocks of a stage, forward and backward")
      .in("c", stage.tensor.sum() / (share * blocks), "collectives of one block")
      .assume(r.p.plan.sequence_parallel
                  ? "An all-gather and a reduce-scatter of the micro-batch's activations a block."
                  : "An all-reduce of the micro-batch's activations a block.")
      .cite(r.p.stack.provenance, {"tp_exposed_share"})
      .cite(r.p.accelerator.provenance, {"scale_up_gb_per_s_per_direction"})
      .cite(r.p.scale_up.provenance, {"collectives.link_efficiency"});
  return builder.done();
}

Term handover(const Rows& r, const Fabric& fabric) {
  const Plan& plan = r.p.plan;
  const bool crosses = stages_cross_domains(r.p);
  const Bytes message = 2 * r.step.shard.residual_tokens * static_cast<double>(r.p.model.hidden) * unit::byte;
  TermBuilder builder = r.with_micro_batches(Cause::PipelineHandover,
                                             plan.virtual_stages == 1 ? "2 * m * t" : "2 * m * v * k * t");
  if (plan.virtual_stages > 1)
    builder.count("v", plan.virtual_stages, "virtual stages")
        .in("k", r.p.stack.contention_share, "", "cost of overlapped communication");
  builder
      .in("t", handover_message_time(r.p, message, fabric),
          "a message of " + significant(message.in(unit::mb)) + " MB over the " +
              (crosses ? "network" : "scale-up link"))
      .cite(r.p.stack.provenance, {"contention_share"})
      .cite(crosses ? r.p.scale_out.provenance : r.p.scale_up.provenance,
            {"collectives.peer_efficiency", "collectives.link_efficiency"})
      .cite(r.p.instance.provenance, {"scale_out_gbit_per_s_per_direction"});
  return builder.done();
}

Term expert_parallel(const Rows& r) {
  const StageTimes& stage = r.step.stage;
  TermBuilder builder = r.with_micro_batches(Cause::ExpertParallel, "m * (f + b + l)");
  builder.in("f", stage.expert.forward, "dispatch and combine, forward, layers of one stage, one micro-batch")
      .in("b", stage.expert.backward, "backward, and again where the layer is recomputed")
      .in("l", stage.expert_latency, "latency of further nodes that nothing hides")
      .assume("Dispatcher: " + std::string(label_of(r.p.plan.dispatcher)) + ".")
      .cite(r.p.scale_up.provenance, {"collectives.expert_efficiency"})
      .cite(r.p.scale_out.provenance,
            {"collectives.expert_efficiency", "collectives.peer_efficiency", "expert_latency_per_node_us"})
      .cite(r.p.stack.provenance, {"expert_overlap_share", "contention_share"});
  return builder.done();
}

Term data_parallel(const Rows& r) {
  const Stack& stack = r.p.stack;
  const bool overlapped =
      r.p.plan.overlap_data == Switch::Auto ? stack.overlaps_dp : r.p.plan.overlap_data == Switch::On;
  TermBuilder builder = r.row(
      Cause::DataParallel,
      overlapped
          ? "max(0, R - x * B) + k * min(R, x * B) + max(0, G - x * F) + k * min(G, x * F) + R / max(2, L)"
          : "R + G");
  builder
      .in("R", r.step.gradient_scatter,
          r.p.plan.sharding == Sharding::None ? "gradient all-reduce" : "gradient reduce-scatter")
      .in("G", r.step.weight_gather, "weight all-gather");
  if (overlapped)
    builder.in("x", stack.dp_overlap_share, "", "share of a pass that hides collectives")
        .in("B", r.step.stage.backward(), "backward pass of a stage, one micro-batch")
        .in("F", r.step.stage.forward(), "forward pass")
        .in("k", stack.contention_share, "", "cost of overlapped communication")
        .in("L", static_cast<double>(r.p.layer_count) / static_cast<double>(r.p.plan.pipeline), "",
            "layers of a stage: the last one's gradients have nothing to hide behind");
  builder.cite(stack.provenance, {"dp_overlap_share", "contention_share", "gradient_timing_bytes"})
      .cite(r.p.scale_out.provenance, {"collectives.gather_efficiency", "collectives.step_us"});
  return builder.done();
}

Term bubble(const Rows& r) {
  TermBuilder builder = r.row(Cause::PipelineBubble, "(P * t + h - t_s) / v * z");
  const Seconds work = r.step.stage.forward() + r.step.stage.backward();
  const bool one = r.p.plan.pipeline == 1;
  builder.count("P", r.p.plan.pipeline, "pipeline stages")
      .in("t", r.step.stage.total, "average stage, one micro-batch")
      .in("h", one ? r.step.slowest_stage - r.step.stage.total : r.step.head, "output head")
      .in("t_s", r.step.slowest_stage, "slowest stage")
      .count("v", r.p.plan.virtual_stages, "virtual stages")
      .in("z",
          bubble_share(r.p.plan.schedule, r.p.plan.pipeline, r.step.stage.backward() / work,
                       r.step.stage.weight_gradient / work),
          "", "what the schedule leaves of the bubble of 1F1B")
      .assume(one ? "One stage: nothing to fill."
                  : std::string(label_of(r.p.plan.schedule)) +
                        "; interleaving divides the bubble by the virtual stages.");
  return builder.done();
}

Term host_launch(const Rows& r) {
  const StageTimes& stage = r.step.stage;
  TermBuilder builder = r.with_micro_batches(Cause::HostLaunch, "m * ((g^4 + h^4)^(1/4) - g)");
  builder.in("g", stage.device, "what the GPU needs, one micro-batch")
      .in("h", stage.host, "what the CPU needs to launch it")
      .assume("The slower of the two sets the pace; a fourth-power norm rounds the corner.")
      .cite(r.p.stack.provenance, {"host_per_layer_us", "host_per_tp_layer_us", "host_norm_exponent"});
  return builder.done();
}

Term jitter(const Rows& r) {
  TermBuilder builder = r.with_micro_batches(Cause::Jitter, "j * (m * t_s + t_b + t_p)");
  builder.in("j", r.step.jitter, "", "growth per doubling above 8 GPUs, times the doublings")
      .in("t_s", r.step.slowest_stage, "slowest stage")
      .in("t_b", r.step.bubble, "bubble")
      .in("t_p", r.step.handover, "hand-over")
      .cite(r.p.stack.provenance, {"jitter_per_doubling_share"});
  return builder.done();
}

Term optimizer(const Rows& r) {
  const bool gathered = r.p.plan.sharding == Sharding::Full || r.p.plan.sharding == Sharding::Gradients;
  TermBuilder builder = r.row(Cause::Optimizer, "s * (a * N_o + b * N) / (e * W)");
  builder
      .in("s", is_lora(r.p.training) ? r.p.stack.lora_trained_share : 1, "",
          "share of the weights that are trained")
      .in("a", r.p.stack.optimizer_bytes_owned, "B", "moved per parameter whose state the GPU keeps")
      .in("N_o", r.step.owned_parameters_per_gpu, "", "those parameters")
      .in("b", r.p.stack.optimizer_bytes_resident, "B", "moved per resident parameter")
      .in("N", gathered ? r.step.owned_parameters_per_gpu : r.step.parameters_per_gpu, "",
          "resident parameters")
      .in("e", r.p.accelerator.laws.training.elementwise_efficiency, "", "share of the HBM peak")
      .in("W", r.p.accelerator.hbm_bandwidth, "HBM bandwidth")
      .cite(r.p.stack.provenance, {"optimizer_owned_bytes"})
      .cite(r.p.accelerator.provenance, {"hbm_bandwidth_gb_per_s", "laws.training.elementwise_efficiency"});
  return builder.done();
}

Term one_time(const Rows& r, Cause cause, Seconds each, std::string meaning, std::string assumption) {
  TermBuilder builder = r.with_micro_batches(cause, "m * t");
  builder.in("t", each, std::move(meaning)).assume(std::move(assumption));
  return builder.done();
}

Term host_step(const Rows& r) {
  const bool graphs = r.p.plan.cuda_graphs != CudaGraphs::None || r.p.training.routing == Routing::Drop;
  TermBuilder builder = r.row(Cause::HostStep, "t * g * x");
  builder.in("t", r.p.stack.host_per_step, "fixed host time of a step")
      .in("g", graphs ? r.p.stack.host_graph_share : 1, "", "share left with CUDA graphs")
      .in("x", has_experts(r.p) ? r.p.stack.host_per_step_moe_factor : 1, "", "more with experts")
      .cite(r.p.stack.provenance, {"host_per_step_ms", "host_graph_share", "host_per_step_moe_factor"});
  return builder.done();
}

}  // namespace

std::vector<Term> explain_breakdown(const Problem& p, const StepTimes& step, const Result& result) {
  const Rows r{p, step, result};
  const StageTimes& stage = step.stage;
  const std::string gemm = r.gemm_fact();
  const Fabric fabric{&p.accelerator, &p.scale_up, &p.scale_out, p.instance.scale_up_domain,
                      p.instance.scale_out_per_accelerator()};

  std::vector<Term> terms;
  terms.push_back(r.passes(
      Cause::MatrixMultiplications, stage.matrix,
      {gemm, "laws.training.gemm_factor", "fp8_dense_tflops", "bf16_dense_tflops"},
      "GEMMs that the matrix units limit: forward, data gradient and weight gradient of each linear."));
  terms.push_back(r.passes(Cause::Attention, stage.attention,
                           {"laws.attention.compute_efficiency", "laws.training.attention_forward_factor"},
                           "Causal attention in 16 bit; half of the scores are computed."));
  if (p.plan.recompute != Recompute::None)
    terms.push_back(one_time(r, Cause::Recompute, stage.recompute,
                             "forward work that the backward pass repeats",
                             std::string(label_of(p.plan.recompute)) + "."));
  TermBuilder head = r.with_micro_batches(Cause::OutputHead, "m * (t_s - t)");
  head.in("t_s", step.slowest_stage, "slowest stage, one micro-batch")
      .in("t", step.stage.total, "average stage of layers");
  head.assume("Every stage waits for the fullest one: the head's, or one with a layer more.");
  terms.push_back(head.done());
  terms.push_back(r.passes(Cause::MemoryBoundMatrix, stage.memory_bound, {gemm, "hbm_bandwidth_gb_per_s"},
                           "GEMMs whose operands take longer to load than to multiply."));
  terms.push_back(r.passes(Cause::Elementwise, stage.elementwise,
                           {"laws.training.elementwise_efficiency", "hbm_bandwidth_gb_per_s"},
                           "Norms, activations, residuals, rotary embedding, quantisation: bytes moved over "
                           "sustained HBM bandwidth."));
  if (stage.scan.sum() > Seconds{})
    terms.push_back(r.passes(Cause::StateScan, stage.scan, {"laws.training.elementwise_efficiency"},
                             "The scan over the sequence moves its values and states through HBM."));
  terms.push_back(optimizer(r));
  if (p.plan.tensor > 1) terms.push_back(tensor_parallel(r));
  if (p.plan.context > 1)
    terms.push_back(r.passes(Cause::ContextParallel, stage.context, {"scale_up_gb_per_s_per_direction"},
                             "Ring attention: keys and values travel behind the attention of each step."));
  if (p.plan.expert > 1 || p.plan.expert_tensor > 1) terms.push_back(expert_parallel(r));
  if (stage.sharded_weights > Seconds{})
    terms.push_back(one_time(r, Cause::ShardedWeights, stage.sharded_weights,
                             "exposed gathers and scatters of a micro-batch",
                             "Each layer is gathered before its pass, behind the pass of the layer before."));
  if (p.plan.pipeline > 1) terms.push_back(handover(r, fabric));
  terms.push_back(data_parallel(r));
  terms.push_back(bubble(r));
  terms.push_back(host_launch(r));
  terms.push_back(host_step(r));
  terms.push_back(jitter(r));
  return terms;
}

}  // namespace trireme
