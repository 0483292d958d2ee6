// SPDX-License-Identifier: MIT
#include "web/platform/bridge.h"

#include <emscripten/emscripten.h>

#include <algorithm>
#include <string>

#include "core/report/catalog_report.h"
#include "core/report/explained_report.h"
#include "core/scenario/link.h"
#include "core/scenario/scenario_json.h"
#include "web/platform/clipboard.h"
#include "web/platform/input.h"
#include "web/platform/json_text.h"
#include "web/platform/page.h"

// --- to the shell: Module.shell is given by boot.js
// ----------------------------------------------------------------

EM_JS(void, shell_scenario_changed, (int committed),
      { Module["shell"]["scenarioChanged"](Boolean(committed)); });
EM_JS(void, shell_copy_link, (), { Module["shell"]["copyLink"](); });
EM_JS(void, shell_copy_text, (const char* text), { Module["shell"]["copyText"](UTF8ToString(text)); });
EM_JS(void, shell_show_tables, (), { Module["shell"]["showTables"](); });
EM_JS(void, shell_open_file, (), { Module["shell"]["openFile"](); });
EM_JS(void, shell_want_text, (int wanted, int number, double x, double y, double height),
      { Module["shell"]["wantText"](Boolean(wanted), Boolean(number), x, y, height); });
EM_JS(void, shell_set_cursor, (const char* name), { Module["shell"]["setCursor"](UTF8ToString(name)); });

namespace trireme {

namespace shell {

void scenario_changed(bool committed) { shell_scenario_changed(committed ? 1 : 0); }
void copy_link() { shell_copy_link(); }
void copy_text(const char* text) { shell_copy_text(text); }
void show_tables() { shell_show_tables(); }
void open_file() { shell_open_file(); }
void want_text(const TextRequest& request) {
  shell_want_text(request.wanted ? 1 : 0, request.number ? 1 : 0, request.x, request.y, request.height);
}
void set_cursor(const char* css_name) { shell_set_cursor(css_name); }

}  // namespace shell

namespace {

std::string returned;

const char* give(std::string text) {
  returned = std::move(text);
  return returned.c_str();
}

void write_issues(JsonText& json, const Issues& issues) {
  json.open('[');
  for (const Issue& issue : issues) {
    json.open('{').key("severity").text(name_of(issue.severity));
    json.key("path").text(issue.path).key("message").text(issue.message).close('}');
  }
  json.close(']');
}

void write_table(JsonText& json, const Table& table) {
  json.open('{').key("id").text(table.id).key("title").text(table.title).key("columns").open('[');
  for (const Column& column : table.columns) {
    json.open('{').key("label").text(column.label).key("numeric").boolean(column.numeric).close('}');
  }
  json.close(']').key("rows").open('[');
  for (const std::vector<std::string>& row : table.rows) {
    json.open('[');
    for (const std::string& cell : row) json.text(cell);
    json.close(']');
  }
  json.close(']').close('}');
}

std::string mirror_json(const ExplainedReport& report) {
  JsonText json;
  json.open('{')
      .key("ok")
      .boolean(report.ok)
      .key("title")
      .text(report.title)
      .key("verdict")
      .text(report.verdict);
  json.key("tables").open('[');
  for (const Table& table : explained_report_tables(report)) write_table(json, table);
  json.close(']').close('}');
  return json.str();
}

// A whole scenario as a person edits it: JSON, or a link. It replaces the present one unless it has errors.
std::string apply_text(std::string_view text) {
  const bool is_json =
      text.find_first_not_of(" \t\r\n") < text.size() && text[text.find_first_not_of(" \t\r\n")] == '{';
  const Checked<Scenario> read = is_json ? scenario_from_json(text) : scenario_from_link(text);
  const bool applied = read.value.has_value() && !has_error(read.issues);
  if (applied) page().open_link(link_from_scenario(*read.value));
  JsonText json;
  json.open('{').key("applied").boolean(applied).key("issues");
  write_issues(json, read.issues);
  json.close('}');
  return json.str();
}

std::string_view name_of(App::Opened opened) {
  switch (opened) {
    case App::Opened::Model: return "model";
    case App::Opened::Scenario: return "scenario";
    case App::Opened::Nothing: break;
  }
  return "nothing";
}

// The imported model while there is one, else the scenario's.
std::string model_json_text(const App& app) {
  const ModelReport& model = app.imported() != nullptr ? *app.imported() : app.model();
  JsonText json;
  json.open('{').key("imported").boolean(app.imported() != nullptr).key("ok").boolean(model.ok);
  json.key("name").text(model.name).key("summary").text(model.summary).key("issues");
  write_issues(json, model.issues);
  json.key("tables").open('[');
  for (const Table& table : model.tables) write_table(json, table);
  json.close(']').close('}');
  return json.str();
}

// Each sheet as a table, with the ids of its rows.
std::string catalog_json_text(const App& app) {
  JsonText json;
  json.open('[');
  for (const Sheet& sheet : app.sheets().sheets) {
    json.open('{').key("kind").text(sheet.kind).key("table");
    write_table(json, sheet_table(sheet));
    json.key("ids").open('[');
    for (const SheetRow& row : sheet.rows) json.text(row.id);
    json.close(']').close('}');
  }
  json.close(']');
  return json.str();
}

// "accelerators/h100-sxm": every number of one entry; an empty text if there is none.
std::string catalog_entry_text(const App& app, std::string_view path) {
  const std::size_t slash = std::min(path.find('/'), path.size());
  const auto table =
      catalog_entry(app.catalog(), path.substr(0, slash), path.substr(std::min(slash + 1, path.size())));
  if (!table) return "";
  JsonText json;
  write_table(json, *table);
  return json.str();
}

std::string test_state() {
  const Page& it = page();
  const CanvasSize& size = it.window.size();
  JsonText json;
  json.open('{').key("frames").number(static_cast<double>(it.frames_drawn));
  json.key("revision").number(static_cast<double>(it.app.revision()));
  json.key("size").open('[').number(size.css_width).number(size.css_height).close(']');
  json.key("pixels").open('[').number(size.pixel_width).number(size.pixel_height).close(']');
  json.key("engaged").boolean(it.engaged).key("wants_text").boolean(it.text.wanted);
  json.key("wants_escape").boolean(it.wants_escape).key("rects").open('{');
  for (const NamedRect& rect : it.app.rects()) {
    json.key(rect.name).open('[').number(rect.x0).number(rect.y0).number(rect.x1).number(rect.y1).close(']');
  }
  json.close('}').close('}');
  return json.str();
}

PointerKind kind_of(int touch) { return touch != 0 ? PointerKind::Touch : PointerKind::Mouse; }

void draw_pending() { page().draw_pending(); }

}  // namespace

}  // namespace trireme

using namespace trireme;

// --- from the shell: bridge.js is the only caller
// ------------------------------------------------------------------

extern "C" {

// Without a window only the functions of the last two groups may be called.
EMSCRIPTEN_KEEPALIVE int trireme_has_window() { return page().window.is_open(); }

// Window and frames.
EMSCRIPTEN_KEEPALIVE void trireme_resize(double css_width, double css_height, int pixel_width,
                                         int pixel_height) {
  page().resize({static_cast<float>(css_width), static_cast<float>(css_height), pixel_width, pixel_height});
}
EMSCRIPTEN_KEEPALIVE void trireme_wake() { page().wake(); }
EMSCRIPTEN_KEEPALIVE void trireme_draw_pending() { page().draw_pending(); }
EMSCRIPTEN_KEEPALIVE void trireme_context_lost() { page().context_lost(); }
EMSCRIPTEN_KEEPALIVE void trireme_context_restored() { page().context_restored(); }

// Focus, pointer, wheel, keys.
EMSCRIPTEN_KEEPALIVE void trireme_set_engaged(int engaged) { page().set_engaged(engaged != 0); }
EMSCRIPTEN_KEEPALIVE void trireme_set_mac_keys(int on) { set_mac_keys(on != 0); }
EMSCRIPTEN_KEEPALIVE void trireme_pointer_move(double x, double y, int touch) {
  move_pointer(static_cast<float>(x), static_cast<float>(y), kind_of(touch));
  page().wake();
}
EMSCRIPTEN_KEEPALIVE void trireme_pointer_press(int button, int down, int touch) {
  press_pointer(button, down != 0, kind_of(touch));
  page().wake();
}
EMSCRIPTEN_KEEPALIVE void trireme_pointer_leave() {
  remove_pointer();
  page().wake();
}
EMSCRIPTEN_KEEPALIVE int trireme_hit(double x, double y) {
  return static_cast<int>(hit_at(static_cast<float>(x), static_cast<float>(y), page().app.rects()));
}
EMSCRIPTEN_KEEPALIVE int trireme_wants_wheel(double dx, double dy) {
  return wants_wheel(static_cast<float>(dx), static_cast<float>(dy));
}
EMSCRIPTEN_KEEPALIVE void trireme_wheel(double dx, double dy) {
  turn_wheel(static_cast<float>(dx), static_cast<float>(dy));
  page().wake();
}
EMSCRIPTEN_KEEPALIVE int trireme_wants_escape() { return page().wants_escape; }
EMSCRIPTEN_KEEPALIVE void trireme_press_key(int code, int down, int control, int shift, int alt, int super) {
  press_key(code, down != 0, {control != 0, shift != 0, alt != 0, super != 0});
  page().wake();
}
EMSCRIPTEN_KEEPALIVE void trireme_release_keys() { release_keys(); }

// Text and clipboard.
EMSCRIPTEN_KEEPALIVE void trireme_insert_text(const char* text) {
  insert_text(text);
  page().wake();
}
EMSCRIPTEN_KEEPALIVE void trireme_tap_key(int key) {
  tap_key(key == 0 ? SoftKey::Backspace : SoftKey::Enter);
  page().wake();
}
EMSCRIPTEN_KEEPALIVE const char* trireme_copy(int cut) {
  return give(copy_selection(cut != 0, draw_pending));
}
EMSCRIPTEN_KEEPALIVE void trireme_paste(const char* text) { paste(text, draw_pending); }

// Theme, scenario and report.
EMSCRIPTEN_KEEPALIVE void trireme_set_theme(int dark, int high_contrast) {
  page().set_theme(dark != 0 ? ThemeChoice::Dark : ThemeChoice::Light, high_contrast != 0);
}
EMSCRIPTEN_KEEPALIVE void trireme_open_link(const char* fragment) { page().open_link(fragment); }
EMSCRIPTEN_KEEPALIVE const char* trireme_link() { return give(page().app.link()); }
EMSCRIPTEN_KEEPALIVE const char* trireme_mirror() { return give(mirror_json(page().app.report())); }
EMSCRIPTEN_KEEPALIVE const char* trireme_report() {
  return give(explained_report_to_json(page().app.report()));
}
EMSCRIPTEN_KEEPALIVE const char* trireme_scenario_text() {
  return give(scenario_to_json(page().app.scenario()));
}
EMSCRIPTEN_KEEPALIVE const char* trireme_apply_text(const char* text) { return give(apply_text(text)); }

// Files, the model, the catalog.
EMSCRIPTEN_KEEPALIVE const char* trireme_open_text(const char* text) {
  const std::string_view opened = name_of(page().app.open_text(text));
  page().wake();
  return give(std::string(opened));
}
EMSCRIPTEN_KEEPALIVE void trireme_use_import() {
  page().app.use_import();
  page().wake();
}
EMSCRIPTEN_KEEPALIVE void trireme_discard_import() {
  page().app.discard_import();
  page().wake();
}
EMSCRIPTEN_KEEPALIVE const char* trireme_model() { return give(model_json_text(page().app)); }
EMSCRIPTEN_KEEPALIVE const char* trireme_catalog() { return give(catalog_json_text(page().app)); }
EMSCRIPTEN_KEEPALIVE const char* trireme_catalog_entry(const char* path) {
  return give(catalog_entry_text(page().app, path));
}

// Tests.
EMSCRIPTEN_KEEPALIVE const char* trireme_test_state() { return give(test_state()); }
}
