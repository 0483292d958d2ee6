// The kinds of tables.
// SPDX-License-Identifier: MIT
#include "core/validation/validate.h"

#include <iterator>
#include <string>

#include "core/validation/validate_attention.h"
#include "core/validation/validate_expert.h"
#include "core/validation/validate_gemm.h"
#include "core/validation/validate_nccl.h"
#include "core/validation/validate_net.h"
#include "core/validation/validate_serve.h"
#include "core/validation/validate_train.h"

namespace trireme {
namespace {

using Columns = std::string_view[];

constexpr Columns train{"seq_len", "global_batch", "model",     "gpu",
                        "n_gpus",  "precision",    "framework", "layers"};
constexpr Columns infer{"weights_precision", "isl", "model",  "gpu",    "n_gpus",
                        "framework",         "osl", "layers", "hidden", "mode"};
constexpr Columns net{"message_bytes", "net_plugin_or_fabric", "gpu", "n_gpus", "collective", "time_us"};
constexpr Columns gemm{"m", "n", "k", "dtype", "latency_us"};
constexpr Columns attention{"seq_len", "num_key_value_heads", "batch_size",     "num_heads", "head_dim",
                            "variant", "attn_dtype",          "kv_cache_dtype", "latency_us"};
constexpr Columns nccl{"nccl_version", "collective", "dtype", "num_gpus", "bytes", "latency_us"};
constexpr Columns custom_all_reduce{"num_gpus", "bytes", "framework", "latency_us"};
constexpr Columns expert{"moe_ep_size", "num_topk", "mode",        "node_num",  "num_token",
                         "hidden_size", "sms",      "dispatch_us", "combine_us"};

// The first kind that fits is taken.
constexpr ValidationKind kinds[]{
    {"train", "training steps", train, validate_train},
    {"infer", "serving runs", infer, validate_serve},
    {"net", "collectives", net, validate_net},
    {"gemm", "matrix products of one GPU", gemm, validate_gemm},
    {"attention", "attention of one GPU", attention, validate_attention},
    {"nccl", "collectives of one node", nccl, validate_nccl},
    {"custom_all_reduce", "all-reduce of serving frameworks", custom_all_reduce, validate_custom_all_reduce},
    {"expert", "dispatch and combine of experts", expert, validate_expert},
};

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
    message += &kind == std::end(kinds) - 1 ? "." : "; ";
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
