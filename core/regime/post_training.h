// One step of post-training: rollouts, rewards, scores, training, new weights for the engines.
// SPDX-License-Identifier: MIT
#pragma once

#include "core/regime/pretrain.h"
#include "core/regime/rollout.h"
#include "core/scenario/post_training.h"

namespace trireme {

// What a loop costs over the serving and the training model.
struct PostTrainingFactors {
  double rollout = 1;    // over the serving model: an engine inside of a trainer, no tuned kernels
  Seconds fixed;         // of a step: moving data, advantages, switching, logging
  BytesPerSecond refit;  // all new weights to the engines, resharded
};
// Three constants from 12 runs of NeMo-RL 0.6, three models with experts on H100 and GB200: a sanity check,
// no validated model. Source: inference specification, section 11; its fourth constant, the trainer's MFU, is
// left to the training model. Errors: tests/validation/rl/table.md.
[[nodiscard]] PostTrainingFactors nemo_rl_factors();

// Models on one GPU. A trainer's GPU holds the share that Plan gives it of each model.
struct PostTrainingMemory {
  Bytes weights, gradients, optimizer;  // of the policy
  Bytes critic;                         // weights, gradients and optimizer states
  Bytes reference, reward;              // frozen weights
  Bytes activations;                    // of the larger of policy and critic; logits and overhead included
  Bytes engine_weights, engine_workspace, engine_cache;

  Bytes trainer;  // on the GPU while it trains
  Bytes engine;   // while it generates
  Bytes usable;
  double max_batch = 0;  // responses of a replica
  [[nodiscard]] bool fits() const { return trainer <= usable && max_batch >= 1; }
};

struct GpuSplit {
  std::int64_t train = 0, rollout = 0;  // colocated: both are all GPUs
};

struct PostTrainingStep {
  GpuSplit gpus;
  double responses = 0, tokens = 0;  // prompts included
  RolloutTimes rollout;
  StepTimes update;    // one optimizer step of the policy
  Seconds generation;  // rollouts, with the tail unless it is hidden
  Seconds checking;    // what the checker adds to it
  Seconds scoring;     // log-probabilities of old policy and reference, values, rewards
  Seconds training;    // of policy and critic
  Seconds fixed;
  Seconds refit;    // new weights to the engines
  Seconds offload;  // states to the host and back
  Seconds total;
  PostTrainingMemory memory;
  [[nodiscard]] Seconds rollout_side() const { return generation + checking; }
  [[nodiscard]] Seconds train_side() const { return scoring + training + fixed; }
  [[nodiscard]] double tokens_per_second() const { return tokens / total.in(unit::second); }
};

// In turns: the sum of all parts. With GPUs of their own and rollouts one step behind: the longer side, and
// the refit. Further behind: as many steps' responses run at a time, and new ones fill the places that short
// ones leave. Nothing fits: total is 0. Source: inference specification, section 11.
[[nodiscard]] PostTrainingStep post_training_step(const Problem& problem, const PostTraining& run,
                                                  const PostTrainingFactors& factors);

// Of the problem's GPUs, whole engines and whole replicas of the trainer, so that a step is shortest.
[[nodiscard]] GpuSplit balanced_split(const Problem& problem, const PostTraining& run,
                                      const PostTrainingFactors& factors);

}  // namespace trireme
