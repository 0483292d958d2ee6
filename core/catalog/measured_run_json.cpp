// Measured runs from their table, which the calibration program writes: {"sources": [...], "rows": [[...],
// ...]}. SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/catalog/entries.h"

namespace trireme {
namespace {

// Texts: id, model, gpu, stack, precision; then numbers: the index of the source, experts (0 or 1),
// parameters, GPUs, sequence, global batch, TP, CP, PP, EP, step seconds, ratio.
constexpr std::ptrdiff_t texts = 5;
constexpr std::size_t columns = 17;

bool has_columns(const Json& row) {
  return row.is_array() && row.size() == columns &&
         std::all_of(row.begin(), row.begin() + texts, [](const Json& v) { return v.is_string(); }) &&
         std::all_of(row.begin() + texts, row.end(), [](const Json& v) { return v.is_number(); });
}

}  // namespace

void read_measured_runs(const Json& json, const Faults& faults, std::vector<MeasuredRun>& runs) {
  ObjectReader root(json, "", faults);
  const std::vector<std::string> sources = root.texts("sources");
  const Json* rows = root.find("rows");
  root.refuse_unknown();
  if (!rows || !rows->is_array())
    return root.fault(IssueCode::WrongType, "rows", "A list of rows is needed.");
  for (const Json& row : *rows) {
    const auto text = [&row](std::size_t i) { return row[i].get_ref<const std::string&>(); };
    const auto count = [&row](std::size_t i) { return row[i].get<std::int64_t>(); };
    const auto precision = has_columns(row) ? enum_from_id<Precision>(text(4)) : std::optional<Precision>();
    if (!precision || static_cast<std::size_t>(count(5)) >= sources.size()) {
      root.fault(IssueCode::WrongType, "rows",
                 "A row has 5 texts and 12 numbers, a known precision and the index of a source.");
      return;
    }
    MeasuredRun run;
    run.id = text(0), run.model = text(1), run.gpu = text(2), run.stack = text(3);
    run.precision = *precision;
    run.source = sources[static_cast<std::size_t>(count(5))];
    run.experts = count(6) != 0;
    run.parameters = row[7].get<double>();
    run.gpus = count(8), run.sequence = count(9), run.global_batch = count(10);
    run.tensor = count(11), run.context = count(12), run.pipeline = count(13), run.expert = count(14);
    run.step_seconds = row[15].get<double>(), run.ratio = row[16].get<double>();
    runs.push_back(std::move(run));
  }
}

}  // namespace trireme
