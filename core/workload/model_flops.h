// Floating-point operations that a model needs for a token, whatever the hardware does to get there.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/units.h"
#include "core/catalog/model.h"

namespace trireme {

// Tokens that a query of this mixer sees on average in a sequence of `sequence` tokens. Causal attention is
// counted half, without the diagonal's half token, as Megatron-Core does; otherwise every query sees the
// whole sequence.
[[nodiscard]] double attended_tokens(const Mixer& mixer, double sequence, bool causal);

// Scores and weighted sum of one attention, or the scan of a state, for one token: no projections.
[[nodiscard]] Flops mixing_flops_per_token(const Mixer& mixer, double sequence, bool causal);

// Two per active matrix parameter, output head included, embedding look-up and router excluded, plus the
// mixing: the count of Megatron-Core, whose published values the tests compare. MTP layers are counted apart;
// an encoder is not counted.
[[nodiscard]] Flops forward_flops_per_token(const Model& model, double sequence, bool causal);
[[nodiscard]] Flops mtp_forward_flops_per_token(const Model& model, double sequence, bool causal);

// Training: the backward pass has two products for each of the forward pass. Without MTP layers.
[[nodiscard]] Flops model_flops_per_token(const Model& model, double sequence, bool causal);

}  // namespace trireme
