// Validations for people and programs.
// SPDX-License-Identifier: MIT
#include "core/report/validation_report.h"

#include <map>
#include <nlohmann/json.hpp>

#include "core/base/number_text.h"
#include "core/report/issue_json.h"
#include "core/validation/error_statistics.h"

namespace trireme {
namespace {

using Json = nlohmann::ordered_json;
using RatiosByGroup = std::map<std::string, std::vector<double>>;

double ratio(const ComparedRow& row) { return row.predicted / row.measured; }

ErrorStatistics statistics_of(const Metric& metric) {
  std::vector<double> ratios;
  for (const ComparedRow& row : metric.rows) ratios.push_back(ratio(row));
  return error_statistics(ratios);
}

RatiosByGroup ratios_by(const Metric& metric, std::size_t grouping) {
  RatiosByGroup groups;
  for (const ComparedRow& row : metric.rows) groups[row.groups[grouping]].push_back(ratio(row));
  groups.erase("");
  return groups;
}

std::string percent(double share) { return fixed(share * 100, 1); }

std::vector<std::string> cells(std::string group, std::string value, const ErrorStatistics& s) {
  return {std::move(group), std::move(value), std::to_string(s.rows), percent(s.median),
          percent(s.p90),   percent(s.mean),  percent(s.bias),        percent(s.within)};
}

Table error_table(const Validation& validation, const Metric& metric) {
  Table table{metric.id,
              "Errors of the " + metric.label + ": |predicted/measured - 1|",
              {{"by", "By"},
               {"group", "Group"},
               {"rows", "Rows", true},
               {"median", "Median, %", true},
               {"p90", "90th percentile, %", true},
               {"mean", "Mean, %", true},
               {"bias", "Bias, %", true},
               {"within", "Within 1.25x, %", true}},
              {}};
  table.rows.push_back(cells("all", "", statistics_of(metric)));
  for (std::size_t g = 0; g < validation.groupings.size(); ++g)
    for (const auto& [group, ratios] : ratios_by(metric, g))
      table.rows.push_back(cells(validation.groupings[g], group, error_statistics(ratios)));
  return table;
}

Table skipped_table(const Validation& validation) {
  std::map<std::string, std::size_t> reasons;
  for (const SkippedRow& row : validation.skipped) ++reasons[row.reason];
  Table table{"skipped", "Skipped rows", {{"rows", "Rows", true}, {"reason", "Reason"}}, {}};
  for (const auto& [reason, count] : reasons) table.rows.push_back({std::to_string(count), reason});
  return table;
}

void put(Json& object, const std::string& prefix, const ErrorStatistics& s) {
  object[prefix + "median_abs_rel_error"] = s.median;
  object[prefix + "p90_abs_rel_error"] = s.p90;
  object[prefix + "mean_abs_rel_error"] = s.mean;
  object[prefix + "bias"] = s.bias;
  object[prefix + "within_1_25"] = s.within;
}

Json json_of(const ErrorStatistics& s) {
  Json object = {{"rows", s.rows}};
  put(object, "", s);
  return object;
}

Json groups_json(const Validation& validation, const Metric& metric) {
  Json by = Json::object();
  for (std::size_t g = 0; g < validation.groupings.size(); ++g) {
    Json& groups = by[validation.groupings[g]] = Json::object();
    for (const auto& [group, ratios] : ratios_by(metric, g))
      groups[group] = json_of(error_statistics(ratios));
  }
  return by;
}

void put(Json& root, const Validation& validation) {
  root["kind"] = validation.kind;
  root["rows"] = validation.rows;
  root["evaluated"] = validation.evaluated();
  for (std::size_t m = 0; m < validation.metrics.size(); ++m) {
    const Metric& metric = validation.metrics[m];
    put(root, m == 0 ? "" : metric.id + "_", statistics_of(metric));
  }
  if (!validation.metrics.empty()) root["by"] = groups_json(validation, validation.metrics[0]);
  if (validation.metrics.size() > 1)
    for (const Metric& metric : validation.metrics) {
      root[metric.id] = json_of(statistics_of(metric));
      root[metric.id]["by"] = groups_json(validation, metric);
    }
  Json& skipped = root["skipped"] = Json::array();
  for (const SkippedRow& row : validation.skipped)
    skipped.push_back({{"id", row.id}, {"reason", row.reason}});
}

}  // namespace

std::vector<Table> validation_tables(const Validation& validation) {
  std::vector<Table> tables;
  for (const Metric& metric : validation.metrics)
    if (!metric.rows.empty()) tables.push_back(error_table(validation, metric));
  if (!validation.skipped.empty()) tables.push_back(skipped_table(validation));
  return tables;
}

std::string validation_json(const Checked<Validation>& checked) {
  Json root = {{"ok", checked.ok()}, {"issues", issues_json(checked.issues)}};
  if (checked.value) put(root, *checked.value);
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Table validation_rows(const Validation& validation) {
  Table table{"rows",
              "Predicted and measured",
              {{"metric", "Metric"},
               {"id", "Row"},
               {"measured", "Measured", true},
               {"predicted", "Predicted", true},
               {"error", "Predicted/measured - 1", true}},
              {}};
  for (const std::string& grouping : validation.groupings) table.columns.push_back({grouping, grouping});
  for (const Metric& metric : validation.metrics)
    for (const ComparedRow& row : metric.rows) {
      std::vector<std::string> cells{metric.id, row.id, exact_text(row.measured), exact_text(row.predicted),
                                     exact_text(ratio(row) - 1)};
      cells.insert(cells.end(), row.groups.begin(), row.groups.end());
      table.rows.push_back(std::move(cells));
    }
  return table;
}

}  // namespace trireme
