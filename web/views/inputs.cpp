// Inputs: everything comes from the one field list.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/base/number_text.h"
#include "core/scenario/own.h"
#include "web/views/input_rows.h"

namespace trireme {

std::vector<InputGroup> group_inputs(const std::vector<Field>& fields, const std::vector<Field>& originals,
                                     const ExplainedReport& report) {
  std::vector<InputGroup> groups;
  const auto& idle = report.idle_fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    // Nothing is shown of own entries where there are none, and of fields that change nothing.
    const bool quiet = fields[i].kind == FieldKind::Definition ||
                       std::find(idle.begin(), idle.end(), fields[i].info.path) != idle.end();
    if (quiet && same_value(fields[i], originals[i])) continue;
    const std::string_view title = group_of(fields[i]);
    if (groups.empty() || groups.back().title != title) groups.push_back({title, {}});
    groups.back().fields.push_back({fields[i], originals[i]});
  }
  return groups;
}

namespace {

// The key below the field that an issue is about; nothing if it is about something else.
std::optional<std::string_view> key_below(const Issue& issue, std::string_view path) {
  const std::string_view at = issue.path;
  if (at == path) return "";
  if (at.starts_with(path) && at[path.size()] == '.') return at.substr(path.size() + 1);
  return std::nullopt;
}

}  // namespace

const Severity* InputColumn::severity(std::string_view path) const {
  const Severity* worst = nullptr;
  for (const Issue& issue : shown.issues)
    if (key_below(issue, path) && (worst == nullptr || issue.severity < *worst)) worst = &issue.severity;
  return worst;
}

void InputColumn::notes(std::string_view path) {
  for (const Issue& issue : shown.issues) {
    const auto key = key_below(issue, path);
    if (!key) continue;
    const std::string message = key->empty() ? issue.message : std::string(*key) + ": " + issue.message;
    y += note(ui, area.x0, y + 2, area.width(), issue.severity, message) + 8;
  }
}

void InputColumn::problem(std::string_view sentence) {
  if (!sentence.empty()) y += note(ui, area.x0, y + 2, area.width(), Severity::Error, sentence) + 8;
}

void InputColumn::fact(std::string_view sentence) {
  if (sentence.empty()) return;
  const Pen pen = ui.pen();
  const TextStyle style{Face::Regular, 14, shown.stale ? ui.colour().ink3 : ui.colour().ink2};
  y += 20 * static_cast<float>(pen.paragraph(area.x0, y + 15, area.width(), 20, style, sentence)) + 6;
}

void InputColumn::pick(const InputField& field, int option) {
  const std::vector<Option> options = field.now.options(catalog);
  field.now.choose(field.now.member, options[static_cast<std::size_t>(option)].id);
  edit.changed = edit.committed = true;
}

void InputColumn::reset(const InputField& field) {
  copy_value(field.original, field.now);
  edit.changed = edit.committed = true;
}

void InputColumn::set(const InputField& field, double value) {
  if (value == number_of(field.now)) return;
  set_number(field.now, value);
  edit.changed = edit.committed = true;
}

std::string InputColumn::take(const InputField& field, const NumberEdit& typed) {
  if (typed.committed) edit.committed = true;
  if (!typed.changed) return "";
  if (typed.text == displayed(field, shown.report)) return "";
  const std::string wrong = text_problem(field.now, typed.text);
  const double before = number_of(field.now);
  if (wrong.empty() && set_text(field.now, typed.text) && number_of(field.now) != before) edit.changed = true;
  return wrong;
}

std::string displayed(const InputField& field, const ExplainedReport& report) {
  if (field.now.info.path == "run.usd_per_instance_hour" && number_of(field.now) == 0)
    for (const Term& term : report.terms)
      for (const TermInput& input : term.inputs)
        if (term.id.starts_with("usd") && input.symbol == "c" && input.value > 0)
          return "list, " + significant(input.value, 4);
  return field_text(field.now);
}

void general_notes(InputColumn& column, const std::vector<InputGroup>& groups) {
  for (const Issue& issue : column.shown.issues) {
    bool known = false;
    for (const InputGroup& group : groups)
      known = known || std::any_of(group.fields.begin(), group.fields.end(), [&](const InputField& f) {
                return key_below(issue, f.now.info.path).has_value();
              });
    if (known) continue;
    column.y +=
        note(column.ui, column.area.x0, column.y, column.area.width(), issue.severity, issue.message) + 8;
  }
}

std::string_view fact_after(std::string_view path, const ExplainedReport& report) {
  if (path == "model") return report.model_fact;
  if (path == "cluster.instances") return report.cluster_fact;
  return "";
}

bool is_folded(const InputColumn& column, const InputField& field) {
  constexpr std::string_view rare[] = {"training.document",
                                       "training.method",
                                       "training.mtp",
                                       "training.routing",
                                       "training.attention_fp8",
                                       "training.gradients",
                                       "plan.expert_tensor",
                                       "plan.schedule",
                                       "plan.sequence_parallel",
                                       "plan.sharding_group",
                                       "plan.overlap_tensor",
                                       "plan.overlap_data",
                                       "plan.overlap_expert",
                                       "plan.fp8_weight_gather",
                                       "plan.cuda_graphs",
                                       "stack",
                                       "plan.sharding",
                                       "serving.attention_weights",
                                       "serving.poisson",
                                       "serving.cached_prompt",
                                       "serving.max_batch",
                                       "serving.draft_tokens",
                                       "serving.prefill_engines",
                                       "serving.prefill_tensor",
                                       "serving.prefill_attention_data",
                                       "serving.requests"};
  if (column.state.all_fields || field.edited() || column.severity(field.now.info.path) != nullptr)
    return false;
  return std::find(std::begin(rare), std::end(rare), field.now.info.path) != std::end(rare);
}

void draw_definition(InputColumn& column, const InputField& field, float height) {
  const Ui& ui = column.ui;
  const Pen pen = ui.pen();
  const Box row{column.area.x0, column.y, column.area.x1, column.y + height};
  const float baseline = Pen::centred_baseline(row.cy(), 14);
  const float label = pen.text(row.x0, baseline, ui.touch ? pen.ink() : pen.ink2(), field.now.info.label);
  ui.help(field.path(), {row.x0, row.y0, row.x0 + label, row.y1}, field.now.info.help);
  const float remove = row.x1 - text_button_width(ui, "Remove");
  if (text_button(ui, "default." + field.path(), remove, row.cy(), "Remove")) column.reset(field);
  const std::string name = definition_name(*static_cast<const Definition*>(field.now.member));
  const float room = remove - 16 - row.x0 - label - 12;
  pen.text_elided(remove - 16 - std::min(room, pen.width(pen.bold(), name)), baseline, room, pen.bold(),
                  name);
  column.y += height;
}

std::string_view regime_words(std::string_view id) {
  if (id == "pretrain") return "one optimizer step";
  if (id == "serve") return "latency under a load";
  return "";
}

float draw_inputs(const Ui& ui, ViewState& state, const Shown& shown, const Catalog& catalog,
                  Scenario& scenario, Box area, Edit& edit) {
  Scenario defaults;
  const std::vector<InputGroup> groups = group_inputs(fields_of(scenario), fields_of(defaults), shown.report);
  InputColumn column{ui, state, shown, catalog, area, area.y0, edit};
  if (ui.touch) draw_inputs_touch(column, groups);
  else draw_inputs_desk(column, groups);
  return column.y;
}

}  // namespace trireme
