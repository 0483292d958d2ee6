// Measured matrix products.
// SPDX-License-Identifier: MIT
#include "core/validation/validate_gemm.h"

#include <array>

#include "core/cost/compute.h"
#include "core/cost/quantise.h"
#include "core/validation/kernel_table.h"

namespace trireme {
namespace {

// Spelling in the tables, and whose kernels the laws were fitted to (kernel fits, section a).
struct Format {
  std::string_view dtype;
  MatrixFormat format;
  std::array<std::string_view, 2> frameworks;
};
constexpr Format formats[] = {{"bfloat16", MatrixFormat::Bf16, {"trtllm", "sglang"}},
                              {"fp8", MatrixFormat::Fp8, {"trtllm"}},
                              {"fp8_block", MatrixFormat::Fp8Block, {"trtllm"}},
                              {"nvfp4", MatrixFormat::Fp4, {"vllm"}}};

const Format* format_of(std::string_view dtype) {
  for (const Format& format : formats)
    if (format.dtype == dtype) return &format;
  return nullptr;
}

// A table that names no framework is taken to be of those kernels.
bool is_fitted(const Format& format, std::string_view framework) {
  return framework.empty() || framework == format.frameworks[0] || framework == format.frameworks[1];
}

}  // namespace

Checked<Validation> validate_gemm(const MeasuredTable& table, const Catalog& catalog) {
  const auto predict = [](const RowReader& row,
                          const Accelerator& accelerator) -> std::variant<KernelPrediction, std::string> {
    const std::string dtype(row.text("dtype")), regime(row.text("regime")), framework(row.text("framework"));
    const auto m = row.positive("m"), n = row.positive("n"), k = row.positive("k");
    const Format* format = format_of(dtype);
    if (!m || !n || !k) return "m, n or k is missing";
    if (!format) return "no law for dtype '" + dtype + "'";
    if (!accelerator.laws.gemm[static_cast<std::size_t>(format->format)].present())
      return accelerator.id + " has no law for " + dtype;
    // Inference kernels: of the training factors only that of sustained power applies, and not to bursts.
    Accelerator plain = accelerator;
    plain.laws.training = {};
    if (regime == "sustained") plain.laws.training.gemm = accelerator.laws.training.gemm;
    Seconds time = gemm_time(plain, format->format, {*m, *n, *k}).total;
    if (row.text("includes_quant") == "1") time += quantise_time(accelerator, format->format, *m, *k);
    return KernelPrediction{time,
                            {dtype, framework, dtype + " " + framework, regime,
                             row.text("l2_resident_weights") == "1" ? "fit the L2 cache" : "in HBM",
                             *n >= 1024 && *k >= 1024 ? "n, k >= 1024" : "smaller"},
                            is_fitted(*format, framework)};
  };
  return compare_kernels(table, catalog, "latency_us", "time of a matrix product",
                         {"precision", "framework", "kernel", "regime", "weights", "size"}, predict);
}

}  // namespace trireme
