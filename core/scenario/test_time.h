// What a user sets about the compute spent on one question.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/base/names.h"

namespace trireme {

enum class Strategy { Thinking, BestOfN, Majority, Beam, Tree, Revision };
template <>
struct EnumNames<Strategy> {
  static constexpr std::array<EnumName<Strategy>, 6> rows{{
      {Strategy::Thinking, "thinking", "One long chain of thought"},
      {Strategy::BestOfN, "best_of_n", "Best of N samples by a verifier"},
      {Strategy::Majority, "majority", "Majority vote over N samples"},
      {Strategy::Beam, "beam", "Beam search with a process reward model"},
      {Strategy::Tree, "tree", "Tree search"},
      {Strategy::Revision, "revision", "Revisions, each after the other"},
  }};
};

enum class SampleOrder { Together, OneByOne };
template <>
struct EnumNames<SampleOrder> {
  static constexpr std::array<EnumName<SampleOrder>, 2> rows{{
      {SampleOrder::Together, "together", "All samples in one batch"},
      {SampleOrder::OneByOne, "one_by_one", "One sample after the other"},
  }};
};

// How the attention kernel reads the prompt that the samples of a question share.
enum class PrefixAttention { PerSample, Cascade };
template <>
struct EnumNames<PrefixAttention> {
  static constexpr std::array<EnumName<PrefixAttention>, 2> rows{{
      {PrefixAttention::PerSample, "per_sample", "Once for each sample"},
      {PrefixAttention::Cascade, "cascade", "Once for all samples (cascade)"},
  }};
};

// The prompt and the questions at a time are those of Serving.
struct TestTime {
  Strategy strategy = Strategy::BestOfN;
  double tokens = 4096;  // of one chain, sample or revision
  double samples = 16;   // or revisions
  SampleOrder order = SampleOrder::Together;
  PrefixAttention prefix = PrefixAttention::PerSample;
  // Searches go in steps of so many tokens.
  double step_tokens = 64;
  double depth = 16;        // steps from the question to an answer
  double beams = 4;         // kept after each step
  double branches = 4;      // tried from each beam
  double expansions = 256;  // of a tree search
  double parallel = 16;     // of them at a time
  // A verifier or reward model reads all that is generated; 0 = none.
  double verifier_parameters = 0;  // active ones
  double check_seconds = 0;        // CPU time of a checker for one sample, branch or expansion
  friend bool operator==(const TestTime&, const TestTime&) = default;
};

}  // namespace trireme
