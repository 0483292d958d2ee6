// Communication of gradients, weights and stage hand-overs.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/regime/pretrain.h"

namespace trireme {

// FSDP gathers each layer's weights before its forward and its backward pass and scatters its gradients,
// layer by layer behind the compute of the pass; ZeRO-2 keeps the weights between the passes. Exposed part
// over all layers, for one micro-batch. `layers` are the parameters of all layers.
[[nodiscard]] Seconds sharded_weights_exposed(const TrainingContext& context, const LayerTimes& sums,
                                              const GpuParameters& layers);

// Whether weights are gathered at one byte a parameter.
[[nodiscard]] bool gathers_in_fp8(const Problem& problem);

// What nothing hides: the first layer's gather, the vocabulary's gather and scatter.
[[nodiscard]] Seconds sharded_head(const TrainingContext& context, const GpuParameters& layers);

// Sets gradient_scatter, weight_gather and data_parallel of plans that keep whole weights.
void add_data_parallel(const TrainingContext& context, StepTimes& step);

// Whether neighbouring stages are a whole domain apart and talk over the network, and a message between them.
[[nodiscard]] bool stages_cross_domains(const Problem& problem);
[[nodiscard]] Seconds handover_message_time(const Problem& problem, Bytes message, const Fabric& fabric);

}  // namespace trireme
