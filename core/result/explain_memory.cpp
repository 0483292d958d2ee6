// Explanations of the memory map.
// SPDX-License-Identifier: MIT
#include "core/result/explain_parts.h"
#include "core/result/term_builder.h"

namespace trireme {
namespace {

struct Items {
  const Problem& p;
  const RankMemory& rank;

  [[nodiscard]] TermBuilder item(MemoryItem which, std::string formula) const {
    return {"memory." + std::string(id_of(which)), std::string(label_of(which)),
            rank.map.items[static_cast<std::size_t>(which)], std::move(formula)};
  }
  [[nodiscard]] bool sharded() const { return gathers_weights(p.plan); }
  [[nodiscard]] double all_parameters() const { return rank.parameters.dense + rank.parameters.experts; }
  void parameters(TermBuilder& builder) const {
    builder.in("N", all_parameters(), "",
               "parameters of the rank: " + std::to_string(rank.layers) +
                   " layers and the vocabulary matrices it holds");
  }
  void shared_parameters(TermBuilder& builder) const {
    builder.in("D", rank.parameters.dense, "", "parameters outside of experts, before sharding")
        .in("r", rank.state_ranks, "", "ranks that share them")
        .in("E", rank.parameters.experts, "", "of experts")
        .in("r_e", rank.expert_state_ranks, "", "ranks that share those");
  }
  void gathered(TermBuilder& builder) const {
    builder.in("U", rank.parameters.gathered, "", "unsharded at a time: two layers and the vocabulary");
  }
};

Term weights(const Items& i) {
  if (is_lora(i.p.training)) {
    const RankParameters& n = i.rank.parameters;
    const bool split = i.p.plan.sharding == Sharding::Full;
    TermBuilder builder =
        i.item(MemoryItem::Weights,
               split ? "w * ((D - V) / r + E / r_e) + 2 * V / r + 2 * U" : "w * (N - V) + 2 * V");
    if (split) {
      i.shared_parameters(builder);
      i.gathered(builder);
    } else {
      i.parameters(builder);
    }
    return builder
        .in("w", is_16_bit(i.p.training.precision) ? 2 : i.p.stack.lora_fp8_weight_bytes, "B",
            "of a frozen layer weight")
        .in("V", n.vocabulary, "", "of them in vocabulary matrices")
        .assume("Frozen weights; adapters and their states are left out.")
        .done();
  }
  if (!i.sharded()) {
    TermBuilder builder = i.item(MemoryItem::Weights, "2 * N");
    i.parameters(builder);
    return builder.assume("BF16 working copy.").done();
  }
  const bool keeps = i.p.plan.sharding == Sharding::Gradients;
  TermBuilder builder = i.item(MemoryItem::Weights, keeps ? "4 * (D / r + E / r_e) + 2 * (U + D + E)"
                                                          : "4 * (D / r + E / r_e) + 2 * U");
  i.shared_parameters(builder);
  i.gathered(builder);
  return builder.assume("FP32 shards, BF16 where gathered.").done();
}

Term gradients(const Items& i) {
  TermBuilder builder = i.item(MemoryItem::Gradients, i.sharded() ? "4 * (D / r + E / r_e)" : "g * N");
  if (i.sharded()) {
    i.shared_parameters(builder);
  } else {
    i.parameters(builder);
    builder.in("g", gradient_bytes(i.p).kept, "B", "bytes of a gradient element");
  }
  return builder.cite(i.p.stack.provenance, {"gradient_memory_bytes"}).done();
}

Term optimizer(const Items& i) {
  if (i.sharded()) {
    TermBuilder builder = i.item(MemoryItem::Optimizer, "8 * (D / r + E / r_e)");
    i.shared_parameters(builder);
    return builder.assume("Two FP32 moments of Adam.").done();
  }
  const bool split = i.p.plan.sharding != Sharding::None;
  TermBuilder builder = i.item(MemoryItem::Optimizer, split ? "12 * (D / r + E / r_e)" : "12 * (D + E)");
  builder.in("D", i.rank.parameters.dense, "", "parameters outside of experts")
      .in("E", i.rank.parameters.experts, "", "of experts");
  if (split)
    builder.in("r", i.rank.state_ranks, "", "ranks that share the former")
        .in("r_e", i.rank.expert_state_ranks, "", "ranks that hold the same experts");
  return builder.assume("FP32 master weights and two FP32 moments of Adam.").done();
}

Term activations(const Items& i, const StepTimes& step) {
  const Recompute recompute = i.p.plan.recompute;
  const bool repeats = recompute == Recompute::Full || recompute == Recompute::Operators;
  TermBuilder builder = i.item(MemoryItem::Activations, repeats ? "c * (L * f * R + a)" : "c * L * f * a");
  const double layers = static_cast<double>(i.rank.layers);
  const Bytes kept = i.rank.map.items[static_cast<std::size_t>(MemoryItem::Activations)];
  const Stack& stack = i.p.stack;
  const double factor = repeats ? stack.activation_factor_recompute : stack.activation_factor;
  builder.in("c", factor, "", "measured over counted bytes")
      .in("L", layers, "", "layers of the rank")
      .in("f", i.rank.in_flight, "", "micro-batches in flight");
  if (repeats)
    builder
        .in("R",
            recompute == Recompute::Full
                ? 2 * step.shard.residual_tokens * static_cast<double>(i.p.model.hidden) * unit::byte
                : i.rank.layer_activations.operators,
            recompute == Recompute::Full
                ? "input of a layer, BF16"
                : "kept of a layer: its input, every other linear's output, attention's")
        .in("a", i.rank.layer_activations.kept, "one layer, recomputed");
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
  const Items i{p, rank};
  std::vector<Term> terms{weights(i)};
  if (!is_lora(p.training)) {
    terms.push_back(gradients(i));
    terms.push_back(optimizer(i));
  }
  terms.push_back(activations(i, step));
  if (rank.map.items[static_cast<std::size_t>(MemoryItem::Logits)] > Bytes{})
    terms.push_back(logits(i, step));
  terms.push_back(i.item(MemoryItem::Overhead, "o")
                      .in("o", p.stack.memory_overhead, "communication buffers, workspaces, fragmentation")
                      .cite(p.stack.provenance, {"memory_overhead_gb"})
                      .done());

  TermBuilder total("memory_bytes_per_gpu", "Fullest GPU", rank.map.total, "w + g + o + a + l + x");
  constexpr std::pair<const char*, MemoryItem> symbols[] = {
      {"w", MemoryItem::Weights},     {"g", MemoryItem::Gradients}, {"o", MemoryItem::Optimizer},
      {"a", MemoryItem::Activations}, {"l", MemoryItem::Logits},    {"x", MemoryItem::Overhead}};
  for (const auto& [symbol, item] : symbols)
    total.in(symbol, rank.map.items[static_cast<std::size_t>(item)], std::string(label_of(item)));
  total.assume("The fullest rank: " + std::string(label_of(rank.map.stage)) + ".")
      .assume("Usable memory is what the driver shows less what context and libraries reserve.")
      .cite(p.accelerator.provenance, {"memory_visible_gib", "memory_reserved_gib"});
  terms.push_back(total.done());
  return terms;
}

}  // namespace trireme
