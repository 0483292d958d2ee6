// Software stacks and serving engines from JSON.
// SPDX-License-Identifier: MIT
#include "core/catalog/entries.h"

namespace trireme {
namespace {

template <class Profile>
void read_profile(ObjectReader& root, const EntryContext& context, bool has_base, Profile& entry) {
  const Need need = has_base ? Need::Optional : Need::Required;
  entry.name = root.text("name", need, entry.name);
  entry.validation = root.text("validation", Need::Optional, entry.validation);
  read_sources_and_notes(root, context, entry.provenance);

  ObjectReader switches = root.object("switches");
  for_each_switch(entry, [&](std::string_view key, std::string_view, bool& target) {
    target = switches.flag(key, target);
  });
  switches.refuse_unknown();

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

}  // namespace

void read_entry(ObjectReader& root, const EntryContext& context, const Catalog&, bool has_base,
                Stack& entry) {
  read_profile(root, context, has_base, entry);
}
void read_entry(ObjectReader& root, const EntryContext& context, const Catalog&, bool has_base,
                Engine& entry) {
  read_profile(root, context, has_base, entry);
}

}  // namespace trireme
