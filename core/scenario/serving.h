// What a user sets about serving: checkpoint, deployment, load.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/base/names.h"

namespace trireme {

// A reference into the catalog.
struct EngineId {
  std::string id;
  friend bool operator==(const EngineId&, const EngineId&) = default;
};

// Format of a checkpoint's linear layers. INT4, INT8 and MXFP4 store weights only; where the accelerator has
// no units for a format, weights are unpacked to BF16.
enum class CheckpointFormat { Bf16, Fp8, Fp8Block, Nvfp4, Mxfp4, Int4, Int8 };
template <>
struct EnumNames<CheckpointFormat> {
  static constexpr std::array<EnumName<CheckpointFormat>, 7> rows{{
      {CheckpointFormat::Bf16, "bf16", "BF16"},
      {CheckpointFormat::Fp8, "fp8", "FP8, per tensor"},
      {CheckpointFormat::Fp8Block, "fp8_block", "FP8, block scaling"},
      {CheckpointFormat::Nvfp4, "nvfp4", "NVFP4"},
      {CheckpointFormat::Mxfp4, "mxfp4", "MXFP4 experts"},
      {CheckpointFormat::Int4, "int4", "INT4, weights only"},
      {CheckpointFormat::Int8, "int8", "INT8, weights only"},
  }};
};

// Checkpoints in 4 bit often keep attention in 16: by default those of models with experts do.
enum class AttentionWeights { Auto, AsWeights, Bf16 };
template <>
struct EnumNames<AttentionWeights> {
  static constexpr std::array<EnumName<AttentionWeights>, 3> rows{{
      {AttentionWeights::Auto, "auto", "As such checkpoints do"},
      {AttentionWeights::AsWeights, "as_weights", "As the other weights"},
      {AttentionWeights::Bf16, "bf16", "BF16"},
  }};
};

enum class CacheChoice { Auto, Bf16, Fp8 };
template <>
struct EnumNames<CacheChoice> {
  static constexpr std::array<EnumName<CacheChoice>, 3> rows{{
      {CacheChoice::Auto, "auto", "As the engine does"},
      {CacheChoice::Bf16, "bf16", "BF16"},
      {CacheChoice::Fp8, "fp8", "FP8"},
  }};
};

enum class Load { Concurrency, Rate, Batch, Offline };
template <>
struct EnumNames<Load> {
  static constexpr std::array<EnumName<Load>, 4> rows{{
      {Load::Concurrency, "concurrency", "Clients that wait for their answers"},
      {Load::Rate, "rate", "Requests at a rate"},
      {Load::Batch, "batch", "One fixed batch"},
      {Load::Offline, "offline", "All queued at once"},
  }};
};

struct Serving {
  CheckpointFormat weights = CheckpointFormat::Fp8;
  AttentionWeights attention_weights = AttentionWeights::Auto;
  CacheChoice cache = CacheChoice::Auto;
  EngineId engine{"vllm"};
  std::int64_t tensor = 8, pipeline = 1, expert = 1;
  std::int64_t attention_data = 1;  // attention ranks of an engine, each with its own sequences
  Load load = Load::Concurrency;
  double prompt = 1024, output = 1024;  // mean tokens
  double cached_prompt = 0;             // tokens of the prompt found in the cache
  double concurrency = 4096;            // requests at a time, or the size of the batch; of the whole system
  bool poisson = false;                 // arrivals at random instead of a closed loop
  double rate = 1;                      // requests per second
  double requests = 0;                  // of an offline run; 0 = endless
  std::int64_t max_batch = 0;           // sequences of an attention rank; 0 = the engine's
  std::int64_t draft_tokens = 0;        // speculative decoding or MTP, a step
  double accepted = 0;                  // tokens a step; 0 = as measured for MTP of DeepSeek-R1
  std::int64_t prefill_engines = 0;     // that only read prompts; 0 = each engine does both
  std::int64_t prefill_tensor = 8, prefill_attention_data = 1;

  // GPUs of one engine that generates, and of all that only read prompts.
  [[nodiscard]] std::int64_t engine_gpus() const { return tensor * attention_data * pipeline; }
  [[nodiscard]] std::int64_t prefill_gpus() const {
    return prefill_engines * prefill_tensor * prefill_attention_data;
  }
  friend bool operator==(const Serving&, const Serving&) = default;
};

}  // namespace trireme
