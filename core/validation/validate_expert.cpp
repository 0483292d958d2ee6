// Measured expert exchange.
// SPDX-License-Identifier: MIT
#include "core/validation/validate_expert.h"

#include "core/cost/expert_exchange.h"
#include "core/validation/kernel_table.h"

namespace trireme {
namespace {

constexpr double fp8_bytes = 1.03125, bf16_bytes = 2;  // with one FP32 scale for 128 elements of FP8

std::optional<ExpertKernel> kernel_of(std::string_view mode) {
  if (mode == "deepep_normal") return ExpertKernel::HighThroughput;
  if (mode == "deepep_low_latency") return ExpertKernel::LowLatency;
  return std::nullopt;
}

// One of the two columns of times.
PredictKernel predict_with(const Catalog& catalog, double element_bytes) {
  return [&catalog, element_bytes](
             const RowReader& row,
             const Accelerator& accelerator) -> std::variant<KernelPrediction, std::string> {
    const std::string mode(row.text("mode"));
    const auto nodes = row.positive("node_num"), ranks = row.positive("moe_ep_size"),
               tokens = row.positive("num_token"), hidden = row.positive("hidden_size"),
               top_k = row.positive("num_topk"), sms = row.number("sms");
    const auto kernel = kernel_of(mode);
    if (!nodes || !ranks || !tokens || !hidden || !top_k) return "a size is missing";
    if (!kernel) return "no law for the kernels of " + mode;
    auto group = neighbours(accelerator, catalog, *ranks);
    const Link* network = find_by_id(catalog.links, "infiniband-ndr");
    if (!group || !network) return "the catalog knows no links between accelerators of " + accelerator.id;
    group->domains = *nodes;
    group->scale_out = network->bandwidth;
    group->across = &network->network_collectives;
    ExpertCall call{
        .kernel = *kernel, .tokens = *tokens, .token = *hidden * element_bytes * unit::byte, .top_k = *top_k};
    if (sms && *sms > 0) call.sms = *sms;
    return KernelPrediction{expert_exchange_time(call, *group).time(),
                            {std::string(label_of(*kernel)), std::string(row.text("node_num")),
                             *kernel == ExpertKernel::HighThroughput ? std::string(row.text("sms")) : ""}};
  };
}

}  // namespace

Checked<Validation> validate_expert(const MeasuredTable& table, const Catalog& catalog) {
  const std::vector<std::string> groupings{"kernel", "nodes", "sms"};
  Checked<Validation> dispatch = compare_kernels(table, catalog, "dispatch_us", "time of dispatch", groupings,
                                                 predict_with(catalog, fp8_bytes));
  if (!dispatch.ok()) return dispatch;
  Checked<Validation> combine = compare_kernels(table, catalog, "combine_us", "time of combine", groupings,
                                                predict_with(catalog, bf16_bytes));
  if (!combine.ok()) return combine;
  dispatch.value->metrics[0].id = "dispatch";
  combine.value->metrics[0].id = "combine";
  dispatch.value->metrics.push_back(std::move(combine.value->metrics[0]));
  return dispatch;
}

}  // namespace trireme
