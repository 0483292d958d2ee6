// Vision, audio and speech parts beside the language model: counted apart, as far as the file gives their
// sizes. SPDX-License-Identifier: MIT
#pragma once

#include "core/import/text_config.h"

namespace trireme::hf {

// Parameters of all towers with their projectors. The encoders are counted by layers, the projectors by their
// usual form, so the sum is good to a few percent; a warning says what was counted and what was not.
[[nodiscard]] double tower_parameters(const TextConfig& config, std::int64_t text_hidden);

}  // namespace trireme::hf
