// Words and rows that all regimes have.
// SPDX-License-Identifier: MIT
#include "core/report/report_parts.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/report/memory_fixes.h"
#include "core/scenario/idle_fields.h"

namespace trireme {

std::string gb_text(Bytes bytes) { return significant(bytes.in(unit::gb)); }

std::string range_text(double low, double high, int digits) {
  return significant(low, digits) + "\u2013" + significant(high, digits);
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

HeadlineUnit time_unit(Seconds time) {
  const double seconds = time.base();
  if (seconds < 0.9995) return {1e-3, "ms"};
  if (seconds < 120) return {1, "s"};
  if (seconds < 7200) return {60, "min"};
  return {3600, "h"};
}

HeadlineUnit money_unit(double usd) {
  if (usd >= 999.5e6) return {1e9, "B USD"};
  if (usd >= 999.5e3) return {1e6, "M USD"};
  return {1, "USD"};
}

std::string resource_label(const Problem& p, Resource resource) {
  if (resource == Resource::ScaleUp && p.scale_up.id.rfind("nvlink", 0) == 0) return "NVLink";
  if (resource == Resource::ScaleUp && p.scale_up.kind == LinkKind::Host) return "PCIe";
  if (resource == Resource::ScaleOut && !p.scale_out.id.empty())
    return std::string(label_of(p.scale_out.kind));
  return std::string(label_of(resource));
}

BreakdownRow breakdown_row(const Problem& p, const BreakdownItem& item, Seconds whole) {
  BreakdownRow row;
  row.resource = item.resource;
  row.resource_label = resource_label(p, item.resource);
  row.cause = item.cause;
  row.id = "breakdown." + std::string(id_of(item.cause));
  row.label = std::string(label_of(item.cause));
  row.seconds = item.time.base();
  row.share = item.time / whole;
  return row;
}

void add_resource_totals(Report& report, const Problem& p) {
  for (int resource = 0; resource < resource_count; ++resource) {
    ResourceTotal total;
    total.resource = static_cast<Resource>(resource);
    total.label = resource_label(p, total.resource);
    for (const BreakdownRow& row : report.breakdown)
      if (row.resource == total.resource) total.seconds += row.seconds, total.share += row.share;
    if (total.seconds > 0) report.resources.push_back(total);
  }
}

void add_memory(Report& report, const Problem& p, const MemoryMap& map) {
  for (int i = 0; i < memory_item_count; ++i) {
    const Bytes bytes = map.items[static_cast<std::size_t>(i)];
    if (bytes <= Bytes{}) continue;
    const MemoryItem item = static_cast<MemoryItem>(i);
    report.memory.push_back({item, "memory." + std::string(id_of(item)), std::string(label_of(item)),
                             bytes.base(), bytes / map.usable});
  }
  report.memory_stage = std::string(label_of(map.stage));
  report.memory_total = map.total.base();
  report.memory_usable = map.usable.base();
  report.memory_nominal = p.accelerator.memory_nominal.base();
  if (map.fits()) return;
  const auto largest =
      std::max_element(report.memory.begin(), report.memory.end(),
                       [](const MemoryRow& a, const MemoryRow& b) { return a.bytes < b.bytes; });
  report.issues.push_back({Severity::Warning, IssueCode::DoesNotFit, "memory_bytes_per_gpu",
                           capitalised(report.memory_stage) + " needs " + gb_text(map.total) + " GB and " +
                               gb_text(map.usable) + " GB are usable: " + gb_text(map.total - map.usable) +
                               " GB too much. " + largest->label + " are the largest item with " +
                               significant(largest->bytes / 1e9) + " GB."});
}

void add_fixes(Report& report, const Scenario& scenario, const Catalog& catalog) {
  report.fixes = memory_fixes(scenario, catalog, 3);
  std::string words;
  for (const MemoryFix& fix : report.fixes)
    words += (words.empty() ? " Cheapest changes that fit: " : ", ") + fix.change + " (" +
             duration_text(fix.step_seconds) + " " +
             (report.regime == Regime::Serve ? "an output token" : "a step") + ", " +
             significant(fix.memory_bytes / 1e9) + " GB)";
  report.issues.back().message +=
      words.empty() ? " No single change of the layout fits; more GPUs are needed." : words + ".";
}

void add_facts(Report& report, const Problem& p) {
  report.idle_fields = idle_fields(p);
  report.model_fact = short_count(p.parameters_total) + " parameters";
  if (p.parameters_active < p.parameters_total)
    report.model_fact += ", " + short_count(p.parameters_active) + " active";
  const std::int64_t domain = p.instance.scale_up_domain;
  report.cluster_fact = grouped(static_cast<double>(p.accelerators())) + " \u00d7 " +
                        (p.accelerator.aliases.empty() ? p.accelerator.name : p.accelerator.aliases.front());
  if (domain > 1)
    report.cluster_fact +=
        " in " + resource_label(p, Resource::ScaleUp) + " domains of " + grouped(static_cast<double>(domain));
}

}  // namespace trireme
