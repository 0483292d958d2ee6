// Measured matrix products.
// SPDX-License-Identifier: MIT
#include "core/validation/validate_gemm.h"

#include "core/cost/compute.h"
#include "core/cost/quantise.h"
#include "core/validation/kernel_table.h"

namespace trireme {
namespace {

struct Spelling {
  std::string_view text;
  MatrixFormat format;
};
constexpr Spelling formats[] = {{"bfloat16", MatrixFormat::Bf16},
                                {"fp8", MatrixFormat::Fp8},
                                {"fp8_block", MatrixFormat::Fp8Block},
                                {"nvfp4", MatrixFormat::Fp4}};

std::optional<MatrixFormat> format_of(std::string_view dtype) {
  for (const Spelling& spelling : formats)
    if (spelling.text == dtype) return spelling.format;
  return std::nullopt;
}

}  // namespace

Checked<Validation> validate_gemm(const MeasuredTable& table, const Catalog& catalog) {
  const auto predict = [](const RowReader& row,
                          const Accelerator& accelerator) -> std::variant<KernelPrediction, std::string> {
    const std::string dtype(row.text("dtype")), regime(row.text("regime")), framework(row.text("framework"));
    const auto m = row.positive("m"), n = row.positive("n"), k = row.positive("k");
    const auto format = format_of(dtype);
    if (!m || !n || !k) return "m, n or k is missing";
    if (!format) return "no law for dtype '" + dtype + "'";
    if (!accelerator.laws.gemm[static_cast<std::size_t>(*format)].present())
      return accelerator.id + " has no law for " + dtype;
    // Inference kernels: of the training factors only that of sustained power applies, and not to bursts.
    Accelerator plain = accelerator;
    plain.laws.training = {};
    if (regime == "sustained") plain.laws.training.gemm = accelerator.laws.training.gemm;
    Seconds time = gemm_time(plain, *format, {*m, *n, *k}).total;
    if (row.text("includes_quant") == "1") time += quantise_time(accelerator, *format, *m, *k);
    return KernelPrediction{time,
                            {dtype, framework, dtype + " " + framework, regime,
                             row.text("l2_resident_weights") == "1" ? "fit the L2 cache" : "in HBM",
                             *n >= 1024 && *k >= 1024 ? "n, k >= 1024" : "smaller"}};
  };
  return compare_kernels(table, catalog, "time of a matrix product",
                         {"precision", "framework", "kernel", "regime", "weights", "size"}, predict);
}

}  // namespace trireme
