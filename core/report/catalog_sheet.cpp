// SPDX-License-Identifier: MIT
#include "core/report/catalog_sheet.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/base/number_text.h"
#include "core/catalog/model_fields.h"
#include "core/catalog/number_unit.h"
#include "core/workload/kv_cache.h"
#include "core/workload/parameters.h"

namespace trireme {
namespace {

// The numbers that tell entries apart, with a short head each, in the order in which room is given to them.
struct KeyColumn {
  std::string_view id, head;
};
constexpr KeyColumn key_columns[] = {
    {"bf16_dense_tflops", "BF16"},
    {"hbm_bandwidth_gb_per_s", "HBM"},
    {"memory_nominal_gb", "Memory"},
    {"fp8_dense_tflops", "FP8"},
    {"ridge_hbm_BF16", "Ridge"},
    {"scale_up_gb_per_s_per_direction", "Scale-up"},
    {"fp4_dense_tflops", "FP4"},
    {"memory_visible_gib", "Visible"},
    {"power_limit_w", "Power"},
    {"launch_year", "Year"},
    {"accelerators", "GPUs"},
    {"scale_out_gbit_per_s_per_direction", "Network"},
    {"usd_per_hour", "Price"},
    {"scale_up_domain", "Domain"},
    {"host_memory_gib", "Host"},
    {"local_nvme_gb", "NVMe"},
    {"bandwidth_gb_per_s_per_direction", "Rate"},
    {"collectives.link_efficiency", "Rings"},
    {"collectives.all_reduce_efficiency", "All-reduce"},
    {"collectives.step_us", "Step"},
    {"parameters", "Total"},
    {"active_parameters", "Active"},
    {"kv_bytes_per_token", "KV/token"},
    {"layers", "Layers"},
    {"hidden", "Hidden"},
    {"vocabulary", "Vocabulary"},
    {"max_context_tokens", "Context"},
    {"compute_factor", "Compute"},
    {"dp_overlap_share", "DP hidden"},
    {"tp_exposed_share", "TP exposed"},
    {"host_per_layer_us", "Host"},
    {"layer_us", "Layer"},
    {"request_ms", "Request"},
};

std::string number_text(double value, bool year) {
  if (year) return exact_text(value);
  if (std::floor(value) == value && std::fabs(value) < 1e15) return grouped(value);
  return significant(value, 4);
}

std::string source_text(const Source& source) {
  return source.locator.empty() ? source.title : source.title + ", " + source.locator;
}

SheetCell fact_cell(const Provenance& provenance, std::string_view name) {
  SheetCell cell;
  const Fact* fact = find_fact(provenance, name);
  if (fact == nullptr) return cell;
  cell.value = fact->value;
  cell.text = number_text(fact->value, name == "launch_year");
  cell.kind = name_of(fact->kind);
  cell.note = fact->note;
  if (const Source* source = find_source(provenance, fact->source)) {
    cell.source = source_text(*source);
    cell.url = source->url;
    cell.date = source->date;
  }
  return cell;
}

SheetCell computed(double value, std::string text, std::string how) {
  SheetCell cell;
  cell.value = value;
  if (value > 0) cell.text = std::move(text);
  cell.kind = "computed";
  cell.note = std::move(how);
  return cell;
}

SheetColumn column_of(std::string_view id, std::string_view label) {
  SheetColumn column{std::string(id), std::string(label), std::string(label), "", 0};
  if (const NumberUnit* unit = unit_of_number(id)) column.unit = unit->text;
  // One direction goes without saying in a narrow head; the label says it.
  if (const std::size_t at = column.unit.find(" per direction"); at != std::string::npos)
    column.unit.resize(at);
  for (std::size_t i = 0; i < std::size(key_columns); ++i)
    if (key_columns[i].id == id) column.head = key_columns[i].head, column.rank = static_cast<int>(i) + 1;
  return column;
}

// --- what is computed of each kind, before the facts ---

const Instance* best_network(const Catalog& catalog, const Accelerator& part) {
  const Instance* best = nullptr;
  for (const Instance& i : catalog.instances)
    if (i.accelerator == part.id && i.scale_out_per_accelerator() > BytesPerSecond{} &&
        (best == nullptr || best->scale_out_per_accelerator() < i.scale_out_per_accelerator()))
      best = &i;
  return best;
}

double ratio(FlopsPerSecond flops, BytesPerSecond rate) {
  return rate.base() > 0 ? flops.base() / rate.base() : 0;
}

// "B300 SXM" of "NVIDIA B300 SXM (HGX, Blackwell Ultra)".
std::string short_name(std::string name, const std::string& vendor) {
  if (!vendor.empty() && name.starts_with(vendor + " ")) name.erase(0, vendor.size() + 1);
  return name.substr(0, name.find(" ("));
}

Roofline roofline_of(const Catalog& catalog, const Accelerator& part) {
  Roofline line{part.id, short_name(part.name, part.vendor), {}, part.hbm_bandwidth.base(), ""};
  const Instance* network = best_network(catalog, part);
  if (network != nullptr) line.scale_out_of = network->id;
  const struct {
    const char* name;
    FlopsPerSecond peak;
  } formats[] = {{"BF16", part.bf16_dense}, {"FP8", part.fp8_dense}, {"FP4", part.fp4_dense}};
  for (const auto& format : formats)
    if (format.peak > FlopsPerSecond{})
      line.roofs.push_back(
          {format.name, format.peak.base(), ratio(format.peak, part.hbm_bandwidth),
           ratio(format.peak, part.scale_up_bandwidth),
           network != nullptr ? ratio(format.peak, network->scale_out_per_accelerator()) : 0});
  return line;
}

constexpr std::string_view precisions[] = {"BF16", "FP8", "FP4"};

void add_column(std::vector<SheetColumn>& columns, std::string_view id, std::string_view label,
                std::string_view unit = "") {
  columns.push_back(column_of(id, label));
  columns.back().unit = unit;
}

void computed_columns(const Accelerator&, std::vector<SheetColumn>& columns) {
  constexpr std::string_view rates[][2] = {
      {"hbm", "HBM"}, {"scale_up", "scale-up"}, {"scale_out", "scale-out"}};
  for (const auto& [id, label] : rates)
    for (std::string_view p : precisions)
      add_column(columns, "ridge_" + std::string(id) + "_" + std::string(p),
                 "Ridge of " + std::string(label) + ", " + std::string(p), "FLOP/B");
}

void computed_cells(const Catalog& catalog, const Accelerator& part, std::vector<SheetCell>& cells) {
  const Roofline line = roofline_of(catalog, part);
  const auto add = [&](double Roofline::Roof::*ridge, const std::string& rate) {
    for (std::string_view p : precisions) {
      double value = 0;
      for (const Roofline::Roof& roof : line.roofs)
        if (roof.precision == p) value = roof.*ridge;
      cells.push_back(computed(value, grouped(std::round(value)),
                               "Dense " + std::string(p) + " peak over " + rate +
                                   ": with fewer FLOP per byte the rate is the limit."));
    }
  };
  add(&Roofline::Roof::hbm_ridge, "the HBM bandwidth");
  add(&Roofline::Roof::scale_up_ridge, "the scale-up rate of one direction");
  add(&Roofline::Roof::scale_out_ridge,
      line.scale_out_of.empty() ? "the network"
                                : "the network rate of one direction per GPU in " + line.scale_out_of);
}

void computed_columns(const Instance&, std::vector<SheetColumn>& columns) {
  add_column(columns, "usd_per_hour", "Price", "USD/h");
}

void computed_cells(const Catalog&, const Instance& instance, std::vector<SheetCell>& cells) {
  SheetCell cell;
  const auto on_demand = std::find_if(instance.prices.begin(), instance.prices.end(),
                                      [](const Price& price) { return price.kind == "on_demand"; });
  const Price* price = on_demand != instance.prices.end() ? &*on_demand
                       : instance.prices.empty()          ? nullptr
                                                          : &instance.prices.front();
  if (price != nullptr) {
    cell.value = price->usd_per_hour.base();
    cell.text = fixed(cell.value, 2);
    cell.kind = price->kind + (price->region.empty() ? "" : ", " + price->region);
    std::replace(cell.kind.begin(), cell.kind.end(), '_', ' ');
    cell.date = price->date;
    cell.note =
        price->note.empty() ? std::string(price_advice) : price->note + ". " + std::string(price_advice);
    if (const Source* source = find_source(instance.provenance, price->source)) {
      cell.source = source_text(*source);
      cell.url = source->url;
    }
  }
  cells.push_back(std::move(cell));
}

void computed_columns(const Model&, std::vector<SheetColumn>& columns) {
  add_column(columns, "parameters", "Parameters");
  add_column(columns, "active_parameters", "Active parameters");
  add_column(columns, "kv_bytes_per_token", "KV cache per token, 16 bit", "B");
  add_column(columns, "layers", "Layers");
}

void computed_cells(const Catalog&, const Model& model, std::vector<SheetCell>& cells) {
  const ParameterCount count = parameter_count(model);
  std::string published;
  if (model.published_parameters > 0) published = " Published: " + grouped(model.published_parameters) + ".";
  cells.push_back(computed(count.total, short_count(count.total),
                           "Counted from the layers: " + grouped(count.total) + " with embeddings, " +
                               grouped(count.total_without_embeddings()) + " without." + published));
  cells.push_back(computed(count.active, short_count(count.active),
                           "Used for one token: " + grouped(count.active) + " with embeddings, " +
                               grouped(count.active_without_embeddings()) + " without."));
  const double cache = kv_bytes_per_token(model, 2).in(unit::byte);
  cells.push_back(computed(cache, grouped(cache), "Growth with each token beyond every window."));
  const auto layers = static_cast<double>(model.layer_count());
  cells.push_back(computed(layers, grouped(layers), "Decoder layers, without multi-token prediction."));
}

template <class T>
void computed_columns(const T&, std::vector<SheetColumn>&) {}
template <class T>
void computed_cells(const Catalog&, const T&, std::vector<SheetCell>&) {}

// --- cautions ---

std::string caution_of(const Catalog& catalog, const Accelerator& part) {
  if (part.calibrated) return "";
  const Accelerator* from = find_by_id(catalog.accelerators, part.laws_from);
  return "uncalibrated" + (from == nullptr ? std::string() : ": kernel laws of " + from->name);
}
std::string caution_of(const Catalog& catalog, const Instance& instance) {
  const Accelerator* part = find_by_id(catalog.accelerators, instance.accelerator);
  return part == nullptr ? "" : caution_of(catalog, *part);
}
std::string caution_of(const Catalog&, const Stack& stack) {
  return stack.validation.empty() ? "unvalidated: no measured run stands behind it" : "";
}
template <class T>
std::string caution_of(const Catalog&, const T&) {
  return "";
}

template <class T>
Sheet sheet_of(const Catalog& catalog, std::string_view kind, std::string_view title,
               const std::vector<T>& entries) {
  Sheet sheet{std::string(kind), std::string(title), {}, {}};
  const T nothing{};
  computed_columns(nothing, sheet.columns);
  const std::size_t first = sheet.columns.size();
  for_each_number(nothing, [&](std::string_view id, std::string_view label, auto&&...) {
    sheet.columns.push_back(column_of(id, label));
  });
  for (const T& entry : entries) {
    SheetRow row{entry.id, entry.name, caution_of(catalog, entry), {}, entry.provenance.notes};
    computed_cells(catalog, entry, row.cells);
    for (std::size_t i = first; i < sheet.columns.size(); ++i)
      row.cells.push_back(fact_cell(entry.provenance, sheet.columns[i].id));
    sheet.rows.push_back(std::move(row));
  }
  return sheet;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool holds(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(), word.begin(), word.end(),
                     [](char a, char b) { return lower(a) == lower(b); }) != text.end();
}

bool matches(const SheetRow& row, std::string_view search) {
  while (!search.empty()) {
    const std::size_t end = std::min(search.find(' '), search.size());
    const std::string_view word = search.substr(0, end);
    if (!holds(row.name, word) && !holds(row.id, word)) return false;
    search.remove_prefix(std::min(end + 1, search.size()));
  }
  return true;
}

}  // namespace

CatalogSheets catalog_sheets(const Catalog& catalog) {
  CatalogSheets out;
  out.sheets.push_back(sheet_of(catalog, "accelerators", "Accelerators", catalog.accelerators));
  out.sheets.push_back(sheet_of(catalog, "links", "Links", catalog.links));
  out.sheets.push_back(sheet_of(catalog, "instances", "Instances", catalog.instances));
  out.sheets.push_back(sheet_of(catalog, "models", "Models", catalog.models));
  out.sheets.push_back(sheet_of(catalog, "stacks", "Stacks", catalog.stacks));
  out.sheets.push_back(sheet_of(catalog, "engines", "Engines", catalog.engines));
  for (const Accelerator& part : catalog.accelerators) out.rooflines.push_back(roofline_of(catalog, part));
  return out;
}

std::vector<int> sorted_rows(const Sheet& sheet, std::string_view search, std::string_view column,
                             bool descending) {
  std::vector<int> rows;
  for (std::size_t i = 0; i < sheet.rows.size(); ++i)
    if (matches(sheet.rows[i], search)) rows.push_back(static_cast<int>(i));
  const auto at = std::find_if(sheet.columns.begin(), sheet.columns.end(),
                               [&](const SheetColumn& c) { return c.id == column; });
  const auto row = [&](int i) -> const SheetRow& { return sheet.rows[static_cast<std::size_t>(i)]; };
  if (at == sheet.columns.end()) {
    std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) {
      return descending ? row(b).name < row(a).name : row(a).name < row(b).name;
    });
    return rows;
  }
  const auto c = static_cast<std::size_t>(at - sheet.columns.begin());
  std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) {
    const SheetCell &x = row(a).cells[c], &y = row(b).cells[c];
    if (x.text.empty() != y.text.empty()) return y.text.empty();
    return descending ? y.value < x.value : x.value < y.value;
  });
  return rows;
}

Table sheet_table(const Sheet& sheet) {
  Table table{"catalog-" + sheet.kind, sheet.title, {{"name", "Name"}}, {}};
  std::vector<bool> used(sheet.columns.size(), false);
  bool cautions = false;
  for (const SheetRow& row : sheet.rows) {
    cautions = cautions || !row.caution.empty();
    for (std::size_t c = 0; c < used.size(); ++c) used[c] = used[c] || !row.cells[c].text.empty();
  }
  for (std::size_t c = 0; c < used.size(); ++c) {
    if (!used[c]) continue;
    const SheetColumn& column = sheet.columns[c];
    table.columns.push_back(
        {column.id, column.unit.empty() ? column.label : column.label + ", " + column.unit, true});
  }
  if (cautions) table.columns.push_back({"caution", "Caution"});
  for (const SheetRow& row : sheet.rows) {
    std::vector<std::string> cells{row.name};
    for (std::size_t c = 0; c < used.size(); ++c)
      if (used[c]) cells.push_back(row.cells[c].text.empty() ? "\u2013" : row.cells[c].text);
    if (cautions) cells.push_back(row.caution);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace trireme
