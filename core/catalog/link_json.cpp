// Links from JSON.
// SPDX-License-Identifier: MIT
#include "core/catalog/entries.h"

namespace trireme {
namespace {

constexpr std::string_view prefix = "collectives.";

// A table is given in full, or as a change to that of another link.
template <class Collectives>
void read_collectives(ObjectReader table, const EntryContext& context, const Catalog& known,
                      const CitationDefaults& defaults, Collectives Link::*member, Link& entry) {
  if (const std::string from = table.text("from", Need::Optional); !from.empty()) {
    const Link* other = find_by_name(known.links, from);
    if (other == nullptr || !(other->*member).present()) {
      table.fault(IssueCode::UnknownName, "from",
                  "No link of this kind with collectives is called '" + from + "'.");
      return;
    }
    entry.*member = other->*member;
    take_over_facts(other->provenance, prefix, from, table.text("note", Need::Optional), context,
                    entry.provenance);
  }
  const bool complete = (entry.*member).present();
  NumberBlock block(std::move(table), std::string(prefix), defaults, context, entry.provenance);
  for_each_collective_number(entry.*member,
                             [&](std::string_view key, std::string_view, Need need, auto& target, auto unit) {
                               block.read(key, complete ? Need::Optional : need, target, unit);
                             });
  block.refuse_unknown();
}

}  // namespace

void read_entry(ObjectReader& root, const EntryContext& context, const Catalog& known, bool has_base,
                Link& entry) {
  const Need need = has_base ? Need::Optional : Need::Required;
  entry.name = root.text("name", need, entry.name);
  entry.generation = root.text("generation", Need::Optional, entry.generation);
  entry.in_network_reduction = root.flag("in_network_reduction", entry.in_network_reduction);
  // "kind" is the kind of number everywhere else, so the kind of link has a name of its own.
  const std::string kind_name = root.text("link_kind", need, std::string(id_of(entry.kind)));
  if (const auto kind = enum_from_id<LinkKind>(kind_name)) {
    entry.kind = *kind;
  } else {
    std::vector<std::string_view> kinds;
    for (const auto& row : EnumNames<LinkKind>::rows) kinds.push_back(row.id);
    root.fault(IssueCode::UnknownName, "link_kind", unknown_id_message("kind of link", kind_name, kinds));
  }
  read_sources_and_notes(root, context, entry.provenance);
  const CitationDefaults defaults = read_defaults(root);
  if (root.has("numbers") || !has_base) {
    NumberBlock numbers(root.object("numbers"), "", defaults, context, entry.provenance);
    for_each_number(entry,
                    [&](std::string_view key, std::string_view, Need number_need, auto& target, auto unit) {
                      numbers.read(key, has_base ? Need::Optional : number_need, target, unit);
                    });
    numbers.refuse_unknown();
  }
  if (!root.has("collectives")) return;
  if (entry.joins_domain())
    read_collectives(root.object("collectives"), context, known, defaults, &Link::domain_collectives, entry);
  else
    read_collectives(root.object("collectives"), context, known, defaults, &Link::network_collectives, entry);
}

}  // namespace trireme
