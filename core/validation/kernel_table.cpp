// Tables of measured kernels.
// SPDX-License-Identifier: MIT
#include "core/validation/kernel_table.h"

#include <algorithm>

namespace trireme {
namespace {

const Accelerator* accelerator_in_name(const MeasuredTable& table, const Catalog& catalog) {
  std::string name = table.name.substr(table.name.find_last_of('/') + 1);
  name = name.substr(0, name.find('.'));
  std::replace(name.begin(), name.end(), '_', '-');
  for (std::size_t start = 0; start != std::string::npos;) {
    const std::string words = name.substr(start);
    if (const Accelerator* found = find_by_name(catalog.accelerators, words)) return found;
    const std::size_t dash = name.find('-', start);
    start = dash == std::string::npos ? dash : dash + 1;
  }
  return nullptr;
}

}  // namespace

const Instance* machine_of(const Accelerator& accelerator, const Catalog& catalog) {
  const Instance* best = nullptr;
  for (const Instance& instance : catalog.instances)
    if (instance.accelerator == accelerator.id && (!best || instance.scale_up_domain > best->scale_up_domain))
      best = &instance;
  return best;
}

std::optional<RankGroup> neighbours(const Accelerator& accelerator, const Catalog& catalog, double ranks) {
  const Instance* machine = machine_of(accelerator, catalog);
  const Link* link = machine ? find_by_id(catalog.links, machine->scale_up_link) : nullptr;
  if (!link || !link->domain_collectives.present()) return std::nullopt;
  return RankGroup{
      .ranks = ranks, .scale_up = accelerator.scale_up_bandwidth, .inside = &link->domain_collectives};
}

Checked<Validation> compare_kernels(const MeasuredTable& table, const Catalog& catalog,
                                    std::string_view column, std::string label,
                                    std::vector<std::string> groupings, const PredictKernel& predict) {
  Checked<Validation> checked;
  const bool has_column = table.find("gpu").has_value();
  const Accelerator* named = has_column ? nullptr : accelerator_in_name(table, catalog);
  if (!has_column && !named) {
    checked.issues.push_back(
        {Severity::Error, IssueCode::UnknownName, table.name,
         "a kernel table names its accelerator in a column gpu, or in the name of the file "
         "as in gemm_h100_sxm.csv"});
    return checked;
  }
  Validation validation;
  validation.groupings = std::move(groupings);
  validation.groupings.insert(validation.groupings.begin(), "gpu");
  Metric fitted{"time", label, "s", {}},
      other{"other", label + " by kernels that no law was fitted to", "s", {}};
  for (const MeasuredRow& row : table.rows) {
    const RowReader reader(table, row, checked.issues);
    const auto skip = [&](std::string reason) {
      validation.skipped.push_back({reader.id(), std::move(reason)});
    };
    const Accelerator* accelerator =
        has_column ? find_by_name(catalog.accelerators, reader.text("gpu")) : named;
    const auto latency = reader.positive(column);
    if (!accelerator) {
      skip("no accelerator of the catalog is called '" + std::string(reader.text("gpu")) + "'");
    } else if (reader.text("usable") == "0") {
      skip(std::string(reader.text("note")));
    } else if (auto predicted = predict(reader, *accelerator);
               auto* reason = std::get_if<std::string>(&predicted)) {
      skip(std::move(*reason));
    } else if (!latency) {
      skip(std::string(column) + " is missing");
    } else {
      auto& prediction = *std::get_if<KernelPrediction>(&predicted);
      prediction.groups.insert(prediction.groups.begin(), accelerator->id);
      (prediction.fitted ? fitted : other)
          .rows.push_back({reader.id(), (*latency * unit::microsecond).base(), prediction.time.base(),
                           std::move(prediction.groups)});
    }
  }
  validation.metrics.push_back(std::move(fitted));
  if (!other.rows.empty()) validation.metrics.push_back(std::move(other));
  checked.value = std::move(validation);
  return checked;
}

}  // namespace trireme
