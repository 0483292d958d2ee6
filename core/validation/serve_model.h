// A model from the columns of a table of serving runs.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/catalog/model.h"
#include "core/validation/measured_table.h"

namespace trireme {

// Columns: model, layers, hidden, heads, kv_heads, head_dim, ffn, vocab, experts, topk, shared_experts,
// moe_ffn, attention. Nothing, and the reason, where layers, hidden, heads or vocabulary are missing.
[[nodiscard]] std::optional<Model> serve_model(const RowReader& row, std::string& reason);

}  // namespace trireme
