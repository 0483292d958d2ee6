// Names of resources and causes.
// SPDX-License-Identifier: MIT
#include "core/result/result.h"

namespace trireme {

std::string_view id_of(Resource resource) {
  switch (resource) {
    case Resource::Compute: return "compute";
    case Resource::Hbm: return "hbm";
    case Resource::ScaleUp: return "scale_up";
    case Resource::ScaleOut: return "scale_out";
    case Resource::Bubble: return "bubble";
    case Resource::Storage: return "storage";
    case Resource::Host: return "host";
    case Resource::Other: return "other";
  }
  return "";
}

std::string_view label_of(Resource resource) {
  switch (resource) {
    case Resource::Compute: return "compute";
    case Resource::Hbm: return "HBM";
    case Resource::ScaleUp: return "scale-up";
    case Resource::ScaleOut: return "scale-out";
    case Resource::Bubble: return "bubble";
    case Resource::Storage: return "storage";
    case Resource::Host: return "host";
    case Resource::Other: return "other";
  }
  return "";
}

std::string_view id_of(Cause cause) {
  switch (cause) {
    case Cause::MatrixMultiplications: return "matrix_multiplications";
    case Cause::Attention: return "attention";
    case Cause::Recompute: return "recompute";
    case Cause::OutputHead: return "output_head";
    case Cause::MemoryBoundMatrix: return "memory_bound_matrix";
    case Cause::Elementwise: return "elementwise";
    case Cause::StateScan: return "state_scan";
    case Cause::Optimizer: return "optimizer";
    case Cause::TensorParallel: return "tensor_parallel";
    case Cause::ContextParallel: return "context_parallel";
    case Cause::ExpertParallel: return "expert_parallel";
    case Cause::ShardedWeights: return "sharded_weights";
    case Cause::PipelineHandover: return "pipeline_handover";
    case Cause::DataParallel: return "data_parallel";
    case Cause::PipelineBubble: return "pipeline_bubble";
    case Cause::HostLaunch: return "host_launch";
    case Cause::HostStep: return "host_step";
    case Cause::Jitter: return "jitter";
    case Cause::KernelGaps: return "kernel_gaps";
    case Cause::Draft: return "draft";
    case Cause::Prefill: return "prefill";
  }
  return "";
}

std::string_view label_of(Cause cause) {
  switch (cause) {
    case Cause::MatrixMultiplications: return "Matrix multiplications";
    case Cause::Attention: return "Attention";
    case Cause::Recompute: return "Recompute";
    case Cause::OutputHead: return "Output head, other stages wait";
    case Cause::MemoryBoundMatrix: return "Memory-bound matrix multiplications";
    case Cause::Elementwise: return "Element-wise operators";
    case Cause::StateScan: return "State-space scan";
    case Cause::Optimizer: return "Optimizer update";
    case Cause::TensorParallel: return "Tensor parallel, exposed";
    case Cause::ContextParallel: return "Context parallel, exposed";
    case Cause::ExpertParallel: return "Expert parallel, exposed";
    case Cause::ShardedWeights: return "Weight gathers (FSDP), exposed";
    case Cause::PipelineHandover: return "Pipeline stage hand-over";
    case Cause::DataParallel: return "Data parallel, exposed";
    case Cause::PipelineBubble: return "Pipeline fill and drain";
    case Cause::HostLaunch: return "Kernel launch";
    case Cause::HostStep: return "Fixed time of a step";
    case Cause::Jitter: return "Waiting for the slowest GPU";
    case Cause::KernelGaps: return "Small kernels and launch gaps";
    case Cause::Draft: return "Draft tokens";
    case Cause::Prefill: return "Prompts of other requests";
  }
  return "";
}

}  // namespace trireme
