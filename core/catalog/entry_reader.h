// What all catalog entries have in common: sources, notes, and numbers that carry value, kind, source and
// note. Internal to the catalog's readers. SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/source.h"
#include "core/catalog/json_reader.h"
#include "core/catalog/provenance.h"

namespace trireme {

// The text of an entry on its way to a struct.
struct EntryContext {
  Faults faults;
  const std::vector<Source>* shared_sources = nullptr;  // those that several files cite
};

// What a number takes over when it does not say it itself.
struct CitationDefaults {
  std::string kind, source, note;
};

// A JSON object whose keys are numbers: plain, or {"value", "kind", "source", "note"}.
class NumberBlock {
 public:
  // `fact_prefix` stands before the key in the name of the fact ("laws.gemm.bf16.").
  NumberBlock(ObjectReader object, std::string fact_prefix, CitationDefaults defaults,
              const EntryContext& context, Provenance& provenance);

  // Reads one number in the unit of its name, and records it as a fact.
  [[nodiscard]] std::optional<double> number(std::string_view key, Need need);

  // The same into a quantity, a count or a plain double.
  template <class T, class Unit>
  void read(std::string_view key, Need need, T& target, Unit unit) {
    const std::optional<double> value = number(key, need);
    if (!value) return;
    if constexpr (std::is_same_v<T, std::int64_t>) {
      const auto whole = static_cast<std::int64_t>(*value);
      if (static_cast<double>(whole) != *value)
        object_.fault(IssueCode::WrongType, key, "A whole number belongs here.");
      else target = whole;
    } else {
      target = *value * unit;
    }
  }
  void refuse_unknown() { object_.refuse_unknown(); }

 private:
  void cite(std::string_view key, std::string_view kind_name, Fact& fact);

  ObjectReader object_;
  std::string fact_prefix_;
  CitationDefaults defaults_;
  const EntryContext& context_;
  Provenance& provenance_;
};

// "kind", "source" and "note" of an object, over those of its surroundings.
[[nodiscard]] CitationDefaults read_defaults(ObjectReader& object, const CitationDefaults& outer = {});

// "sources" and "notes" of an entry.
void read_sources_and_notes(ObjectReader& root, const EntryContext& context, Provenance& provenance);
[[nodiscard]] std::vector<Source> read_sources(ObjectReader sources, const Faults& faults);

// Adds the shared source of this id to the entry if it is not there. False when no one knows it.
[[nodiscard]] bool resolve_source(const std::string& id, const EntryContext& context, Provenance& provenance);

// Replaces the fact of the same name, or adds it.
void put_fact(Provenance& provenance, Fact fact);

// Copies the facts whose names start with `prefix`, and their sources, as assumptions that name the entry
// `from`.
void take_over_facts(const Provenance& other, std::string_view prefix, std::string_view from,
                     std::string_view note, const EntryContext& context, Provenance& provenance);

// A year, month or day in ISO form.
[[nodiscard]] bool is_iso_date(std::string_view text);

}  // namespace trireme
