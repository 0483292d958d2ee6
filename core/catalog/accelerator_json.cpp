// Accelerators from JSON.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/catalog/entries.h"

namespace trireme {
namespace {

std::string law_name(std::string_view table) { return "laws." + std::string(table) + "."; }

// Laws of another part, taken over as an assumption.
void take_over_laws(const Accelerator& from, std::string_view note, const EntryContext& context,
                    Accelerator& entry) {
  entry.laws = from.laws;
  entry.laws_from = from.id;
  entry.calibrated = false;
  take_over_facts(from.provenance, "laws.", from.id, note, context, entry.provenance);
}

// The laws that only inference needs, of another part.
void take_over_serving_laws(const Accelerator& from, std::string_view note, const EntryContext& context,
                            Accelerator& entry) {
  entry.laws.prefill = from.laws.prefill;
  entry.laws.latent_prefill = from.laws.latent_prefill;
  entry.laws.decode = from.laws.decode;
  entry.laws.latent_decode = from.laws.latent_decode;
  entry.laws.experts = from.laws.experts;
  for (const std::string_view table :
       {"laws.prefill", "laws.latent_prefill", "laws.decode", "laws.latent_decode", "laws.experts"})
    take_over_facts(from.provenance, table, from.id, note, context, entry.provenance);
}

// A table is read in full, unless laws are already there to be changed.
void read_laws(ObjectReader laws, const EntryContext& context, bool has_laws, Accelerator& entry) {
  const CitationDefaults defaults = read_defaults(laws);
  std::vector<std::string> tables;
  for_each_law_number(entry.laws, [&](const std::string& table, auto&&...) {
    if (tables.empty() || tables.back() != table) tables.push_back(table);
  });
  for (const std::string& name : tables) {
    if (!laws.has(name)) continue;
    NumberBlock block(laws.object(name), law_name(name), defaults, context, entry.provenance);
    for_each_law_number(entry.laws, [&](const std::string& table, std::string_view key, std::string_view,
                                        auto& target, auto unit) {
      if (table == name) block.read(key, has_laws ? Need::Optional : Need::Required, target, unit);
    });
    block.refuse_unknown();
  }
  laws.refuse_unknown();
}

bool has_required_laws(const KernelLaws& laws) {
  return laws.gemm[static_cast<std::size_t>(MatrixFormat::Bf16)].present() && laws.attention.present() &&
         laws.training.elementwise_efficiency > 0;
}

}  // namespace

void read_entry(ObjectReader& root, const EntryContext& context, const Catalog& known, bool has_base,
                Accelerator& entry) {
  const Need need = has_base ? Need::Optional : Need::Required;
  entry.name = root.text("name", need, entry.name);
  entry.vendor = root.text("vendor", Need::Optional, entry.vendor);
  entry.architecture = root.text("architecture", need, entry.architecture);
  if (root.has("aliases")) entry.aliases = root.texts("aliases");
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
  if (entry.memory_reserved > entry.memory_visible)
    root.fault(IssueCode::Inconsistent, "numbers.memory_reserved_gib",
               "More is reserved than the driver reports.");

  ObjectReader laws = root.object("laws");
  const std::string from = laws.text("from", Need::Optional);
  const std::string note = laws.text("note", Need::Optional);
  const std::string serving_from = laws.text("serving_from", Need::Optional);
  bool has_laws = has_base;
  if (!from.empty()) {
    if (const Accelerator* other = find_by_name(known.accelerators, from); other != nullptr) {
      take_over_laws(*other, note, context, entry);
      has_laws = true;
    } else {
      root.fault(IssueCode::UnknownName, "laws.from",
                 unknown_entry_message("accelerator", from, known.accelerators));
      return;
    }
  } else if (!has_base) {
    entry.calibrated = context.faults.origin == Origin::CatalogFile;
  }
  if (!serving_from.empty()) {
    if (const Accelerator* other = find_by_name(known.accelerators, serving_from); other != nullptr) {
      take_over_serving_laws(*other, note, context, entry);
    } else {
      root.fault(IssueCode::UnknownName, "laws.serving_from",
                 unknown_entry_message("accelerator", serving_from, known.accelerators));
    }
  }
  if (has_base && root.has("laws")) entry.calibrated = false;
  read_laws(laws, context, has_laws, entry);
  if (!has_required_laws(entry.laws))
    root.fault(IssueCode::WrongType, "laws",
               "The tables gemm.bf16, attention and training are "
               "needed; give "
               "them, or the accelerator whose laws are taken over as \"from\".");
}

}  // namespace trireme
