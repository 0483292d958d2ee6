// In how many bits a checkpoint keeps its weights, part by part.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/base/names.h"
#include "core/base/units.h"

namespace trireme {

enum class WeightPart {
  Embedding,
  Head,
  Mixers,
  DenseMlp,
  SharedExperts,
  RoutedExperts,
  Router,
  Vectors,
  Mtp,
  Towers
};

template <>
struct EnumNames<WeightPart> {
  static constexpr std::array<EnumName<WeightPart>, 10> rows{{
      {WeightPart::Embedding, "embedding", "Embedding"},
      {WeightPart::Head, "head", "Output head"},
      {WeightPart::Mixers, "mixers", "Attention and other mixers"},
      {WeightPart::DenseMlp, "dense_mlp", "Dense MLPs"},
      {WeightPart::SharedExperts, "shared_experts", "Shared experts"},
      {WeightPart::RoutedExperts, "routed_experts", "Routed experts"},
      {WeightPart::Router, "router", "Routers"},
      {WeightPart::Vectors, "vectors", "Norms, biases, scales"},
      {WeightPart::Mtp, "mtp", "Multi-token prediction"},
      {WeightPart::Towers, "towers", "Vision and audio towers"},
  }};
};
inline constexpr std::size_t weight_part_count = EnumNames<WeightPart>::rows.size();

struct WeightGroup {
  WeightPart part = WeightPart::Embedding;
  double parameters = 0;
  double bits = 16;  // mean over the part, scales and zero points included
  friend bool operator==(const WeightGroup&, const WeightGroup&) = default;
};

struct Quantization {
  std::string method;               // as the file calls it; "" = none
  double weight_bits = 16;          // of quantised matrices, scales and zero points included
  double dtype_bits = 16;           // of everything else
  double kv_bits = 16;              // of the KV cache, where the checkpoint says
  std::vector<WeightGroup> groups;  // parts that exist, in the order of WeightPart

  // Of the language model: without MTP layers and towers.
  [[nodiscard]] Bytes weight_bytes() const;
  // Of everything in `groups`.
  [[nodiscard]] Bytes checkpoint_bytes() const;
};

}  // namespace trireme
