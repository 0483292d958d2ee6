// Rows of measured collectives.
// SPDX-License-Identifier: MIT
#include "core/validation/net_row.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/number_text.h"
#include "core/validation/kernel_table.h"

namespace trireme {
namespace {

constexpr double expert_width = 7168, expert_top_k = 8;  // DeepSeek-V3, which all these benchmarks imitate
constexpr double fp8_bytes = 1.03125, bf16_bytes = 2;    // with one FP32 scale for 128 elements of FP8

bool says(std::string_view text, std::string_view words) {
  return text.find(words) != std::string_view::npos;
}

bool says_any(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::any_of(list.begin(), list.end(), [&](std::string_view words) { return says(text, words); });
}

// The number that ends right before `position`, as in "4096 tokens".
std::optional<double> number_before(std::string_view text, std::size_t position) {
  if (position == std::string_view::npos) return std::nullopt;
  std::size_t start = position;
  while (start > 0 && ((text[start - 1] >= '0' && text[start - 1] <= '9') || text[start - 1] == '.')) --start;
  return parse_number(text.substr(start, position - start));
}

// "8x400G" is 3200 Gbit/s of the node.
std::optional<BytesPerSecond> node_rate(std::string_view fabric) {
  for (std::size_t end = fabric.find('G'); end != std::string_view::npos; end = fabric.find('G', end + 1)) {
    const auto each = number_before(fabric, end);
    if (!each) continue;
    const std::size_t times = fabric.rfind('x', end);
    if (times == std::string_view::npos) continue;
    if (const auto ports = number_before(fabric, times);
        ports && parse_number(fabric.substr(times + 1, end - times - 1)))
      return *ports * *each * unit::gbit / unit::second;
  }
  return std::nullopt;
}

// "400G/GPU".
std::optional<BytesPerSecond> gpu_rate(std::string_view fabric) {
  const auto rate = number_before(fabric, fabric.find("G/GPU"));
  if (!rate) return std::nullopt;
  return *rate * unit::gbit / unit::second;
}

// DeepEP names generations, everybody else GPUs: "H200 (not stated on the page)".
const Accelerator* find_accelerator(std::string_view gpu, const Catalog& catalog) {
  const std::string_view word = gpu.substr(0, gpu.find(' '));
  if (word == "SM90") return find_by_id(catalog.accelerators, "h100-sxm");
  if (word == "SM100") return find_by_id(catalog.accelerators, "b200");
  return find_by_name(catalog.accelerators, word);
}

// Without a generation it is the newest that comes with these GPUs.
const Link* efa_link(std::string_view generation, const Accelerator& accelerator, const Catalog& catalog) {
  const auto fits = [&](const Link& link) {
    return link.kind == LinkKind::Efa && link.network_collectives.present() &&
           (generation.empty() || link.generation == generation);
  };
  const Link* best = nullptr;
  for (const Instance& instance : catalog.instances)
    if (instance.accelerator == accelerator.id)
      if (const Link* link = find_by_id(catalog.links, instance.scale_out_link);
          link && fits(*link) && (!best || link->generation > best->generation))
        best = link;
  if (best) return best;
  // All links of a generation have the same constants.
  const auto any = std::find_if(catalog.links.begin(), catalog.links.end(), fits);
  return any == catalog.links.end() ? nullptr : &*any;
}

const Link* find_network(std::string_view fabric, const Accelerator& accelerator, const Catalog& catalog) {
  if (const std::size_t efa = fabric.find("EFA"); efa != std::string_view::npos) {
    const std::string_view rest = fabric.substr(efa + 3);
    return efa_link(rest.rfind(" v", 0) == 0 ? rest.substr(2, 1) : std::string_view(), accelerator, catalog);
  }
  if (says(fabric, "TCPXO")) return find_by_id(catalog.links, "gpudirect-tcpxo");
  if (says(fabric, "TCPX")) return find_by_id(catalog.links, "gpudirect-tcpx");
  if (says(fabric, "RoCE")) return find_by_id(catalog.links, "roce-400g");
  return find_by_id(catalog.links, "infiniband-ndr");
}

AlgorithmChoice choice_of(std::string_view algorithm) {
  if (algorithm == "Ring" || algorithm.rfind("Ring (", 0) == 0) return AlgorithmChoice::Ring;
  return says_any(algorithm, {"Tree (forced)"}) ? AlgorithmChoice::Tree : AlgorithmChoice::Any;
}

ExpertCall expert_call(std::string_view algorithm, std::string_view notes) {
  ExpertCall call;
  if (says(algorithm, "DeepEP V2")) call.kernel = ExpertKernel::HighThroughputV2;
  else if (says(algorithm, "pplx")) call.kernel = ExpertKernel::Batched;
  else if (says_any(algorithm, {" LL", "decode"})) call.kernel = ExpertKernel::LowLatency;
  call.tokens = number_before(notes, notes.find(" tokens")).value_or(4096);
  if (const auto thousands = number_before(notes, notes.find("K tokens"))) call.tokens = 1024 * *thousands;
  const bool sixteen_bit = says_any(algorithm, {"combine", "BF16"});
  call.token = expert_width * (sixteen_bit ? bf16_bytes : fp8_bytes) * unit::byte;
  call.top_k = expert_top_k;
  call.sms = number_before(notes, notes.find(" SMs")).value_or(call.sms);
  return call;
}

// Expert benchmarks divide what their own convention counts by the time, the own node included.
Seconds time_from_bandwidth(const ExpertCall& call, const RankGroup& group, bool of_network,
                            BytesPerSecond bandwidth) {
  const double copies = call.kernel == ExpertKernel::LowLatency
                            ? call.top_k
                            : different_targets(of_network ? group.domains : group.ranks, call.top_k);
  return call.tokens * copies * call.token / bandwidth;
}

}  // namespace

std::variant<NetRow, std::string> read_net_row(const RowReader& row, const Catalog& catalog) {
  const std::string_view gpu = row.text("gpu"), fabric = row.text("net_plugin_or_fabric"),
                         notes = row.text("notes"), algorithm = row.text("algorithm"),
                         bandwidth_kind = row.text("bw_kind");
  const auto ranks = row.positive("n_gpus"), per_node = row.positive("gpus_per_node"),
             size = row.positive("message_bytes"), time_us = row.positive("time_us"),
             bandwidth = row.number("busbw_GBps");
  const auto kind = enum_from_id<Collective>(row.text("collective"));
  const bool is_collective =
      bandwidth_kind == "nccl_busbw" || bandwidth_kind == "torch_busbw" || bandwidth_kind.empty();
  const bool of_network = says(bandwidth_kind, "rdma_") || bandwidth_kind == "logical_rdma";
  const bool is_expert = bandwidth_kind == "rdma_bottleneck" || bandwidth_kind == "logical_rdma" ||
                         says(bandwidth_kind, "nvlink") || bandwidth_kind == "latency_only";

  NetRow result;
  result.accelerator = find_accelerator(gpu, catalog);
  if (gpu.empty()) return "the GPU is not stated";
  if (!result.accelerator) return "no GPU of the catalog is called '" + std::string(gpu) + "'";
  if (result.accelerator->vendor != "NVIDIA")
    return "no collective of " + result.accelerator->vendor + " was fitted";
  const Instance* machine = machine_of(*result.accelerator, catalog);
  if (machine) result.scale_up = find_by_id(catalog.links, machine->scale_up_link);
  result.scale_out = find_network(fabric, *result.accelerator, catalog);
  if (!machine || !result.scale_up || !result.scale_out)
    return "the catalog has no links for " + result.accelerator->id;
  if (!ranks) return "n_gpus is missing";
  if (!kind) return "no law for the collective '" + std::string(row.text("collective")) + "'";
  if (!is_collective && !is_expert)
    return "a rate, not the time of a collective: " + std::string(bandwidth_kind);
  if (is_collective && (!size || !time_us))
    return size ? "no time is printed" : "the message size is not stated";
  if (is_expert && !time_us && !bandwidth) return "neither time nor bandwidth is printed";

  const double in_node = per_node.value_or(static_cast<double>(machine->accelerators));
  const bool domain_spans_nodes = machine->scale_up_domain > machine->accelerators;
  const double domain = domain_spans_nodes ? static_cast<double>(machine->scale_up_domain) : in_node;
  BytesPerSecond rate = result.scale_out->bandwidth;
  if (const auto of_gpu = gpu_rate(fabric)) rate = *of_gpu;
  else if (const auto of_node = node_rate(fabric)) rate = *of_node / in_node;
  result.group = {.ranks = *ranks,
                  .domains = std::ceil(*ranks / domain),
                  .scale_up = result.accelerator->scale_up_bandwidth,
                  .scale_out = rate,
                  .inside = &result.scale_up->domain_collectives,
                  .across = &result.scale_out->network_collectives};

  if (is_expert) {
    const ExpertCall call = expert_call(algorithm, notes);
    result.call = call;
    result.derived = !time_us;
    result.measured =
        time_us ? *time_us * unit::microsecond
                : time_from_bandwidth(call, result.group, of_network, *bandwidth * unit::gb / unit::second);
    return result;
  }
  const bool default_peers = says(notes, "default");
  result.call = CollectiveCall{.kind = *kind,
                               .size = *size * unit::byte,
                               .choice = choice_of(algorithm),
                               .tuned_peers = !default_peers};
  result.measured = *time_us * unit::microsecond;
  // The script of that name prints two decimals of a rate, too few for short messages.
  const bool coarse = says(notes, "all_reduce_bench") && *size * unit::byte < unit::gib;
  result.flagged = coarse || says_any(notes, {"reported as a fault", "mis-tuned", "cold start", "flat "});
  return result;
}

Seconds predicted_time(const NetRow& row) {
  if (const auto* call = std::get_if<ExpertCall>(&row.call))
    return expert_exchange_time(*call, row.group).time();
  return collective_time(*std::get_if<CollectiveCall>(&row.call), row.group).time();
}

}  // namespace trireme
