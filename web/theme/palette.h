// Colour tokens. The interface is ink on paper; a hue means one resource, or an error or a warning.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/result/result.h"
#include "imgui.h"

namespace trireme {

struct Palette {
  ImU32 base;   // charts, views
  ImU32 side;   // inputs, bars, bands
  ImU32 hover;  // ground of what the pointer is on
  ImU32 sel;    // ground of what is chosen or pinned
  ImU32 ink;    // text, chosen marks
  ImU32 ink2;   // labels
  ImU32 ink3;   // ticks, column heads, units
  ImU32 edge;   // edges of fields, axes
  ImU32 rule;   // hairlines
  ImU32 grid;
  ImU32 error, warn, good, errbg, warnbg;
  std::array<ImU32, resource_count> fill;   // by Resource
  std::array<ImU32, resource_count> soft;   // 30 % of it over `base`
  std::array<ImU32, resource_count> label;  // text on the fill: white or near-black, whichever contrasts more
  bool patterns;                            // resources are told apart by patterns too
};

[[nodiscard]] const Palette& palette(bool dark, bool high_contrast);

// `share` of `over` on top of `under`, opaque.
[[nodiscard]] ImU32 mix(ImU32 under, ImU32 over, float share);

}  // namespace trireme
