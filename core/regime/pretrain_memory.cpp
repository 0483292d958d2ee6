// Memory by pipeline rank. Source: training specification, section 6; layers by stage instead of the mean.
// SPDX-License-Identifier: MIT
#include "core/regime/pretrain_memory.h"

#include "core/cost/memory.h"
#include "core/parallel/pipeline.h"

namespace trireme {
namespace {

struct Averages {
  double parameters = 0;  // per GPU and layer
  Bytes activations, scores;
};

Averages average_layer(const Problem& p, const Shard& shard) {
  const double hidden = static_cast<double>(p.model.hidden);
  Averages sum;
  double layers = 0;
  for (const LayerKind& kind : p.layers) {
    const double count = static_cast<double>(kind.count);
    sum.parameters += count * layer_parameters_per_gpu(kind.layer, hidden, shard.tensor);
    sum.activations +=
        count * layer_activation_bytes(kind.layer, hidden, shard, p.training.precision, p.stack);
    sum.scores += count * kept_score_bytes(kind.layer, shard, p.stack);
    layers += count;
  }
  return {sum.parameters / layers, sum.activations / layers, sum.scores / layers};
}

StageKind kind_of(std::int64_t stage, std::int64_t stages) {
  if (stages == 1) return StageKind::Only;
  if (stage == 0) return StageKind::First;
  return stage == stages - 1 ? StageKind::Last : StageKind::Middle;
}

// The first stage holds the embedding, the last one the head; one stage holds both, or one tied matrix.
double vocabulary_matrices(const Problem& p, StageKind stage) {
  switch (stage) {
    case StageKind::Only: return p.model.tied_embeddings ? 1 : 2;
    case StageKind::Middle: return 0;
    default: return 1;
  }
}

Bytes& item(MemoryMap& map, MemoryItem which) { return map.items[static_cast<std::size_t>(which)]; }

}  // namespace

RankMemory rank_memory(const Problem& p, const StepTimes& step, std::int64_t stage) {
  const PipelineShape shape{p.model.layer_count(), p.plan.pipeline, p.plan.virtual_stages};
  const StageKind kind = kind_of(stage, p.plan.pipeline);
  const Averages average = average_layer(p, step.shard);
  const double vocabulary = vocabulary_parameters_per_gpu(p.model, step.shard.tensor);

  RankMemory rank;
  rank.stage = stage;
  rank.layers = layers_on_stage(shape, stage);
  rank.in_flight = in_flight(shape, stage, step.micro_batches);
  rank.vocabulary_matrices = vocabulary_matrices(p, kind);
  rank.parameters =
      average.parameters * static_cast<double>(rank.layers) + vocabulary * rank.vocabulary_matrices;
  rank.gathered_parameters = 2 * average.parameters + vocabulary * rank.vocabulary_matrices;
  rank.layer_activations = average.activations;

  const double ranks = static_cast<double>(p.data_parallel() * p.plan.context);
  const StateBytes states = state_bytes(rank.parameters, rank.gathered_parameters, ranks, p.plan.sharding,
                                        p.stack.gradient_bytes_memory);
  const StageActivations activations{
      static_cast<double>(rank.layers), rank.in_flight, average.activations, average.scores,
      2 * step.shard.residual_tokens * static_cast<double>(p.model.hidden) * unit::byte};
  const bool has_head = kind == StageKind::Only || kind == StageKind::Last;
  const double logits = step.shard.tokens * static_cast<double>(p.model.vocabulary) / step.shard.tensor;

  MemoryMap& map = rank.map;
  map.stage = kind;
  item(map, MemoryItem::Weights) = states.weights;
  item(map, MemoryItem::Gradients) = states.gradients;
  item(map, MemoryItem::Optimizer) = states.optimizer;
  item(map, MemoryItem::Activations) = kept_activation_bytes(activations, p.plan.recompute, p.stack);
  item(map, MemoryItem::Logits) = has_head ? p.stack.logits_bytes * logits * unit::byte : Bytes{};
  item(map, MemoryItem::Overhead) = p.stack.memory_overhead;
  for (const Bytes bytes : map.items) map.total += bytes;
  map.usable = p.accelerator.memory_usable();
  return rank;
}

RankMemory fullest_rank(const Problem& p, const StepTimes& step) {
  RankMemory fullest = rank_memory(p, step, 0);
  // Inner stages differ only by activations in flight, which fall from stage to stage: the second is the
  // fullest.
  for (const std::int64_t stage : {std::int64_t{1}, p.plan.pipeline - 1}) {
    if (stage <= fullest.stage || stage >= p.plan.pipeline) continue;
    RankMemory candidate = rank_memory(p, step, stage);
    if (candidate.map.total > fullest.map.total) fullest = candidate;
  }
  return fullest;
}

}  // namespace trireme
