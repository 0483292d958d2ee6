// Sources, notes and numbers of catalog entries.
// SPDX-License-Identifier: MIT
#include "core/catalog/entry_reader.h"

#include <array>
#include <cmath>

#include "core/base/number_text.h"
#include "core/catalog/number_unit.h"

namespace trireme {
namespace {

constexpr std::array kinds{SourceKind::Datasheet, SourceKind::Paper, SourceKind::Measured,
                           SourceKind::Assumption};

std::optional<SourceKind> kind_from_name(std::string_view name) {
  for (const SourceKind kind : kinds)
    if (name_of(kind) == name) return kind;
  return std::nullopt;
}

std::string for_a_person(double limit) { return limit >= 1000 ? grouped(limit) : exact_text(limit); }

}  // namespace

NumberBlock::NumberBlock(ObjectReader object, std::string fact_prefix, CitationDefaults defaults,
                         const EntryContext& context, Provenance& provenance)
    : object_(std::move(object)),
      fact_prefix_(std::move(fact_prefix)),
      defaults_(read_defaults(object_, defaults)),
      context_(context),
      provenance_(provenance) {}

std::optional<double> NumberBlock::number(std::string_view key, Need need) {
  const Json* json = object_.find(key);
  if (json == nullptr) {
    if (need == Need::Required) object_.fault(IssueCode::WrongType, key, "This number is missing.");
    return std::nullopt;
  }
  CitationDefaults citation = defaults_;
  if (json->is_object()) {
    ObjectReader object = object_.object(key);
    json = object.find("value");
    citation = read_defaults(object, defaults_);
    object.refuse_unknown();
  }
  if (json == nullptr || !json->is_number() || !std::isfinite(json->get<double>())) {
    object_.fault(IssueCode::WrongType, key,
                  "A number, or an object with the number as \"value\", belongs here.");
    return std::nullopt;
  }
  Fact fact;
  fact.name = fact_prefix_ + std::string(key);
  fact.value = json->get<double>();
  fact.source = citation.source;
  fact.note = citation.note;

  const NumberUnit* unit = unit_of_number(key);
  if (unit == nullptr) {
    object_.fault(IssueCode::UnknownField, key, "The name of this number ends in no unit.");
  } else if (fact.value < unit->minimum || fact.value > unit->maximum) {
    object_.fault(IssueCode::OutOfRange, key,
                  exact_text(fact.value) + " is outside of the plausible range, " +
                      for_a_person(unit->minimum) + " to " + for_a_person(unit->maximum) +
                      (unit->text.empty() ? "." : " " + std::string(unit->text) + "."));
    return std::nullopt;
  }
  cite(key, citation.kind, fact);
  const double value = fact.value;
  put_fact(provenance_, std::move(fact));
  return value;
}

void NumberBlock::cite(std::string_view key, std::string_view kind_name, Fact& fact) {
  const bool by_user = context_.faults.origin == Origin::User;
  if (const auto kind = kind_from_name(kind_name)) {
    fact.kind = *kind;
  } else if (by_user && kind_name.empty()) {
    fact.kind = SourceKind::Assumption;
    if (fact.note.empty()) fact.note = "given by the user";
  } else {
    object_.fault(IssueCode::UnknownName, key,
                  "Its \"kind\" must be datasheet, paper, measured or assumption.");
  }
  if (fact.source.empty()) {
    if (!by_user) object_.fault(IssueCode::UnknownName, key, "It cites no \"source\".");
  } else if (!resolve_source(fact.source, context_, provenance_)) {
    object_.fault(IssueCode::UnknownName, key,
                  "Its source '" + fact.source + "' is not among the \"sources\".");
  }
}

CitationDefaults read_defaults(ObjectReader& object, const CitationDefaults& outer) {
  return {.kind = object.text("kind", Need::Optional, outer.kind),
          .source = object.text("source", Need::Optional, outer.source),
          .note = object.text("note", Need::Optional, outer.note)};
}

std::vector<Source> read_sources(ObjectReader sources, const Faults& faults) {
  std::vector<Source> result;
  for (const auto& [id, value] : sources.json().items()) {
    (void)value;
    ObjectReader object = sources.object(id);
    Source source{.id = id,
                  .title = object.text("title", Need::Required),
                  .locator = object.text("locator", Need::Optional),
                  .url = object.text("url", Need::Optional),
                  .date = object.text("date", Need::Required)};
    object.refuse_unknown();
    if (!source.date.empty() && !is_iso_date(source.date))
      faults.add(IssueCode::WrongType, object.path_of("date"),
                 "A date like 2026, 2026-07 or 2026-07-20 belongs here.");
    if (!source.url.empty() && source.url.rfind("https://", 0) != 0)
      faults.add(IssueCode::WrongType, object.path_of("url"),
                 "An address that starts with https:// belongs here.");
    result.push_back(std::move(source));
  }
  return result;
}

void read_sources_and_notes(ObjectReader& root, const EntryContext& context, Provenance& provenance) {
  for (Source& source : read_sources(root.object("sources"), context.faults)) {
    if (find_source(provenance, source.id) == nullptr) provenance.sources.push_back(std::move(source));
  }
  for (std::string& note : root.texts("notes")) provenance.notes.push_back(std::move(note));
}

bool resolve_source(const std::string& id, const EntryContext& context, Provenance& provenance) {
  if (find_source(provenance, id) != nullptr) return true;
  if (context.shared_sources == nullptr) return false;
  for (const Source& shared : *context.shared_sources) {
    if (shared.id != id) continue;
    provenance.sources.push_back(shared);
    return true;
  }
  return false;
}

void put_fact(Provenance& provenance, Fact fact) {
  for (Fact& known : provenance.facts) {
    if (known.name != fact.name) continue;
    known = std::move(fact);
    return;
  }
  provenance.facts.push_back(std::move(fact));
}

void take_over_facts(const Provenance& other, std::string_view prefix, std::string_view from,
                     std::string_view note, const EntryContext& context, Provenance& provenance) {
  for (const Fact& fact : other.facts) {
    if (fact.name.rfind(prefix, 0) != 0) continue;
    Fact assumed = fact;
    assumed.kind = SourceKind::Assumption;
    assumed.note = "taken from " + std::string(from) + (note.empty() ? "" : ": " + std::string(note));
    for (const Source& source : other.sources)
      if (source.id == fact.source && !resolve_source(source.id, context, provenance))
        provenance.sources.push_back(source);
    put_fact(provenance, std::move(assumed));
  }
}

bool is_iso_date(std::string_view text) {
  if (text.size() != 4 && text.size() != 7 && text.size() != 10) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 4 || i == 7;
    if (dash ? text[i] != '-' : (text[i] < '0' || text[i] > '9')) return false;
  }
  return true;
}

}  // namespace trireme
