// Instances from JSON.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "core/catalog/entries.h"

namespace trireme {
namespace {

void read_price(ObjectReader price, const CitationDefaults& defaults, const EntryContext& context,
                Instance& entry) {
  const bool by_user = context.faults.origin == Origin::User;
  const Need cited = by_user ? Need::Optional : Need::Required;
  Price result{.kind = price.text("kind", cited),
               .region = price.text("region", Need::Optional),
               .usd_per_hour = {},
               .date = price.text("date", cited),
               .source = price.text("source", Need::Optional, defaults.source),
               .note = price.text("note", Need::Optional)};
  const Json* usd = price.find("usd_per_hour");
  if (usd == nullptr || !usd->is_number() || !(usd->get<double>() > 0) || usd->get<double>() > 1e5)
    price.fault(IssueCode::OutOfRange, "usd_per_hour",
                "A price per instance and hour, above 0 and up to 100,000 USD, belongs here.");
  else result.usd_per_hour = usd->get<double>() * unit::usd;
  if (!result.date.empty() && !is_iso_date(result.date))
    price.fault(IssueCode::WrongType, "date", "A date like 2026-07-20 belongs here.");
  if (result.source.empty()) {
    if (!by_user) price.fault(IssueCode::UnknownName, "source", "The price cites no source.");
  } else if (!resolve_source(result.source, context, entry.provenance)) {
    price.fault(IssueCode::UnknownName, "source",
                "Its source '" + result.source + "' is not among the \"sources\".");
  }
  price.refuse_unknown();
  entry.prices.push_back(std::move(result));
}

void check_link(const ObjectReader& root, std::string_view key, std::string& id, const Catalog& known) {
  if (id.empty()) return;
  if (const Link* link = find_by_name(known.links, id); link != nullptr) id = link->id;
  else root.fault(IssueCode::UnknownName, key, unknown_entry_message("link", id, known.links));
}

}  // namespace

void read_entry(ObjectReader& root, const EntryContext& context, const Catalog& known, bool has_base,
                Instance& entry) {
  const Need need = has_base ? Need::Optional : Need::Required;
  entry.name = root.text("name", Need::Optional, entry.name.empty() ? entry.id : entry.name);
  entry.provider = root.text("provider", Need::Optional, entry.provider);
  if (root.has("aliases")) entry.aliases = root.texts("aliases");
  entry.accelerator = root.text("accelerator", need, entry.accelerator);
  if (const Accelerator* part = find_by_name(known.accelerators, entry.accelerator); part != nullptr)
    entry.accelerator = part->id;
  else
    root.fault(IssueCode::UnknownName, "accelerator",
               unknown_entry_message("accelerator", entry.accelerator, known.accelerators));
  entry.scale_up_link = root.text("scale_up_link", Need::Optional, entry.scale_up_link);
  entry.scale_out_link = root.text("scale_out_link", Need::Optional, entry.scale_out_link);
  check_link(root, "scale_up_link", entry.scale_up_link, known);
  check_link(root, "scale_out_link", entry.scale_out_link, known);

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
  if (!entry.scale_up_link.empty() && entry.scale_up_domain <= 1)
    root.fault(IssueCode::Inconsistent, "scale_up_link", "A domain of one accelerator has no scale-up link.");
  if (entry.scale_up_link.empty() && entry.scale_up_domain > 1)
    root.fault(IssueCode::Inconsistent, "numbers.scale_up_domain",
               "More than one accelerator needs a scale_up_link.");
  if (!entry.scale_out_link.empty() && !(entry.scale_out_bandwidth > BytesPerSecond{}))
    root.fault(IssueCode::Inconsistent, "numbers.scale_out_gbit_per_s_per_direction",
               "An instance with a scale_out_link needs the bandwidth of its network.");

  if (const Json* prices = root.find("prices"); prices != nullptr) {
    entry.prices.clear();
    if (!prices->is_array()) root.fault(IssueCode::WrongType, "prices", "A list of prices belongs here.");
    for (std::size_t i = 0; prices->is_array() && i < prices->size(); ++i)
      read_price(
          ObjectReader((*prices)[i], root.path_of("prices[" + std::to_string(i) + "]"), context.faults),
          defaults, context, entry);
  }
}

}  // namespace trireme
