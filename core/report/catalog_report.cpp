// Tables of the catalog.
// SPDX-License-Identifier: MIT
#include "core/report/catalog_report.h"

#include "core/base/number_text.h"

namespace trireme {
namespace {

// Calls visit(kind, entries) for each kind: the one list of them.
template <class Visit>
void for_each_kind(const Catalog& catalog, Visit&& visit) {
  visit("accelerators", catalog.accelerators);
  visit("links", catalog.links);
  visit("instances", catalog.instances);
  visit("models", catalog.models);
  visit("stacks", catalog.stacks);
  visit("engines", catalog.engines);
}

const Source* source_of(const Provenance& provenance, const std::string& id) {
  for (const Source& source : provenance.sources)
    if (source.id == id) return &source;
  return nullptr;
}

std::string source_text(const Source& source) {
  std::string text = source.title;
  if (!source.locator.empty()) text += ", " + source.locator;
  if (!source.url.empty()) text += ", " + source.url;
  return text;
}

void add_facts(Table& table, const Provenance& provenance) {
  for (const Fact& fact : provenance.facts) {
    const Source* source = source_of(provenance, fact.source);
    table.rows.push_back({fact.name, exact_text(fact.value), std::string(name_of(fact.kind)),
                          source ? source_text(*source) : "", source ? source->date : "", fact.note});
  }
  for (const std::string& note : provenance.notes) table.rows.push_back({"note", "", "", "", "", note});
}

void add_prices(Table& table, const Instance& instance) {
  for (const Price& price : instance.prices) {
    const Source* source = source_of(instance.provenance, price.source);
    table.rows.push_back(
        {"price." + price.kind + (price.region.empty() ? "" : "." + price.region) + "_usd_per_hour",
         exact_text(price.usd_per_hour.base()), "list price", source ? source_text(*source) : price.source,
         price.date, price.note.empty() ? std::string(price_advice) : price.note});
  }
}
template <class T>
void add_prices(Table&, const T&) {}

}  // namespace

std::vector<std::string_view> catalog_kinds() {
  std::vector<std::string_view> kinds;
  for_each_kind(Catalog{}, [&](std::string_view kind, const auto&) { kinds.push_back(kind); });
  return kinds;
}

std::optional<Table> catalog_list(const Catalog& catalog, std::string_view wanted) {
  std::optional<Table> table;
  for_each_kind(catalog, [&](std::string_view kind, const auto& entries) {
    if (kind != wanted) return;
    table = Table{std::string(kind), std::string(kind), {{"id", "Id"}, {"name", "Name"}}, {}};
    for (const auto& entry : entries) table->rows.push_back({entry.id, entry.name});
  });
  return table;
}

std::optional<Table> catalog_entry(const Catalog& catalog, std::string_view wanted, std::string_view id) {
  std::optional<Table> table;
  for_each_kind(catalog, [&](std::string_view kind, const auto& entries) {
    if (kind != wanted) return;
    const auto* entry = find_by_name(entries, id);
    if (!entry) return;
    table = Table{entry->id,
                  entry->name,
                  {{"name", "Number"},
                   {"value", "Value", true},
                   {"kind", "Kind"},
                   {"source", "Source"},
                   {"date", "Date"},
                   {"note", "Note"}},
                  {}};
    add_facts(*table, entry->provenance);
    add_prices(*table, *entry);
  });
  return table;
}

std::string_view kind_of_entry(const Catalog& catalog, std::string_view id) {
  std::string_view found;
  for_each_kind(catalog, [&](std::string_view kind, const auto& entries) {
    if (found.empty() && find_by_name(entries, id)) found = kind;
  });
  return found;
}

std::vector<std::string_view> catalog_ids(const Catalog& catalog, std::string_view wanted) {
  std::vector<std::string_view> ids;
  for_each_kind(catalog, [&](std::string_view kind, const auto& entries) {
    if (kind != wanted) return;
    for (const auto& entry : entries) ids.push_back(entry.id);
  });
  return ids;
}

}  // namespace trireme
