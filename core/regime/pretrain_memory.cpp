// Memory by pipeline rank. Source: training specification, section 6; layers by stage instead of the mean.
// SPDX-License-Identifier: MIT
#include "core/regime/pretrain_memory.h"

#include <algorithm>

#include "core/cost/memory.h"
#include "core/parallel/pipeline.h"
#include "core/regime/training_context.h"

namespace trireme {
namespace {

// How many of the layers in a range are of one kind.
std::int64_t count_in(const Problem& p, std::size_t kind, const LayerRange& range) {
  std::int64_t count = 0, begin = 0;
  for (const LayerStretch& stretch : p.order) {
    const std::int64_t end = begin + stretch.count;
    if (stretch.kind == kind)
      count += std::max<std::int64_t>(0, std::min(end, range.end) - std::max(begin, range.begin));
    begin = end;
  }
  return count;
}

// What the layers of some stages hold and keep.
struct HeldLayers {
  const Problem& p;
  const PipelineShape& shape;
  const StepTimes& step;
  double count = 0;
  GpuParameters parameters;
  LayerActivations activations;

  void add_stage(std::int64_t stage) {
    // Of one kind alone the step has counted the parameters already.
    if (p.layers.size() == 1) {
      const double all = static_cast<double>(p.layer_count);
      add(p.layers[0].layer, layers_on_stage(shape, stage),
          {step.layer_parameters.dense / all, step.layer_parameters.experts / all});
      return;
    }
    for (std::size_t kind = 0; kind < p.layers.size(); ++kind) {
      std::int64_t layers = 0;
      for (std::int64_t chunk = 0; chunk < shape.chunks; ++chunk)
        layers += count_in(p, kind, layers_of_chunk(shape, stage, chunk));
      if (layers == 0) continue;
      const Layer& layer = p.layers[kind].layer;
      add(layer, layers, layer_parameters_per_gpu(layer, hidden(), step.shard));
    }
  }

 private:
  [[nodiscard]] double hidden() const { return static_cast<double>(p.model.hidden); }
  void add(const Layer& layer, std::int64_t layers, const GpuParameters& one) {
    const double times = static_cast<double>(layers);
    count += times;
    parameters.dense += times * one.dense;
    parameters.experts += times * one.experts;
    activations.add(layer_activations(layer, hidden(), step.shard, p.training.precision, p.stack), times);
  }
};

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
  const PipelineShape shape{p.layer_count, p.plan.pipeline, p.plan.virtual_stages, p.plan.schedule};
  const StageKind kind = kind_of(stage, p.plan.pipeline);
  const double all_layers = static_cast<double>(p.layer_count);
  const double vocabulary = vocabulary_parameters_per_gpu(p.model, step.shard.tensor);

  RankMemory rank;
  rank.stage = stage;
  rank.layers = layers_on_stage(shape, stage);
  rank.in_flight = in_flight(shape, stage, step.micro_batches);
  rank.vocabulary_matrices = vocabulary_matrices(p, kind);
  HeldLayers held{p, shape, step};
  held.add_stage(stage);
  // DualPipe holds the layers of two stages, one for each direction.
  if (p.plan.schedule == Schedule::DualPipe && p.plan.pipeline > 1)
    held.add_stage(p.plan.pipeline - 1 - stage);
  rank.parameters.vocabulary = vocabulary * rank.vocabulary_matrices;
  rank.parameters.dense = held.parameters.dense + rank.parameters.vocabulary;
  rank.parameters.experts = held.parameters.experts;
  rank.parameters.gathered = 2 * (step.layer_parameters.dense + step.layer_parameters.experts) / all_layers +
                             rank.parameters.vocabulary;
  if (held.count > 0) rank.layer_activations.add(held.activations, 1 / held.count);
  const WeightGroups groups = weight_groups(p);
  rank.state_ranks = static_cast<double>(groups.dense.shards.ranks);
  rank.expert_state_ranks = static_cast<double>(groups.experts.shards.ranks);

  const StageActivations activations{
      static_cast<double>(rank.layers), rank.in_flight, rank.layer_activations,
      2 * step.shard.residual_tokens * static_cast<double>(p.model.hidden) * unit::byte};
  const bool has_head = kind == StageKind::Only || kind == StageKind::Last;
  const double logits = step.shard.tokens * static_cast<double>(p.model.vocabulary) / step.shard.tensor;

  MemoryMap& map = rank.map;
  map.stage = kind;
  if (is_lora(p.training)) {
    item(map, MemoryItem::Weights) =
        frozen_weight_bytes(rank.parameters, rank.state_ranks, rank.expert_state_ranks, p.plan.sharding,
                            is_16_bit(p.training.precision) ? 2 : p.stack.lora_fp8_weight_bytes);
  } else {
    const StateBytes states = state_bytes(rank.parameters, rank.state_ranks, rank.expert_state_ranks,
                                          p.plan.sharding, gradient_bytes(p).kept);
    item(map, MemoryItem::Weights) = states.weights;
    item(map, MemoryItem::Gradients) = states.gradients;
    item(map, MemoryItem::Optimizer) = states.optimizer;
  }
  item(map, MemoryItem::Activations) = kept_activation_bytes(activations, p.plan, p.stack);
  item(map, MemoryItem::Logits) = has_head ? p.stack.logits_bytes * logits * unit::byte : Bytes{};
  item(map, MemoryItem::Overhead) = p.stack.memory_overhead;
  for (const Bytes bytes : map.items) map.total += bytes;
  map.usable = p.accelerator.memory_usable();
  return rank;
}

RankMemory fullest_rank(const Problem& p, const StepTimes& step) {
  RankMemory fullest = rank_memory(p, step, 0);
  // Inner stages differ by activations in flight, which fall from stage to stage, and little by their kinds
  // of layers: the second is taken for the fullest.
  for (const std::int64_t stage : {std::int64_t{1}, p.plan.pipeline - 1}) {
    if (stage <= fullest.stage || stage >= p.plan.pipeline) continue;
    RankMemory candidate = rank_memory(p, step, stage);
    if (candidate.map.total > fullest.map.total) fullest = candidate;
  }
  return fullest;
}

}  // namespace trireme
