// One accelerator: dense peaks, memory, links, power, and its calibrated kernel laws.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/catalog/laws.h"
#include "core/catalog/provenance.h"

namespace trireme {

struct Accelerator {
  std::string id;
  std::string name;
  std::vector<std::string> aliases;  // other spellings in use, e.g. "H100"
  std::string vendor;
  std::string architecture;  // "ampere", "hopper", "blackwell", … ; FP8 and attention kernels differ by it
  std::string laws_from;     // id of the accelerator whose laws were taken over as an assumption, if any
  bool calibrated = false;   // kernel laws were fitted to measurements on this part

  // Dense peaks; zero where the format does not exist.
  FlopsPerSecond bf16_dense, fp8_dense, fp4_dense, int8_dense, tf32_dense, fp32, fp64;
  PerSecond exponentials;  // special-function rate
  Bytes memory_nominal;    // the label
  Bytes memory_visible;    // what the driver reports
  Bytes memory_reserved;   // CUDA context and communication libraries: usable = visible - reserved
  BytesPerSecond hbm_bandwidth;
  BytesPerSecond scale_up_bandwidth;  // per GPU, one direction
  BytesPerSecond host_bandwidth;      // PCIe or C2C, one direction
  Watts power_limit;
  std::int64_t launch_year = 0;

  KernelLaws laws;
  Provenance provenance;

  [[nodiscard]] Bytes memory_usable() const { return memory_visible - memory_reserved; }
  [[nodiscard]] FlopsPerSecond dense_peak(MatrixFormat format) const {
    switch (format) {
      case MatrixFormat::Bf16: return bf16_dense;
      case MatrixFormat::Fp4: return fp4_dense;
      default: return fp8_dense;
    }
  }
  friend bool operator==(const Accelerator&, const Accelerator&) = default;
};

// The only list of an accelerator's numbers: visit(name, label, need, quantity&, unit).
template <class A, class Visit>
void for_each_number(A& a, Visit&& visit) requires requires {
  a.hbm_bandwidth;
}
{
  using namespace unit;
  constexpr FlopsPerSecond tflops = tflop / second;
  constexpr BytesPerSecond gb_per_s = gb / second;
  visit("bf16_dense_tflops", "BF16 peak, dense", Need::Required, a.bf16_dense, tflops);
  visit("fp8_dense_tflops", "FP8 peak, dense", Need::Optional, a.fp8_dense, tflops);
  visit("fp4_dense_tflops", "FP4 peak, dense", Need::Optional, a.fp4_dense, tflops);
  visit("int8_dense_tops", "INT8 peak, dense", Need::Optional, a.int8_dense, tflops);
  visit("tf32_dense_tflops", "TF32 peak, dense", Need::Optional, a.tf32_dense, tflops);
  visit("fp32_tflops", "FP32 peak", Need::Optional, a.fp32, tflops);
  visit("fp64_tflops", "FP64 peak", Need::Optional, a.fp64, tflops);
  visit("exponentials_t_per_s", "Exponential rate", Need::Optional, a.exponentials, 1e12 / second);
  visit("memory_nominal_gb", "Memory, nominal", Need::Required, a.memory_nominal, gb);
  visit("memory_visible_gib", "Memory, visible to the driver", Need::Required, a.memory_visible, gib);
  visit("memory_reserved_gib", "Memory reserved by context and libraries", Need::Required, a.memory_reserved,
        gib);
  visit("hbm_bandwidth_gb_per_s", "HBM bandwidth", Need::Required, a.hbm_bandwidth, gb_per_s);
  visit("scale_up_gb_per_s_per_direction", "Scale-up link, per GPU and direction", Need::Optional,
        a.scale_up_bandwidth, gb_per_s);
  visit("host_link_gb_per_s_per_direction", "Host link, per direction", Need::Optional, a.host_bandwidth,
        gb_per_s);
  visit("power_limit_w", "Power limit", Need::Optional, a.power_limit, watt);
  visit("launch_year", "Launch year", Need::Optional, a.launch_year, std::int64_t{1});
}

}  // namespace trireme
