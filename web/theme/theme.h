// Dear ImGui's own style under the tokens: for the stock parts that remain (text input, scroll bars,
// pop-ups). SPDX-License-Identifier: MIT
#pragma once

#include "web/theme/palette.h"

namespace trireme {

void apply_style(const Palette& colour);

}  // namespace trireme
