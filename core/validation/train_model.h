// A model from the columns of a table of training runs.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/catalog/model.h"
#include "core/validation/measured_table.h"

namespace trireme {

// Columns: model, layers, hidden, heads, kv_heads, head_dim, ffn, vocab, experts, topk, shared_experts,
// moe_ffn, dense_layers, attention. What the columns cannot say (latent ranks, state sizes, ungated MLPs)
// follows from the model's family. Nothing, and the reason, where layers, hidden or vocabulary are missing.
[[nodiscard]] std::optional<Model> train_model(const RowReader& row, std::string& reason);

}  // namespace trireme
