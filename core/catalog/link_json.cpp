// Links from JSON.
// SPDX-License-Identifier: MIT
#include "core/catalog/entries.h"

namespace trireme {

void read_entry(ObjectReader& root, const EntryContext& context, const Catalog&, bool has_base, Link& entry) {
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
}

}  // namespace trireme
