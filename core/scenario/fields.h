// The only list of a scenario's fields: JSON keys, link keys, error paths, widgets and tables all come from
// it. SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/scenario/scenario.h"

namespace trireme {

struct FieldInfo {
  std::string_view path = {};   // "plan.tensor"
  std::string_view label = {};  // for a person
  std::string_view unit = {};   // shown inside the field; empty for choices and switches
  double minimum = 0;           // of numbers
  double maximum = 0;
  std::string_view help = {};  // what it means, and why the default is what it is
};

// visit(const FieldInfo&, member&) for each field; members are std::int64_t, double, bool, enums with
// EnumNames, Flags, ModelId, InstanceId, StackId, EngineId or Definition. The order is the order on the page.
template <class S, class Visit>
void for_each_field(S& s, Visit&& visit) {
  visit(FieldInfo{.path = "regime", .label = "Regime", .help = "What the GPUs are used for."}, s.regime);

  visit(FieldInfo{.path = "model", .label = "Model", .help = "A model of the catalog."}, s.model);
  visit(
      FieldInfo{
          .path = "training.precision",
          .label = "Precision",
          .help =
              "Format of the linear layers. Attention, embedding, head and optimizer stay in 16 or 32 bit."},
      s.training.precision);
  visit(FieldInfo{.path = "training.sequence",
                  .label = "Sequence",
                  .unit = "tokens",
                  .minimum = 1,
                  .maximum = 16777216,
                  .help = "Tokens in one training sequence."},
        s.training.sequence);
  visit(FieldInfo{.path = "training.global_batch",
                  .label = "Global batch",
                  .unit = "seqs",
                  .minimum = 1,
                  .maximum = 16777216,
                  .help = "Sequences in one optimizer step, over all GPUs."},
        s.training.global_batch);
  visit(
      FieldInfo{.path = "training.document",
                .label = "Mean document",
                .unit = "tokens",
                .minimum = 0,
                .maximum = 16777216,
                .help = "Length of the documents packed into a sequence: attention stays inside a document. "
                        "0 is one document a sequence."},
      s.training.document);
  visit(FieldInfo{.path = "training.method",
                  .label = "Trained weights",
                  .help = "All of them, or low-rank adapters beside frozen ones (LoRA)."},
        s.training.method);
  visit(FieldInfo{.path = "training.lora_rank",
                  .label = "LoRA rank",
                  .minimum = 1,
                  .maximum = 4096,
                  .help = "Inner width of the adapters. No effect when all weights are trained."},
        s.training.lora_rank);
  visit(
      FieldInfo{.path = "training.mtp",
                .label = "Multi-token prediction",
                .help = "Trains the model's MTP layers, if it has any: another layer and another head each."},
      s.training.mtp);
  visit(FieldInfo{.path = "training.routing",
                  .label = "Expert routing",
                  .help =
                      "Benchmarks force balanced experts; a real router loads them unevenly, and a capacity "
                      "limit drops what is too much."},
        s.training.routing);
  visit(FieldInfo{.path = "training.attention_fp8",
                  .label = "FP8 attention",
                  .help = "Attention products in FP8. Off in most recipes, also of FP8 training."},
        s.training.attention_fp8);
  visit(FieldInfo{.path = "training.gradients",
                  .label = "Gradient format",
                  .help = "In which gradients are reduced and kept."},
        s.training.gradients);

  visit(FieldInfo{.path = "cluster.instance",
                  .label = "Instance",
                  .help = "What one node is: GPUs, links, host, price."},
        s.cluster.instance);
  visit(FieldInfo{.path = "cluster.instances",
                  .label = "Instances",
                  .unit = "nodes",
                  .minimum = 1,
                  .maximum = 131072,
                  .help = "Number of nodes."},
        s.cluster.instances);

  visit(FieldInfo{.path = "plan.tensor",
                  .label = "Tensor, TP",
                  .minimum = 1,
                  .maximum = 1024,
                  .help = "GPUs that split each matrix. Must divide the attention heads and the vocabulary."},
        s.plan.tensor);
  visit(FieldInfo{.path = "plan.pipeline",
                  .label = "Pipeline, PP",
                  .minimum = 1,
                  .maximum = 1024,
                  .help = "Stages that split the layers."},
        s.plan.pipeline);
  visit(FieldInfo{.path = "plan.context",
                  .label = "Context, CP",
                  .minimum = 1,
                  .maximum = 1024,
                  .help = "GPUs that split each sequence, with ring attention."},
        s.plan.context);
  visit(FieldInfo{.path = "plan.virtual_stages",
                  .label = "Virtual stages, VP",
                  .minimum = 1,
                  .maximum = 1024,
                  .help = "Model chunks per pipeline stage: 1 is 1F1B, more is the interleaved schedule."},
        s.plan.virtual_stages);
  visit(
      FieldInfo{.path = "plan.schedule",
                .label = "Schedule",
                .help = "Order of micro-batches in the pipeline: how long stages idle, how much they keep."},
      s.plan.schedule);
  visit(FieldInfo{.path = "plan.micro_batch",
                  .label = "Micro-batch",
                  .unit = "seqs",
                  .minimum = 1,
                  .maximum = 1048576,
                  .help = "Sequences that one data-parallel rank processes at a time."},
        s.plan.micro_batch);
  visit(FieldInfo{.path = "plan.expert",
                  .label = "Expert, EP",
                  .minimum = 1,
                  .maximum = 4096,
                  .help = "GPUs that the experts of a layer are spread over. Must divide the experts."},
        s.plan.expert);
  visit(FieldInfo{.path = "plan.expert_tensor",
                  .label = "Expert tensor, ETP",
                  .minimum = 1,
                  .maximum = 1024,
                  .help = "GPUs that split the matrices of each expert."},
        s.plan.expert_tensor);
  visit(FieldInfo{.path = "plan.dispatcher",
                  .label = "Expert dispatcher",
                  .help = "Library that carries tokens to their experts and back."},
        s.plan.dispatcher);
  visit(FieldInfo{.path = "plan.sequence_parallel",
                  .label = "Sequence parallel",
                  .help = "Splits norms and residuals over the tensor group. No effect at TP 1."},
        s.plan.sequence_parallel);
  visit(FieldInfo{.path = "plan.sharding",
                  .label = "Data-parallel sharding",
                  .help = "What data-parallel ranks split among themselves."},
        s.plan.sharding);
  visit(FieldInfo{.path = "plan.sharding_group",
                  .label = "Sharding group",
                  .unit = "GPUs",
                  .minimum = 0,
                  .maximum = 1048576,
                  .help =
                      "GPUs that split the weights under FSDP, with copies beyond (HSDP). 0 is all of them."},
        s.plan.sharding_group);
  visit(FieldInfo{.path = "plan.recompute",
                  .label = "Recompute",
                  .help = "What the backward pass computes again to save activation memory."},
        s.plan.recompute);
  visit(FieldInfo{.path = "plan.recompute_modules",
                  .label = "Recomputed modules",
                  .help = "Of selective recompute, joined by '+', for example 'core_attn+moe_act'."},
        s.plan.recompute_modules);
  visit(FieldInfo{.path = "plan.overlap_tensor",
                  .label = "Overlap TP",
                  .help = "Hide tensor-parallel collectives behind GEMMs."},
        s.plan.overlap_tensor);
  visit(FieldInfo{.path = "plan.overlap_data",
                  .label = "Overlap DP",
                  .help = "Hide gradient and weight collectives behind compute."},
        s.plan.overlap_data);
  visit(FieldInfo{.path = "plan.fp8_weight_gather",
                  .label = "FP8 weight gather",
                  .help = "Weights travel between data-parallel ranks in FP8."},
        s.plan.fp8_weight_gather);
  visit(FieldInfo{.path = "plan.overlap_expert",
                  .label = "Overlap EP",
                  .help = "Hide the expert exchange of one micro-batch behind the compute of another."},
        s.plan.overlap_expert);
  visit(FieldInfo{.path = "plan.cuda_graphs",
                  .label = "CUDA graphs",
                  .help = "Recorded launches take most of the host's time away."},
        s.plan.cuda_graphs);
  visit(FieldInfo{.path = "serving.engine",
                  .label = "Engine",
                  .help = "Serving software whose scheduler, kernels and request path are assumed."},
        s.serving.engine);
  visit(FieldInfo{.path = "serving.weights",
                  .label = "Checkpoint",
                  .help = "Format of the linear layers. Where the GPU has no units for it, weights are "
                          "unpacked to BF16: less memory, no more speed."},
        s.serving.weights);
  visit(FieldInfo{.path = "serving.attention_weights",
                  .label = "Attention weights",
                  .help = "Checkpoints in 4 bit of models with experts keep attention in 16 bit."},
        s.serving.attention_weights);
  visit(FieldInfo{.path = "serving.cache",
                  .label = "Key-value cache",
                  .help =
                      "Format of keys and values. Engines take FP8 with FP8 checkpoints that carry scales."},
        s.serving.cache);
  visit(FieldInfo{.path = "serving.tensor",
                  .label = "Tensor, TP",
                  .minimum = 1,
                  .maximum = 1024,
                  .help = "GPUs of one engine that split each matrix. Must divide the attention heads."},
        s.serving.tensor);
  visit(FieldInfo{.path = "serving.pipeline",
                  .label = "Pipeline, PP",
                  .minimum = 1,
                  .maximum = 256,
                  .help = "Stages of one engine that split the layers."},
        s.serving.pipeline);
  visit(FieldInfo{.path = "serving.attention_data",
                  .label = "Attention data, DP",
                  .minimum = 1,
                  .maximum = 1024,
                  .help = "Attention ranks of one engine, each with sequences of its own, that share the "
                          "experts. Models without experts have engines of their own instead."},
        s.serving.attention_data);
  visit(
      FieldInfo{
          .path = "serving.expert",
          .label = "Expert, EP",
          .minimum = 1,
          .maximum = 1024,
          .help = "GPUs that the experts of a layer are spread over. Must divide the experts and TP x DP."},
      s.serving.expert);
  visit(FieldInfo{.path = "serving.load",
                  .label = "Load",
                  .help = "Clients that wait for each answer, requests at a rate, one fixed batch, or all "
                          "requests queued at once."},
        s.serving.load);
  visit(FieldInfo{.path = "serving.concurrency",
                  .label = "Concurrency",
                  .unit = "requests",
                  .minimum = 1,
                  .maximum = 1e9,
                  .help =
                      "Requests in the whole system at a time, over all engines; the size of a fixed batch."},
        s.serving.concurrency);
  visit(FieldInfo{.path = "serving.poisson",
                  .label = "Random arrivals",
                  .help = "Requests arrive at random instead of in the rhythm of waiting clients."},
        s.serving.poisson);
  visit(FieldInfo{.path = "serving.rate",
                  .label = "Request rate",
                  .unit = "requests/s",
                  .minimum = 1e-6,
                  .maximum = 1e9,
                  .help = "Arrivals per second at the whole system."},
        s.serving.rate);
  visit(FieldInfo{.path = "serving.requests",
                  .label = "Queued requests",
                  .unit = "requests",
                  .minimum = 0,
                  .maximum = 1e12,
                  .help = "Of an offline run, whose last wave drains. 0 is endless."},
        s.serving.requests);
  visit(FieldInfo{.path = "serving.prompt",
                  .label = "Prompt",
                  .unit = "tokens",
                  .minimum = 1,
                  .maximum = 16777216,
                  .help = "Mean length of a prompt (ISL), cached tokens included."},
        s.serving.prompt);
  visit(FieldInfo{.path = "serving.cached_prompt",
                  .label = "Cached prefix",
                  .unit = "tokens",
                  .minimum = 0,
                  .maximum = 16777216,
                  .help = "Tokens of the prompt whose keys and values are there already."},
        s.serving.cached_prompt);
  visit(FieldInfo{.path = "serving.output",
                  .label = "Output",
                  .unit = "tokens",
                  .minimum = 1,
                  .maximum = 16777216,
                  .help = "Mean length of an answer (OSL), thinking included."},
        s.serving.output);
  visit(FieldInfo{.path = "serving.max_batch",
                  .label = "Batch limit",
                  .unit = "seqs",
                  .minimum = 0,
                  .maximum = 1048576,
                  .help = "Most sequences of an attention rank. 0 is the engine's own limit."},
        s.serving.max_batch);
  visit(FieldInfo{.path = "serving.draft_tokens",
                  .label = "Draft tokens",
                  .minimum = 0,
                  .maximum = 64,
                  .help = "Tokens that speculative decoding or MTP proposes in each step. 0 is none."},
        s.serving.draft_tokens);
  visit(
      FieldInfo{.path = "serving.accepted",
                .label = "Tokens per step",
                .minimum = 0,
                .maximum = 65,
                .help = "Mean tokens that a step yields with drafts, the sure one included. 0 takes what was "
                        "measured with the MTP of DeepSeek-R1."},
      s.serving.accepted);
  visit(
      FieldInfo{.path = "serving.prefill_engines",
                .label = "Prefill engines",
                .minimum = 0,
                .maximum = 131072,
                .help = "Engines that only read prompts and hand their keys and values over. 0: each engine "
                        "does both."},
      s.serving.prefill_engines);
  visit(FieldInfo{.path = "serving.prefill_tensor",
                  .label = "Prefill TP",
                  .minimum = 1,
                  .maximum = 1024,
                  .help = "GPUs of a prefill engine that split each matrix."},
        s.serving.prefill_tensor);
  visit(FieldInfo{.path = "serving.prefill_attention_data",
                  .label = "Prefill DP",
                  .minimum = 1,
                  .maximum = 1024,
                  .help = "Attention ranks of a prefill engine."},
        s.serving.prefill_attention_data);

  visit(FieldInfo{.path = "stack",
                  .label = "Software stack",
                  .help = "Whose host time, fusion and overlap are assumed."},
        s.stack);

  visit(FieldInfo{.path = "run.tokens",
                  .label = "Training tokens",
                  .unit = "tokens",
                  .minimum = 1,
                  .maximum = 1e18,
                  .help = "Tokens of the whole run, for days and cost."},
        s.run.tokens);
  visit(FieldInfo{.path = "run.usd_per_instance_hour",
                  .label = "Price",
                  .unit = "USD/h",
                  .minimum = 0,
                  .maximum = 1e6,
                  .help = "Per instance and hour. 0 takes the catalog's price; check it before you buy."},
        s.run.usd_per_instance_hour);

  visit(
      FieldInfo{.path = "own.accelerator",
                .label = "Own accelerator",
                .help = "An accelerator in full, or a change to a known one: {\"base\": \"h100-sxm\", "
                        "\"numbers\": {...}}. Without an id it takes the place of its base; with one, an own "
                        "instance can name it."},
      s.own.accelerator);
  visit(FieldInfo{.path = "own.instance",
                  .label = "Own instance",
                  .help =
                      "An instance in full, or a change to a known one. Without an id it takes the place of "
                      "its base; with one, cluster.instance can name it."},
        s.own.instance);
  visit(FieldInfo{.path = "own.model",
                  .label = "Own model",
                  .help =
                      "A model in full, as `trireme import` makes it, or a change to a known one. Without an "
                      "id it takes the place of its base; with one, model can name it."},
        s.own.model);
}

}  // namespace trireme
