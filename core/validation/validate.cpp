// The kinds of tables.
// SPDX-License-Identifier: MIT
#include "core/validation/validate.h"

#include <array>
#include <string>

#include "core/validation/validate_gemm.h"
#include "core/validation/validate_net.h"
#include "core/validation/validate_train.h"

namespace trireme {
namespace {

constexpr std::array<std::string_view, 5> gemm_columns{"m", "n", "k", "dtype", "latency_us"};
constexpr std::array<std::string_view, 6> net_columns{"message_bytes", "net_plugin_or_fabric", "gpu",
                                                      "n_gpus",        "collective",           "time_us"};

constexpr std::array<std::string_view, 8> train_columns{"seq_len", "global_batch", "model",     "gpu",
                                                        "n_gpus",  "precision",    "framework", "layers"};

constexpr std::array<ValidationKind, 3> kinds{{
    {"train", "training steps", train_columns, validate_train},
    {"net", "collectives", net_columns, validate_net},
    {"gemm", "matrix products of one GPU", gemm_columns, validate_gemm},
}};

const ValidationKind* kind_of(const MeasuredTable& table) {
  for (const ValidationKind& kind : kinds)
    if (table.find(kind.columns[0]) && table.find(kind.columns[1])) return &kind;
  return nullptr;
}

Issue header_fault(IssueCode code, std::string message) {
  return {Severity::Error, code, "line 1", std::move(message)};
}

Issue unknown_kind() {
  std::string message = "the header is of no known kind of table; ";
  for (const ValidationKind& kind : kinds) {
    message += std::string(kind.id) + " (" + std::string(kind.meaning) + ") has";
    for (const std::string_view column : kind.columns) message += " " + std::string(column);
    message += &kind == &kinds.back() ? "." : "; ";
  }
  return header_fault(IssueCode::UnknownName, std::move(message));
}

}  // namespace

std::span<const ValidationKind> validation_kinds() { return kinds; }

Checked<Validation> validate(const MeasuredTable& table, const Catalog& catalog) {
  const ValidationKind* kind = kind_of(table);
  if (!kind) return {std::nullopt, {unknown_kind()}};
  Issues issues = table_faults(table);
  for (const std::string_view column : kind->columns)
    if (!table.find(column))
      issues.push_back(header_fault(IssueCode::UnknownField,
                                    "column '" + std::string(column) + "' is missing from the header"));
  if (!issues.empty()) return {std::nullopt, std::move(issues)};
  Checked<Validation> checked = kind->validate(table, catalog);
  if (!checked.ok()) return {std::nullopt, std::move(checked.issues)};
  checked.value->kind = kind->id;
  checked.value->rows = table.rows.size();
  return checked;
}

}  // namespace trireme
