// Assembles one Term; internal to explain*.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/units.h"
#include "core/catalog/provenance.h"
#include "core/result/term.h"

namespace trireme {

class TermBuilder {
 public:
  TermBuilder(std::string id, std::string label, double value, std::string unit, std::string formula) {
    term_.id = std::move(id);
    term_.label = std::move(label);
    term_.value = value;
    term_.unit = std::move(unit);
    term_.formula = std::move(formula);
  }
  TermBuilder(std::string id, std::string label, Seconds value, std::string formula)
      : TermBuilder(std::move(id), std::move(label), value.base(), "s", std::move(formula)) {}
  TermBuilder(std::string id, std::string label, Bytes value, std::string formula)
      : TermBuilder(std::move(id), std::move(label), value.base(), "B", std::move(formula)) {}

  TermBuilder& in(std::string symbol, double value, std::string unit, std::string meaning) {
    term_.inputs.push_back({std::move(symbol), value, std::move(unit), std::move(meaning)});
    return *this;
  }
  TermBuilder& in(std::string symbol, Seconds value, std::string meaning) {
    return in(std::move(symbol), value.base(), "s", std::move(meaning));
  }
  TermBuilder& in(std::string symbol, Bytes value, std::string meaning) {
    return in(std::move(symbol), value.base(), "B", std::move(meaning));
  }
  TermBuilder& in(std::string symbol, BytesPerSecond value, std::string meaning) {
    return in(std::move(symbol), value.base(), "B/s", std::move(meaning));
  }
  TermBuilder& count(std::string symbol, std::int64_t value, std::string meaning) {
    return in(std::move(symbol), static_cast<double>(value), "", std::move(meaning));
  }
  TermBuilder& assume(std::string sentence) {
    term_.assumptions.push_back(std::move(sentence));
    return *this;
  }
  // Sources of the named facts; each source once. A fact's note (its fit error, a conflict) becomes an
  // assumption.
  TermBuilder& cite(const Provenance& provenance, std::initializer_list<std::string_view> facts) {
    for (const std::string_view name : facts)
      for (const Fact& fact : provenance.facts)
        if (fact.name == name) add_source(provenance, fact);
    return *this;
  }
  [[nodiscard]] Term done() { return std::move(term_); }

 private:
  void add_source(const Provenance& provenance, const Fact& fact) {
    for (const Source& source : provenance.sources) {
      const bool cited = std::find(term_.sources.begin(), term_.sources.end(), source) != term_.sources.end();
      if (source.id == fact.source && !cited) term_.sources.push_back(source);
    }
  }
  Term term_;
};

}  // namespace trireme
