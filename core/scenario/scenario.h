// Every field a user can set, with its default: the one input type of pages, files, links and tables.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/base/names.h"
#include "core/catalog/datatype.h"
#include "core/parallel/plan.h"
#include "core/scenario/serving.h"

namespace trireme {

enum class Regime { Pretrain, Serve };
template <>
struct EnumNames<Regime> {
  static constexpr std::array<EnumName<Regime>, 2> rows{{
      {Regime::Pretrain, "pretrain", "Pre-training"},
      {Regime::Serve, "serve", "Serving"},
  }};
};

// References into the catalog; distinct types so that a widget knows which list to offer.
struct ModelId {
  std::string id;
  friend bool operator==(const ModelId&, const ModelId&) = default;
};
struct InstanceId {
  std::string id;
  friend bool operator==(const InstanceId&, const InstanceId&) = default;
};
struct StackId {
  std::string id;
  friend bool operator==(const StackId&, const StackId&) = default;
};

// A catalog entry of the user's own, as the JSON object that core/catalog/catalog_json.h reads; empty: none.
struct Definition {
  std::string json;
  friend bool operator==(const Definition&, const Definition&) = default;
};

enum class TrainingMethod { Full, LoraAttention, LoraAll };
template <>
struct EnumNames<TrainingMethod> {
  static constexpr std::array<EnumName<TrainingMethod>, 3> rows{{
      {TrainingMethod::Full, "full", "All weights"},
      {TrainingMethod::LoraAttention, "lora_attention", "LoRA on attention"},
      {TrainingMethod::LoraAll, "lora", "LoRA on attention and MLP"},
  }};
};

enum class Routing { Balanced, Natural, Drop };
template <>
struct EnumNames<Routing> {
  static constexpr std::array<EnumName<Routing>, 3> rows{{
      {Routing::Balanced, "balanced", "Balanced over experts"},
      {Routing::Natural, "natural", "As the router decides"},
      {Routing::Drop, "drop", "Tokens over capacity dropped"},
  }};
};

// Format in which gradients are reduced and kept.
enum class GradientFormat { Auto, Bf16, Fp32 };
template <>
struct EnumNames<GradientFormat> {
  static constexpr std::array<EnumName<GradientFormat>, 3> rows{{
      {GradientFormat::Auto, "auto", "As the stack does"},
      {GradientFormat::Bf16, "bf16", "BF16"},
      {GradientFormat::Fp32, "fp32", "FP32"},
  }};
};

struct Training {
  Precision precision = Precision::Fp8Current;
  std::int64_t sequence = 8192;      // tokens
  std::int64_t global_batch = 1536;  // sequences
  std::int64_t document = 0;         // mean length of packed documents, tokens; 0 = the sequence
  TrainingMethod method = TrainingMethod::Full;
  std::int64_t lora_rank = 32;
  bool mtp = true;  // the model's multi-token-prediction layers are trained
  Routing routing = Routing::Balanced;
  bool attention_fp8 = false;
  GradientFormat gradients = GradientFormat::Auto;
  friend bool operator==(const Training&, const Training&) = default;
};

struct Cluster {
  InstanceId instance{"p5.48xlarge"};
  std::int64_t instances = 128;
  friend bool operator==(const Cluster&, const Cluster&) = default;
};

struct Run {
  double tokens = 15.6e12;
  double usd_per_instance_hour = 0;  // 0 = the catalog's price
  friend bool operator==(const Run&, const Run&) = default;
};

// What the catalog does not have, in full or as a change to what it has; see core/scenario/own.h.
struct Own {
  Definition accelerator, instance, model;
  friend bool operator==(const Own&, const Own&) = default;
};

struct Scenario {
  Regime regime = Regime::Pretrain;
  ModelId model{"llama-3.1-405b"};
  Training training;
  Cluster cluster;
  Plan plan{.tensor = 8, .context = 2, .pipeline = 8, .virtual_stages = 8};
  StackId stack{"megatron-core"};
  Serving serving;
  Run run;
  Own own;
  friend bool operator==(const Scenario&, const Scenario&) = default;
};

}  // namespace trireme
