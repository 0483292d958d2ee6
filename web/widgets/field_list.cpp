// SPDX-License-Identifier: MIT
#include "web/widgets/field_list.h"

#include <cmath>
#include <type_traits>

#include "core/base/number_text.h"
#include "core/scenario/field_text.h"
#include "web/widgets/quantity_text.h"

namespace trireme {
namespace {

// --- choices: what is chosen, how to choose, what there is ---

template <class E>
std::string enum_chosen(const void* member) {
  return std::string(id_of(*static_cast<const E*>(member)));
}
template <class E>
void enum_choose(void* member, std::string_view id) {
  if (const auto value = enum_from_id<E>(id)) *static_cast<E*>(member) = *value;
}
template <class E>
std::vector<Option> enum_options(const Catalog&) {
  std::vector<Option> out;
  for (const auto& row : EnumNames<E>::rows) out.push_back({std::string(row.id), std::string(row.label), {}});
  return out;
}

template <class Id>
std::string id_chosen(const void* member) {
  return static_cast<const Id*>(member)->id;
}
template <class Id>
void id_choose(void* member, std::string_view id) {
  static_cast<Id*>(member)->id = id;
}

std::vector<Option> model_options(const Catalog& catalog) {
  std::vector<Option> out;
  for (const Model& m : catalog.models)
    out.push_back(
        {m.id, m.name, m.published_parameters > 0 ? short_count(m.published_parameters) : std::string()});
  return out;
}
// The vendor goes without saying in a list of parts: "8 × H100 SXM5 80 GB".
std::string_view without_vendor(std::string_view name) {
  for (std::string_view vendor : {"NVIDIA ", "AMD ", "AWS "})
    if (name.starts_with(vendor)) return name.substr(vendor.size());
  return name;
}

std::vector<Option> instance_options(const Catalog& catalog) {
  std::vector<Option> out;
  for (const Instance& i : catalog.instances) {
    const Accelerator* gpu = find_by_id(catalog.accelerators, i.accelerator);
    const std::string_view name =
        gpu != nullptr ? without_vendor(gpu->name) : std::string_view(i.accelerator);
    out.push_back({i.id, i.name, std::to_string(i.accelerators) + " × " + std::string(name)});
  }
  return out;
}
std::vector<Option> stack_options(const Catalog& catalog) {
  std::vector<Option> out;
  for (const Stack& s : catalog.stacks)
    out.push_back({s.id, s.name, s.validation.empty() ? "unvalidated" : ""});
  return out;
}

std::vector<Option> engine_options(const Catalog& catalog) {
  std::vector<Option> out;
  for (const Engine& e : catalog.engines)
    out.push_back({e.id, e.name, e.validation.empty() ? "unvalidated" : ""});
  return out;
}

template <class Id>
void set_reference(Field& field, std::vector<Option> (*options)(const Catalog&)) {
  field.kind = FieldKind::Choice;
  field.chosen = id_chosen<Id>;
  field.choose = id_choose<Id>;
  field.options = options;
}

void set_kind(Field& field, const std::int64_t*) { field.kind = FieldKind::Whole; }
void set_kind(Field& field, const double*) { field.kind = FieldKind::Real; }
void set_kind(Field& field, const bool*) { field.kind = FieldKind::Toggle; }
void set_kind(Field& field, const Definition*) { field.kind = FieldKind::Definition; }
void set_kind(Field& field, const ModelId*) { set_reference<ModelId>(field, model_options); }
void set_kind(Field& field, const InstanceId*) { set_reference<InstanceId>(field, instance_options); }
void set_kind(Field& field, const StackId*) { set_reference<StackId>(field, stack_options); }
void set_kind(Field& field, const EngineId*) { set_reference<EngineId>(field, engine_options); }
template <class E, class = std::enable_if_t<std::is_enum_v<E>>>
void set_kind(Field& field, const E*) {
  field.kind = FieldKind::Choice;
  field.chosen = enum_chosen<E>;
  field.choose = enum_choose<E>;
  field.options = enum_options<E>;
}

// Recompute modules: each alone, and the sets that recipes use.
std::string modules_chosen(const void* member) {
  return field_text(*static_cast<const Flags<RecomputeModule>*>(member));
}
void modules_choose(void* member, std::string_view id) {
  Issues issues;
  read_field({}, id, *static_cast<Flags<RecomputeModule>*>(member), issues);
}
std::vector<Option> modules_options(const Catalog&) {
  std::vector<Option> out = enum_options<RecomputeModule>({});
  for (const auto set : {Flags{RecomputeModule::CoreAttention, RecomputeModule::MoeActivation},
                         Flags{RecomputeModule::MlaUpProjection, RecomputeModule::Mlp},
                         Flags{RecomputeModule::MlaUpProjection, RecomputeModule::MoeActivation},
                         Flags{RecomputeModule::MoeActivation, RecomputeModule::LayerNorm}})
    out.push_back({field_text(set), field_text(set), {}});
  return out;
}
void set_kind(Field& field, const Flags<RecomputeModule>*) {
  field.kind = FieldKind::Choice;
  field.chosen = modules_chosen;
  field.choose = modules_choose;
  field.options = modules_options;
}

// A double holds every whole number up to here.
constexpr double largest_whole = 9007199254740992.0;

}  // namespace

std::vector<Field> fields_of(Scenario& scenario) {
  std::vector<Field> out;
  for_each_field(scenario, [&out](const FieldInfo& info, auto& member) {
    Field field;
    field.info = info;
    field.member = &member;
    set_kind(field, &member);
    out.push_back(field);
  });
  return out;
}

std::string_view group_of(const Field& field) {
  struct Heading {
    std::string_view prefix, title;
  };
  constexpr Heading groups[] = {{"model", "Model"}, {"training", "Model"}, {"cluster", "Cluster"},
                                {"plan", "Layout"}, {"stack", "Layout"},   {"serving", "Serving"},
                                {"run", "Run"},     {"own", "Own parts"}};
  for (const Heading& group : groups)
    if (field.info.path.substr(0, field.info.path.find('.')) == group.prefix) return group.title;
  return "";
}

std::string_view degree_symbol(const Field& field) {
  const std::size_t comma = field.info.label.rfind(", ");
  if (field.kind != FieldKind::Whole || comma == std::string_view::npos) return "";
  return field.info.label.substr(comma + 2);
}

std::string field_text(const Field& field) {
  switch (field.kind) {
    case FieldKind::Whole:
    case FieldKind::Real: return quantity_text(number_of(field));
    case FieldKind::Toggle: return *static_cast<const bool*>(field.member) ? "on" : "off";
    case FieldKind::Choice: return field.chosen(field.member);
    case FieldKind::Definition: return static_cast<const Definition*>(field.member)->json;
  }
  return "";
}

std::string default_text(const Field& field, const Catalog& catalog) {
  const std::string value = field_text(field);
  if (field.kind != FieldKind::Choice) return value;
  for (const Option& option : field.options(catalog))
    if (option.id == value) return std::string(short_label(option.label));
  return value;
}

bool same_value(const Field& a, const Field& b) {
  if (a.kind == FieldKind::Whole || a.kind == FieldKind::Real) return number_of(a) == number_of(b);
  return field_text(a) == field_text(b);
}

void copy_value(const Field& from, const Field& to) {
  switch (from.kind) {
    case FieldKind::Whole:
      *static_cast<std::int64_t*>(to.member) = *static_cast<const std::int64_t*>(from.member);
      break;
    case FieldKind::Real: *static_cast<double*>(to.member) = *static_cast<const double*>(from.member); break;
    case FieldKind::Toggle: *static_cast<bool*>(to.member) = *static_cast<const bool*>(from.member); break;
    case FieldKind::Choice: to.choose(to.member, from.chosen(from.member)); break;
    case FieldKind::Definition:
      *static_cast<Definition*>(to.member) = *static_cast<const Definition*>(from.member);
      break;
  }
}

double number_of(const Field& field) {
  if (field.kind == FieldKind::Whole)
    return static_cast<double>(*static_cast<const std::int64_t*>(field.member));
  if (field.kind == FieldKind::Real) return *static_cast<const double*>(field.member);
  return 0;
}

void set_number(const Field& field, double value) {
  if (field.kind == FieldKind::Whole) *static_cast<std::int64_t*>(field.member) = std::llround(value);
  if (field.kind == FieldKind::Real) *static_cast<double*>(field.member) = value;
}

std::string text_problem(const Field& field, std::string_view text) {
  const std::optional<double> value = parse_quantity(text, field.info.unit);
  const bool whole = field.kind == FieldKind::Whole;
  if (value && (!whole || (*value == std::floor(*value) && std::fabs(*value) <= largest_whole))) return "";
  return std::string(whole ? "A whole number from " : "A number from ") + quantity_text(field.info.minimum) +
         " to " + quantity_text(field.info.maximum) + ".";
}

bool set_text(const Field& field, std::string_view text) {
  if (!text_problem(field, text).empty()) return false;
  set_number(field, *parse_quantity(text, field.info.unit));
  return true;
}

}  // namespace trireme
