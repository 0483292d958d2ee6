// Measured matrix products.
// SPDX-License-Identifier: MIT
#include "core/validation/validate_gemm.h"

#include "core/cost/compute.h"
#include "core/validation/table_accelerator.h"

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
  Checked<Validation> checked;
  const Accelerator* named = table_accelerator(table, catalog, checked.issues);
  if (!named) return checked;
  Accelerator accelerator = *named;
  accelerator.laws.training = {};  // the factors of sustained training do not belong to a burst

  Validation validation;
  validation.groupings = {"gpu", "precision", "framework", "regime", "size"};
  Metric metric{"time", "time of a matrix product", "s", {}};
  for (const MeasuredRow& row : table.rows) {
    const RowReader reader(table, row, checked.issues);
    const auto skip = [&](std::string reason) {
      validation.skipped.push_back({reader.id(), std::move(reason)});
    };
    const auto m = reader.positive("m"), n = reader.positive("n"), k = reader.positive("k"),
               latency = reader.positive("latency_us");
    const auto format = format_of(reader.text("dtype"));
    if (!m || !n || !k || !latency) skip("m, n, k or latency_us is missing");
    else if (reader.text("usable") == "0") skip(std::string(reader.text("note")));
    else if (!format) skip("no law for dtype '" + std::string(reader.text("dtype")) + "'");
    else if (!accelerator.laws.gemm[static_cast<std::size_t>(*format)].present())
      skip(accelerator.id + " has no law for " + std::string(reader.text("dtype")));
    else
      metric.rows.push_back(
          {reader.id(),
           *latency * unit::microsecond.base(),
           gemm_time(accelerator, *format, {*m, *n, *k}).total.base(),
           {accelerator.id, std::string(reader.text("dtype")), std::string(reader.text("framework")),
            std::string(reader.text("regime")), *n >= 1024 && *k >= 1024 ? "n, k >= 1024" : "smaller"}});
  }
  validation.metrics.push_back(std::move(metric));
  checked.value = std::move(validation);
  return checked;
}

}  // namespace trireme
