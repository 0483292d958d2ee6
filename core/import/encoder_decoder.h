// Encoder-decoder models (T5, BART, Whisper) and encoders (BERT).
// SPDX-License-Identifier: MIT
#pragma once

#include "core/catalog/model.h"
#include "core/import/shape.h"
#include "core/import/text_config.h"

namespace trireme::hf {

[[nodiscard]] bool has_encoder(const TextConfig& config);

// Fills both stacks and everything around them.
void read_encoder_model(const TextConfig& config, Model& model);

}  // namespace trireme::hf
