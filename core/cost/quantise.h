// Time of casting the activations of a matrix product to a narrower format.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/units.h"
#include "core/catalog/accelerator.h"

namespace trireme {

// t = start + m k (2 + bytes of the format) / (HBM bandwidth * efficiency): reads BF16, writes the format.
// Zero for BF16 and where the accelerator has no law. Source: kernel fits, sections a and f.
[[nodiscard]] Seconds quantise_time(const Accelerator& accelerator, MatrixFormat format, double m, double k);

}  // namespace trireme
