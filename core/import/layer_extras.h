// What some types add to the usual layers: adapters, per-layer embeddings, hyper-connections, shared blocks.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/catalog/model.h"
#include "core/import/layer_pattern.h"
#include "core/import/shape.h"
#include "core/import/text_config.h"

namespace trireme::hf {

// One decoder stack, layer by layer, before equal neighbours become runs.
using Stack = std::vector<Layer>;

// Changes `stack` in place, and sets the model's numbers outside of the layers.
void add_layer_extras(const TextConfig& config, const Shape& shape, const LayerPattern& pattern, Stack& stack,
                      Model& model);

}  // namespace trireme::hf
