// Wording of the verdict.
// SPDX-License-Identifier: MIT
#include "core/report/verdict.h"

#include <utility>

#include "core/base/number_text.h"

namespace trireme {
namespace {

// Where the seconds of a row go, as the end of a sentence.
std::string_view destination(Cause cause) {
  switch (cause) {
    case Cause::MatrixMultiplications: return "matrix multiplications";
    case Cause::Attention: return "attention";
    case Cause::Recompute: return "recomputing activations";
    case Cause::OutputHead: return "the output head while other stages wait";
    case Cause::MemoryBoundMatrix: return "matrix multiplications that HBM limits";
    case Cause::Elementwise: return "element-wise operators that HBM limits";
    case Cause::StateScan: return "the state-space scan";
    case Cause::Optimizer: return "the optimizer update";
    case Cause::TensorParallel: return "exposed tensor-parallel collectives";
    case Cause::ContextParallel: return "exposed context-parallel messages";
    case Cause::ExpertParallel: return "the exposed exchange of tokens with their experts";
    case Cause::ShardedWeights: return "exposed weight gathers";
    case Cause::PipelineHandover: return "handing activations from stage to stage";
    case Cause::DataParallel: return "exposed gradient and weight collectives";
    case Cause::PipelineBubble: return "filling and draining the pipeline";
    case Cause::HostLaunch: return "launching kernels";
    case Cause::HostStep: return "the fixed host time of a step";
    case Cause::Jitter: return "waiting for the slowest GPU";
    case Cause::KernelGaps: return "small kernels and the gaps between launches";
    case Cause::Draft: return "draft tokens";
    case Cause::Prefill: return "the prompts of other requests";
  }
  return "";
}

// Useful work is not a loss: the loss is the largest other row.
bool is_useful(Cause cause) { return cause == Cause::MatrixMultiplications || cause == Cause::Attention; }

std::string percent(double share) { return fixed(share * 100, 0) + " %"; }

std::string memory_sentence(const Report& report) {
  return "Does not fit: " + report.memory_stage + " needs " + significant(report.memory_total / 1e9) +
         " GB and " + significant(report.memory_usable / 1e9) + " GB are usable. ";
}

}  // namespace

std::string verdict(const Report& report) {
  std::string sentence = report.memory_total > report.memory_usable ? memory_sentence(report) : "";
  sentence += "A step takes " + duration_text(report.step_seconds) + ". ";
  double compute = 0;
  for (const ResourceTotal& total : report.resources)
    if (total.resource == Resource::Compute) compute = total.share;
  sentence += "Compute fills " + percent(compute) + " of it";

  const BreakdownRow *largest = nullptr, *second = nullptr;
  for (const BreakdownRow& row : report.breakdown) {
    if (is_useful(row.cause)) continue;
    if (!largest || row.seconds > largest->seconds) second = std::exchange(largest, &row);
    else if (!second || row.seconds > second->seconds) second = &row;
  }
  const auto words = [](const BreakdownRow& row, const char* verb) {
    return duration_text(row.seconds) + verb + std::string(destination(row.cause));
  };
  if (largest) sentence += "; " + words(*largest, " go to ");
  if (second) sentence += " and " + words(*second, " to ");
  return sentence + ".";
}

}  // namespace trireme
