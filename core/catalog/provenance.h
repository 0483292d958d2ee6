// The sourced numbers of one catalog entry: what the catalog view, the sources page and `trireme catalog`
// show. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/source.h"

namespace trireme {

// One number of a catalog file. `name` ends in its unit, as everywhere at the rim ("hbm_bandwidth_gb_per_s").
struct Fact {
  std::string name;
  double value = 0;  // in the unit of the name
  SourceKind kind = SourceKind::Assumption;
  std::string source;  // id of a Source of the same entry; empty only for assumptions
  std::string note;    // conflict, error of a fit, or how it was derived
  friend bool operator==(const Fact&, const Fact&) = default;
};

// Presence of a number in a catalog file.
enum class Need { Required, Optional };

struct Provenance {
  std::vector<Fact> facts;
  std::vector<Source> sources;
  std::vector<std::string> notes;  // what a user should know before trusting the entry
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

// The number of this name, or null.
[[nodiscard]] inline const Fact* find_fact(const Provenance& provenance, std::string_view name) {
  for (const Fact& fact : provenance.facts)
    if (fact.name == name) return &fact;
  return nullptr;
}
[[nodiscard]] inline const Source* find_source(const Provenance& provenance, std::string_view id) {
  for (const Source& source : provenance.sources)
    if (source.id == id) return &source;
  return nullptr;
}

}  // namespace trireme
