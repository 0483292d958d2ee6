// Explanations of the memory map.
// SPDX-License-Identifier: MIT
#include "core/result/explain_parts.h"
#include "core/result/term_builder.h"

namespace trireme {
namespace {

struct Items {
  const Problem& p;
  const RankMemory& rank;
  double ranks;  // that share the optimizer states

  [[nodiscard]] TermBuilder item(MemoryItem which, std::string formula) const {
    return {"memory." + std::string(id_of(which)), std::string(label_of(which)),
            rank.map.items[static_cast<std::size_t>(which)], std::move(formula)};
  }
  [[nodiscard]] bool sharded() const {
    return p.plan.sharding == Sharding::Full || p.plan.sharding == Sharding::Gradients;
  }
  void parameters(TermBuilder& builder) const {
    builder.in("N", rank.parameters, "",
               "parameters of the rank: " + std::to_string(rank.layers) +
                   " layers and the vocabulary matrices it holds");
  }
};

Term weights(const Items& i) {
  if (!i.sharded()) {
    TermBuilder builder = i.item(MemoryItem::Weights, "2 * N");
    i.parameters(builder);
    return builder.assume("BF16 working copy.").done();
  }
  const bool keeps = i.p.plan.sharding == Sharding::Gradients;
  TermBuilder builder = i.item(MemoryItem::Weights, keeps ? "4 * N / r + 2 * (U + N)" : "4 * N / r + 2 * U");
  i.parameters(builder);
  return builder.in("r", i.ranks, "", "ranks that share them")
      .in("U", i.rank.gathered_parameters, "", "unsharded at a time: two layers and the vocabulary")
      .assume("FP32 shards, BF16 where gathered.")
      .done();
}

Term gradients(const Items& i) {
  TermBuilder builder = i.item(MemoryItem::Gradients, i.sharded() ? "4 * N / r" : "g * N");
  i.parameters(builder);
  if (i.sharded()) builder.in("r", i.ranks, "", "ranks that share them");
  else builder.in("g", i.p.stack.gradient_bytes_memory, "B", "bytes of a gradient element");
  return builder.cite(i.p.stack.provenance, {"gradient_memory_bytes"}).done();
}

Term optimizer(const Items& i) {
  const bool split = i.p.plan.sharding != Sharding::None;
  TermBuilder builder = i.item(MemoryItem::Optimizer, i.sharded() ? "8 * N / r"
                                                      : split     ? "12 * N / r"
                                                                  : "12 * N");
  i.parameters(builder);
  if (split) builder.in("r", i.ranks, "", "ranks that share them");
  return builder
      .assume(i.sharded() ? "Two FP32 moments of Adam." : "FP32 master weights and two FP32 moments of Adam.")
      .done();
}

Term activations(const Items& i, const StepTimes& step) {
  const Recompute recompute = i.p.plan.recompute;
  const bool full = recompute == Recompute::Full;
  TermBuilder builder = i.item(MemoryItem::Activations, full ? "c * (L * f * R + a)" : "c * L * f * a");
  const double layers = static_cast<double>(i.rank.layers);
  const Bytes kept = i.rank.map.items[static_cast<std::size_t>(MemoryItem::Activations)];
  const Stack& stack = i.p.stack;
  const double factor = full ? stack.activation_factor_recompute
                        : recompute == Recompute::Operators
                            ? stack.activation_factor_recompute * stack.operator_recompute_kept_share
                            : stack.activation_factor;
  builder.in("c", factor, "", "measured over counted bytes")
      .in("L", layers, "", "layers of the rank")
      .in("f", i.rank.in_flight, "", "micro-batches in flight");
  if (full)
    builder
        .in("R", 2 * step.shard.residual_tokens * static_cast<double>(i.p.model.hidden) * unit::byte,
            "input of a layer, BF16")
        .in("a", i.rank.layer_activations, "one layer, recomputed");
  else builder.in("a", kept / (factor * layers * i.rank.in_flight), "kept for one layer and micro-batch");
  return builder.assume(std::string("Recompute: ") + std::string(label_of(recompute)) + ".")
      .cite(stack.provenance, {"activation_factor"})
      .done();
}

Term logits(const Items& i, const StepTimes& step) {
  TermBuilder builder = i.item(MemoryItem::Logits, "b * T * V / t");
  return builder.in("b", i.p.stack.logits_bytes, "B", "kept per logit")
      .in("T", step.shard.tokens, "", "tokens of a micro-batch on this rank")
      .in("V", static_cast<double>(i.p.model.vocabulary), "", "vocabulary")
      .in("t", step.shard.tensor, "", "tensor-parallel ranks that split it")
      .cite(i.p.stack.provenance, {"logits_bytes"})
      .done();
}

}  // namespace

std::vector<Term> explain_memory(const Problem& p, const StepTimes& step, const RankMemory& rank) {
  const Items i{p, rank, static_cast<double>(p.data_parallel() * p.plan.context)};
  std::vector<Term> terms{weights(i), gradients(i), optimizer(i), activations(i, step)};
  if (rank.map.items[static_cast<std::size_t>(MemoryItem::Logits)] > Bytes{})
    terms.push_back(logits(i, step));
  terms.push_back(i.item(MemoryItem::Overhead, "o")
                      .in("o", p.stack.memory_overhead, "communication buffers, workspaces, fragmentation")
                      .cite(p.stack.provenance, {"memory_overhead_gb"})
                      .done());

  TermBuilder total("memory_bytes_per_gpu", "Fullest GPU", rank.map.total, "w + g + o + a + l + x");
  const char* symbols[memory_item_count] = {"w", "g", "o", "a", "l", "x"};
  for (int item = 0; item < memory_item_count; ++item)
    total.in(symbols[item], rank.map.items[static_cast<std::size_t>(item)],
             std::string(label_of(static_cast<MemoryItem>(item))));
  total.assume("The fullest rank: " + std::string(label_of(rank.map.stage)) + ".")
      .assume("Usable memory is what the driver shows less what context and libraries reserve.")
      .cite(p.accelerator.provenance, {"memory_visible_gib", "memory_reserved_gib"});
  terms.push_back(total.done());
  return terms;
}

}  // namespace trireme
