// 1F1B and interleaved pipeline schedules.
// SPDX-License-Identifier: MIT
#include "core/parallel/pipeline.h"

#include <algorithm>

namespace trireme {
namespace {

bool divides(const PipelineShape& shape) { return shape.layers % (shape.stages * shape.chunks) == 0; }

// Slots of a chunk when embedding and head take one each.
std::int64_t slots_per_chunk(const PipelineShape& shape) {
  const std::int64_t cells = shape.stages * shape.chunks;
  return (shape.layers + 2 + cells - 1) / cells;
}

// Filled in order: the first cell gives a slot to the embedding, the last ones take what is left.
LayerRange cell_layers(const PipelineShape& shape, std::int64_t cell, std::int64_t slots) {
  const auto at = [&](std::int64_t slot) { return std::clamp<std::int64_t>(slot - 1, 0, shape.layers); };
  return {at(cell * slots), at((cell + 1) * slots)};
}

}  // namespace

std::string_view label_of(StageKind stage) {
  switch (stage) {
    case StageKind::Only: return "every GPU";
    case StageKind::First: return "the first pipeline stage";
    case StageKind::Middle: return "the second pipeline stage";
    case StageKind::Last: return "the last pipeline stage";
  }
  return "";
}

std::int64_t layers_on_stage(const PipelineShape& shape, std::int64_t stage) {
  if (divides(shape)) return shape.layers / shape.stages;
  const std::int64_t slots = slots_per_chunk(shape);
  std::int64_t layers = 0;
  for (std::int64_t chunk = 0; chunk < shape.chunks; ++chunk) {
    const LayerRange range = cell_layers(shape, chunk * shape.stages + stage, slots);
    layers += range.end - range.begin;
  }
  return layers;
}

LayerRange layers_of_chunk(const PipelineShape& shape, std::int64_t stage, std::int64_t chunk) {
  const std::int64_t cell = chunk * shape.stages + stage;
  if (!divides(shape)) return cell_layers(shape, cell, slots_per_chunk(shape));
  const std::int64_t each = shape.layers / (shape.stages * shape.chunks);
  return {cell * each, (cell + 1) * each};
}

double in_flight(const PipelineShape& shape, std::int64_t stage, std::int64_t micro_batches) {
  const double stages = static_cast<double>(shape.stages), at = static_cast<double>(stage);
  const double chunks = static_cast<double>(shape.chunks);
  if (shape.schedule == Schedule::DualPipe && shape.stages > 1)
    return std::min(stages + 1, static_cast<double>(micro_batches));
  const double wanted =
      shape.chunks == 1 ? stages - at : (2 * (stages - at - 1) + (chunks - 1) * stages + 1) / chunks;
  return std::min(wanted, static_cast<double>(micro_batches));
}

double bubble_share(Schedule schedule, std::int64_t stages, double backward, double weight_gradient) {
  switch (schedule) {
    case Schedule::OneForwardOneBackward: return 1;
    case Schedule::ZeroBubble: return std::max(0.0, 1 - 2 * weight_gradient);
    case Schedule::DualPipe: {
      const double others = static_cast<double>(stages) - 1;
      if (others <= 0) return 1;
      const double idle = 1 + backward - 3 * weight_gradient;
      return std::max(0.0, (static_cast<double>(stages) / 2 - 1) / others * idle);
    }
  }
  return 1;
}

PipelineTime pipeline_time(const PipelineShape& shape, Seconds stage, Seconds head) {
  if (shape.stages == 1) return {stage + head, Seconds{}};
  const double stages = static_cast<double>(shape.stages);
  const Seconds average = (stage * stages + head) / stages;
  PipelineTime time;
  if (divides(shape)) {
    time.slowest = stage + head;
  } else {
    const double slots = static_cast<double>(slots_per_chunk(shape) * shape.chunks);
    const double layers = static_cast<double>(shape.layers);
    const Seconds layer = stage * stages / layers;
    time.slowest = max(max(layer * std::min(slots, layers), layer * (slots - 1) + head), average);
  }
  time.bubble = (stages * average - time.slowest) / static_cast<double>(shape.chunks);
  return time;
}

}  // namespace trireme
