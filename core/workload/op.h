// Operators: the common currency between models and cost laws. Shapes are those of one GPU.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/base/units.h"

namespace trireme {

enum class OpName {
  QkvProjection,
  AttentionScores,
  AttentionOutput,
  AttentionElementwise,
  MlpUp,
  MlpDown,
  MlpElementwise,
  LmHead,
  LossElementwise,
  EmbeddingElementwise
};
[[nodiscard]] std::string_view id_of(OpName name);
[[nodiscard]] std::string_view label_of(OpName name);

enum class OpKind { Linear, Attention, Elementwise };

// y = x W with x of rows x in and W of in x out. Training runs three GEMMs: forward, data gradient, weight
// gradient.
struct LinearShape {
  double rows = 0, in = 0, out = 0;
  bool sixteen_bit = false;  // stays in BF16 whatever the precision (head, router)
};

// Causal softmax attention over `sequences` of length `sequence`, the tokens split over `context` ranks.
struct AttentionShape {
  double sequences = 0, sequence = 0, heads = 0, kv_heads = 0, head_dim = 0, context = 1;
};

struct Op {
  OpName name = OpName::QkvProjection;
  OpKind kind = OpKind::Linear;
  LinearShape linear;                   // OpKind::Linear
  AttentionShape attention;             // OpKind::Attention
  Bytes forward_bytes, backward_bytes;  // OpKind::Elementwise: HBM traffic
};

// A short list without allocation.
struct OpList {
  static constexpr std::size_t capacity = 16;
  std::array<Op, capacity> ops{};
  std::size_t count = 0;

  void push(const Op& op) {
    if (count < capacity) ops[count++] = op;
  }
  [[nodiscard]] const Op* begin() const { return ops.data(); }
  [[nodiscard]] const Op* end() const { return ops.data() + count; }
};

}  // namespace trireme
