// A quantisation applied to a model: how many parameters have how many bits.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/catalog/model.h"
#include "core/import/quantization.h"
#include "core/import/quantization_scheme.h"
#include "core/import/text_config.h"

namespace trireme::hf {

[[nodiscard]] Quantization quantization_of(const TextConfig& config, const QuantizationScheme& scheme,
                                           const Model& model);

}  // namespace trireme::hf
