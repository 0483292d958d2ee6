// Quantisation of activations.
// SPDX-License-Identifier: MIT
#include "core/cost/quantise.h"

namespace trireme {

Seconds quantise_time(const Accelerator& accelerator, MatrixFormat format, double m, double k) {
  const QuantiseLaw& law = accelerator.laws.quantise[static_cast<std::size_t>(format)];
  if (!law.present()) return {};
  const Bytes traffic = m * k * (operand_bytes(MatrixFormat::Bf16) + operand_bytes(format)) * unit::byte;
  return law.start + traffic / (accelerator.hbm_bandwidth * law.efficiency);
}

}  // namespace trireme
