// What core.js exports to Node and to other pages: JSON text in, JSON text out.
// SPDX-License-Identifier: MIT
#include <emscripten/emscripten.h>

#include <string>

#include "core/catalog/catalog.h"
#include "core/report/catalog_report.h"
#include "core/report/report.h"
#include "core/report/result_json.h"
#include "core/report/table_json.h"
#include "core/scenario/link.h"
#include "core/scenario/scenario_json.h"

namespace {

using namespace trireme;

const Catalog& catalog() {
  static const Checked<Catalog> checked = builtin_catalog();
  return *checked.value;
}

// The text stays valid until the next call: JavaScript copies it at once.
const char* kept(std::string text) {
  static std::string last;
  last = std::move(text);
  return last.c_str();
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* core_version() { return TRIREME_VERSION; }

// Scenario JSON to the JSON that `trireme evaluate --format json` prints, without roofline, timeline and
// network.
EMSCRIPTEN_KEEPALIVE const char* core_evaluate(const char* scenario) {
  return kept(report_to_json(make_report(scenario_from_json(scenario), catalog())));
}

// Link fragment to result JSON.
EMSCRIPTEN_KEEPALIVE const char* core_evaluate_link(const char* link) {
  return kept(report_to_json(make_report(scenario_from_link(link), catalog())));
}

// Scenario JSON to link fragment, and back; an empty text for what cannot be read.
EMSCRIPTEN_KEEPALIVE const char* core_link(const char* scenario) {
  const Checked<Scenario> read = scenario_from_json(scenario);
  return kept(read.ok() ? "#" + link_from_scenario(*read.value) : "");
}
EMSCRIPTEN_KEEPALIVE const char* core_open(const char* link) {
  const Checked<Scenario> read = scenario_from_link(link);
  return kept(read.value ? scenario_to_json(*read.value) : "");
}

// One entry of the catalog as JSON, an empty text when there is none.
EMSCRIPTEN_KEEPALIVE const char* core_catalog(const char* kind, const char* id) {
  const auto table = catalog_entry(catalog(), kind, id);
  return kept(table ? table_to_json(*table) : "");
}

}  // extern "C"
