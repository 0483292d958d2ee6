// Measured collectives of one node.
// SPDX-License-Identifier: MIT
#include "core/validation/validate_nccl.h"

#include <algorithm>

#include "core/cost/collective_law.h"
#include "core/cost/custom_all_reduce.h"
#include "core/validation/kernel_table.h"

namespace trireme {
namespace {

std::string no_link(const Accelerator& accelerator) {
  return "the catalog knows no links between accelerators of " + accelerator.id;
}

// "all_reduce" here, "allreduce" in nccl-tests.
std::optional<Collective> collective_of(std::string name) {
  name.erase(std::remove(name.begin(), name.end(), '_'), name.end());
  return enum_from_id<Collective>(name);
}

std::string size_of(double bytes) {
  if (bytes <= 65536) return "to 64 KiB";
  return bytes <= 8.0 * 1048576 ? "to 8 MiB" : "above 8 MiB";
}

}  // namespace

Checked<Validation> validate_nccl(const MeasuredTable& table, const Catalog& catalog) {
  const auto predict = [&](const RowReader& row,
                           const Accelerator& accelerator) -> std::variant<KernelPrediction, std::string> {
    const auto ranks = row.positive("num_gpus"), bytes = row.positive("bytes");
    const auto kind = collective_of(std::string(row.text("collective")));
    if (!ranks || !bytes) return "num_gpus or bytes is missing";
    if (!kind) return "no law for the collective '" + std::string(row.text("collective")) + "'";
    const auto group = neighbours(accelerator, catalog, *ranks);
    if (!group) return no_link(accelerator);
    const CollectiveCall call{
        .kind = *kind, .size = *bytes * unit::byte, .element_bytes = row.text("dtype") == "int8" ? 1.0 : 2.0};
    return KernelPrediction{collective_time(call, *group).time(),
                            {std::string(row.text("dtype")), std::string(label_of(*kind)),
                             std::string(row.text("num_gpus")), size_of(*bytes)}};
  };
  return compare_kernels(table, catalog, "latency_us", "time of a collective",
                         {"precision", "kind", "ranks", "size"}, predict);
}

Checked<Validation> validate_custom_all_reduce(const MeasuredTable& table, const Catalog& catalog) {
  const auto predict = [&](const RowReader& row,
                           const Accelerator& accelerator) -> std::variant<KernelPrediction, std::string> {
    const auto ranks = row.positive("num_gpus"), bytes = row.positive("bytes");
    if (!ranks || !bytes) return "num_gpus or bytes is missing";
    if (*bytes > 8.0 * 1048576) return "above 8 MiB, where frameworks call NCCL";
    const auto group = neighbours(accelerator, catalog, *ranks);
    if (!group) return no_link(accelerator);
    return KernelPrediction{
        custom_all_reduce_time(*bytes * unit::byte, *group),
        {std::string(row.text("framework")), std::string(row.text("num_gpus")), size_of(*bytes)},
        row.text("framework") != "vllm"};  // which takes about 1.4 times as long
  };
  return compare_kernels(table, catalog, "latency_us", "time of a custom all-reduce",
                         {"framework", "ranks", "size"}, predict);
}

}  // namespace trireme
