// What a user sets about post-training: method, rollouts, where the models live. Training and Plan describe
// the trainer, Serving the engines that generate. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "core/base/names.h"

namespace trireme {

enum class PostTrainingMethod { Dpo, Ppo, Grpo };
template <>
struct EnumNames<PostTrainingMethod> {
  static constexpr std::array<EnumName<PostTrainingMethod>, 3> rows{{
      {PostTrainingMethod::Dpo, "dpo", "DPO: policy and reference on given pairs"},
      {PostTrainingMethod::Ppo, "ppo", "PPO: actor, critic, reference, reward model"},
      {PostTrainingMethod::Grpo, "grpo", "GRPO and kin: groups of responses, no critic"},
  }};
};

enum class GpuSharing { Colocated, Separate };
template <>
struct EnumNames<GpuSharing> {
  static constexpr std::array<EnumName<GpuSharing>, 2> rows{{
      {GpuSharing::Colocated, "colocated", "Trainer and engines take turns on all GPUs"},
      {GpuSharing::Separate, "separate", "Trainer and engines on GPUs of their own"},
  }};
};

struct PostTraining {
  PostTrainingMethod method = PostTrainingMethod::Grpo;
  double prompts = 64;            // of a step; pairs of DPO
  double group = 16;              // responses to each prompt; DPO has two
  double prompt_tokens = 512;     // mean
  double response_tokens = 2048;  // mean
  double longest_response = 8192;
  double epochs = 1;             // passes over the responses
  double updates = 1;            // optimizer steps of a pass
  bool reference = true;         // a frozen model for the KL term
  double critic_parameters = 0;  // active ones; 0 = as the policy
  double reward_parameters = 0;  // active ones of a reward model; 0 = rewards come from a checker
  double check_seconds = 0;      // CPU time of checker or sandbox for a response
  double check_slots = 0;        // that run at a time; 0 = enough
  GpuSharing sharing = GpuSharing::Colocated;
  bool offload = true;                // colocated: who does not run leaves the GPU
  double engine_memory_share = 0;     // of a GPU, that an engine reserves; 0 = as the engine does
  std::int64_t steps_off_policy = 0;  // rollouts may lag behind; only with GPUs of their own
  std::int64_t train_gpus = 0;        // separate; 0 = the split that balances
  friend bool operator==(const PostTraining&, const PostTraining&) = default;
};

}  // namespace trireme
