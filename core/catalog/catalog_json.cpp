// The catalog from its files, and single entries from a user's text.
// SPDX-License-Identifier: MIT
#include "core/catalog/catalog_json.h"

#include <algorithm>
#include <utility>

#include "core/base/json_text.h"
#include "core/catalog/entries.h"

namespace trireme {
namespace {

struct ParsedFile {
  std::string_view path;
  std::string folder;
  std::string id;
  Json json;
};

// "accelerators/h100-sxm.json" → folder and id.
void split_path(std::string_view path, ParsedFile& file) {
  const std::size_t slash = path.find('/');
  if (slash != std::string_view::npos) file.folder = path.substr(0, slash);
  std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  if (name.ends_with(".json")) name.remove_suffix(5);
  file.id = name;
}

std::vector<ParsedFile> parse_files(std::span<const EmbeddedFile> files, Issues& issues) {
  std::vector<ParsedFile> parsed;
  for (const EmbeddedFile& file : files) {
    ParsedFile result;
    result.path = file.path;
    split_path(file.path, result);
    result.json = json_from_text(file.text);
    if (result.json.is_discarded()) {
      issues.push_back({.code = IssueCode::CatalogInvalid,
                        .path = std::string(file.path) + ": ",
                        .message = "This is not JSON."});
      continue;
    }
    parsed.push_back(std::move(result));
  }
  std::sort(parsed.begin(), parsed.end(),
            [](const ParsedFile& a, const ParsedFile& b) { return a.path < b.path; });
  return parsed;
}

EntryContext context_of(const ParsedFile& file, const std::vector<Source>& shared, Issues& issues) {
  return {
      .faults = {.origin = Origin::CatalogFile, .prefix = std::string(file.path) + ": ", .issues = &issues},
      .shared_sources = &shared};
}

template <class T>
void read_file(const ParsedFile& file, const std::vector<Source>& shared, const Catalog& known,
               Issues& issues, std::vector<T>& entries) {
  const EntryContext context = context_of(file, shared, issues);
  ObjectReader root(file.json, "", context.faults);
  T entry;
  entry.id = file.id;
  read_entry(root, context, known, false, entry);
  root.refuse_unknown();
  entries.push_back(std::move(entry));
}

// Files that take laws or collectives over from another entry of their folder come after it: first those with
// laws of their own beside what serving needs, then those with none.
enum class Order { StandsAlone, TakesServingLaws, TakesAll };
Order order_of(const ParsedFile& file) {
  if (!file.json.is_object()) return Order::StandsAlone;
  const auto takes = [&](const char* key, const char* from) {
    const auto table = file.json.find(key);
    return table != file.json.end() && table->is_object() && table->contains(from);
  };
  if (takes("laws", "from") || takes("collectives", "from")) return Order::TakesAll;
  return takes("laws", "serving_from") ? Order::TakesServingLaws : Order::StandsAlone;
}

// A changed entry must not be taken for the known one.
template <class T>
void rename(const T& base, bool named, bool with_aliases, T& entry) {
  const bool replaces = entry.id == base.id;
  if (!named) entry.name = replaces ? base.name + " (changed)" : entry.id;
  if constexpr (requires { entry.aliases; })
    if (!replaces && !with_aliases) entry.aliases.clear();
}

// A user's entry: "base" names what it changes, "id" what it is called; without an id it replaces its base.
template <class T>
std::optional<T> read_user_entry(std::string_view text, std::string_view path, const Catalog& known,
                                 const std::vector<T>& entries, std::string_view kind, Issues& issues) {
  Issues found;
  const EntryContext context{.faults = {.origin = Origin::User,
                                        .prefix = path.empty() ? "" : std::string(path) + ".",
                                        .issues = &found},
                             .shared_sources = nullptr};
  std::optional<T> result;
  const Json json = json_from_text(text);
  if (json.is_discarded()) {
    found.push_back({.code = IssueCode::Syntax, .path = std::string(path), .message = "This is not JSON."});
  } else {
    ObjectReader root(json, "", context.faults);
    T entry;
    const std::string base = root.text("base", Need::Optional);
    const T* other = base.empty() ? nullptr : find_by_name(entries, base);
    if (other != nullptr) entry = *other;
    if (!base.empty() && other == nullptr)
      root.fault(IssueCode::UnknownName, "base", unknown_entry_message(kind, base, entries));
    entry.id = root.text("id", other == nullptr ? Need::Required : Need::Optional, entry.id);
    // Without its base an entry would only be called incomplete; the unknown base is the fault to tell.
    if (base.empty() || other != nullptr) {
      read_entry(root, context, known, other != nullptr, entry);
      if (other != nullptr) rename(*other, root.has("name"), root.has("aliases"), entry);
      root.refuse_unknown();
    }
    result = std::move(entry);
  }
  if (has_error(found)) result.reset();
  issues.insert(issues.end(), found.begin(), found.end());
  return result;
}

}  // namespace

Checked<Catalog> read_catalog(std::span<const EmbeddedFile> files) {
  Checked<Catalog> result;
  const std::vector<ParsedFile> parsed = parse_files(files, result.issues);

  std::vector<Source> shared;
  for (const ParsedFile& file : parsed) {
    if (file.path != "sources.json") continue;
    const EntryContext context = context_of(file, shared, result.issues);
    shared = read_sources(ObjectReader(file.json, "", context.faults), context.faults);
  }

  Catalog catalog;
  const auto each = [&](std::string_view folder, auto& entries) {
    for (const Order order : {Order::StandsAlone, Order::TakesServingLaws, Order::TakesAll})
      for (const ParsedFile& file : parsed)
        if (file.folder == folder && order_of(file) == order)
          read_file(file, shared, catalog, result.issues, entries);
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  };
  // What is referred to comes first.
  each("accelerators", catalog.accelerators);
  each("links", catalog.links);
  each("instances", catalog.instances);
  each("models", catalog.models);
  each("stacks", catalog.stacks);
  each("engines", catalog.engines);

  for (const ParsedFile& file : parsed)
    if (file.folder == "runs")
      read_measured_runs(file.json, context_of(file, shared, result.issues).faults, catalog.runs);

  constexpr std::string_view folders[] = {"accelerators", "links",   "instances", "models",
                                          "stacks",       "engines", "runs"};
  for (const ParsedFile& file : parsed)
    if (file.path != "sources.json" &&
        std::find(std::begin(folders), std::end(folders), file.folder) == std::end(folders))
      result.issues.push_back({.code = IssueCode::CatalogInvalid,
                               .path = std::string(file.path) + ": ",
                               .message = "No kind of entry lives in this folder."});
  result.value = std::move(catalog);
  return result;
}

std::optional<Accelerator> read_accelerator(std::string_view text, std::string_view path,
                                            const Catalog& known, Issues& issues) {
  return read_user_entry(text, path, known, known.accelerators, "accelerator", issues);
}
std::optional<Link> read_link(std::string_view text, std::string_view path, const Catalog& known,
                              Issues& issues) {
  return read_user_entry(text, path, known, known.links, "link", issues);
}
std::optional<Instance> read_instance(std::string_view text, std::string_view path, const Catalog& known,
                                      Issues& issues) {
  return read_user_entry(text, path, known, known.instances, "instance", issues);
}
std::optional<Model> read_model(std::string_view text, std::string_view path, const Catalog& known,
                                Issues& issues) {
  return read_user_entry(text, path, known, known.models, "model", issues);
}
std::optional<Stack> read_stack(std::string_view text, std::string_view path, const Catalog& known,
                                Issues& issues) {
  return read_user_entry(text, path, known, known.stacks, "stack", issues);
}

}  // namespace trireme
