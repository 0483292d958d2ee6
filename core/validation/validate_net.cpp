// Measured collectives.
// SPDX-License-Identifier: MIT
#include "core/validation/validate_net.h"

#include "core/validation/net_row.h"

namespace trireme {
namespace {

// "EFA 2", "InfiniBand NDR"; inside a domain the scale-up link.
std::string fabric_of(const NetRow& row) {
  if (row.group.domains == 1) return row.scale_up->name;
  const std::string generation = row.scale_out->generation.empty() ? "" : " " + row.scale_out->generation;
  return std::string(label_of(row.scale_out->kind)) + generation;
}

std::string domains_of(double domains) {
  if (domains <= 2) return domains == 1 ? "1" : "2";
  return domains <= 8 ? "3 to 8" : "9 and more";
}

std::string size_of(Bytes size) {
  if (size < 64 * unit::kib) return "below 64 KiB";
  return size <= 16 * unit::mib ? "to 16 MiB" : "above 16 MiB";
}

}  // namespace

Checked<Validation> validate_net(const MeasuredTable& table, const Catalog& catalog) {
  Checked<Validation> checked;
  Validation validation;
  validation.groupings = {"source", "gpu", "fabric", "cluster", "kind", "domains", "size", "row"};
  Metric collectives{"time", "time of a collective", "s", {}};
  Metric experts{"expert", "time of an expert exchange", "s", {}};
  for (const MeasuredRow& measured : table.rows) {
    const RowReader reader(table, measured, checked.issues);
    const auto read = read_net_row(reader, catalog);
    if (const auto* reason = std::get_if<std::string>(&read)) {
      validation.skipped.push_back({reader.id(), *reason});
      continue;
    }
    const NetRow& row = *std::get_if<NetRow>(&read);
    const auto* call = std::get_if<CollectiveCall>(&row.call);
    const auto* expert = std::get_if<ExpertCall>(&row.call);
    std::vector<std::string> groups{
        std::string(reader.text("source")),
        row.accelerator->id,
        fabric_of(row),
        std::string(reader.text("cluster_or_instance")),
        std::string(call ? label_of(call->kind) : label_of(expert->kernel)),
        domains_of(row.group.domains),
        call ? size_of(call->size) : "",
        call ? (row.flagged ? "flagged" : "not flagged") : (row.derived ? "derived" : "printed")};
    (call ? collectives : experts)
        .rows.push_back({reader.id(), row.measured.base(), predicted_time(row).base(), std::move(groups)});
  }
  validation.metrics = {std::move(collectives), std::move(experts)};
  checked.value = std::move(validation);
  return checked;
}

}  // namespace trireme
