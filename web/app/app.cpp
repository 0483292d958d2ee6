// SPDX-License-Identifier: MIT
#include "web/app/app.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/report/explained_report.h"
#include "core/scenario/link.h"
#include "core/scenario/own.h"
#include "core/scenario/scenario_json.h"
#include "web/app/state.h"
#include "web/theme/theme.h"
#include "web/views/workbench.h"

namespace trireme {
namespace {

constexpr double copied_for = 1.5;  // seconds that "Copied" stands

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int faults_of(const Issues& issues) {
  std::vector<std::string_view> paths;
  for (const Issue& issue : issues)
    if (issue.severity == Severity::Error && !issue.path.empty() &&
        std::find(paths.begin(), paths.end(), issue.path) == paths.end())
      paths.push_back(issue.path);
  return static_cast<int>(paths.size());
}

}  // namespace

// --- the scenario and what follows from it ---

namespace {

void report_changed(App::State& state) {
  if (!(state.scenario.own == state.own_of_catalog)) {
    Issues told_by_the_report;
    state.catalog = with_own_entries(state.known, state.scenario.own, told_by_the_report).catalog;
    state.own_of_catalog = state.scenario.own;
    state.sheets = {};
  }
  if (state.sheets.sheets.empty()) state.sheets = catalog_sheets(state.catalog);
  const Model* model = find_by_name(state.catalog.models, state.scenario.model.id);
  state.model = model != nullptr ? model_report(*model) : ModelReport{};
  if (state.report.ok) state.last_good = state.report;
  ++state.revision;
}

void set_scenario(App::State& state, const Scenario& scenario) {
  state.scenario = scenario;
  state.report = make_explained_report(state.scenario, state.known);
  report_changed(state);
}

}  // namespace

App::App(Catalog catalog) : state_(new State(std::move(catalog))) { set_scenario(*state_, Scenario()); }
App::~App() { delete state_; }

namespace {

// Another scenario altogether: the last good result of the one before says nothing about it.
void open(App::State& state, const Checked<Scenario>& opened) {
  if (opened.value) state.scenario = *opened.value;
  state.undo.push(state.scenario);
  state.last_good = {};
  state.report = make_explained_report(opened, state.known);
  report_changed(state);
}

}  // namespace

void App::open_link(std::string_view fragment) { open(*state_, scenario_from_link(fragment)); }

App::Opened App::open_text(std::string_view text) {
  Checked<ImportedModel> imported = import_hf_config(text);
  if (!imported.value && (is_scenario(text) || is_link(text))) {
    open(*state_, is_link(text) ? scenario_from_link(text) : scenario_from_json(text));
    return Opened::Scenario;
  }
  state_->import_report = model_report(imported);
  state_->imported.reset();
  if (imported.value) state_->imported = std::move(imported.value->model);
  state_->view.view = view_index("model");
  state_->view.page = Page::Views;
  state_->view.pinned.clear();
  ++state_->revision;
  return state_->imported ? Opened::Model : Opened::Nothing;
}

void App::use_import() {
  if (!state_->imported) return;
  set_scenario(*state_, with_own_model(state_->scenario, *state_->imported, state_->known));
  state_->undo.push(state_->scenario);
  discard_import();
}

void App::discard_import() {
  state_->imported.reset();
  state_->import_report.reset();
  ++state_->revision;
}

const ModelReport* App::imported() const { return state_->import_report ? &*state_->import_report : nullptr; }
const ModelReport& App::model() const { return state_->model; }
const Catalog& App::catalog() const { return state_->catalog; }
const CatalogSheets& App::sheets() const { return state_->sheets; }
std::string App::link() const { return link_from_scenario(state_->scenario); }
const Scenario& App::scenario() const { return state_->scenario; }
const ExplainedReport& App::report() const { return state_->report; }
std::uint64_t App::revision() const { return state_->revision; }
const std::vector<NamedRect>& App::rects() const { return state_->rects; }

// --- one frame ---

namespace {

void prepare(App::State& state) {
  if (state.fonts.loaded()) return;
  state.fonts = load_fonts();
  ImGuiIO& io = ImGui::GetIO();
  io.FontDefault = state.fonts[Face::Regular];
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.ConfigInputTextCursorBlink = false;  // a blinking caret would draw for ever
  io.IniFilename = nullptr;
  apply_style(*state.colour);
}

// The faces rasterise at the ratio of the screen once they have been current.
void set_density(const Fonts& fonts) {
  for (ImFont* face : fonts.faces) {
    ImGui::PushFont(face, 14);
    ImGui::PopFont();
  }
}

void begin_window(float width, float height) {
  ImGui::SetNextWindowPos(ImVec2(0, 0));
  ImGui::SetNextWindowSize(ImVec2(width, height));
  constexpr ImGuiWindowFlags flags =
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
      ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::Begin("Trireme", nullptr, flags);
}

void carry_out(App::State& state, const Workbench& bench, const Scenario& edited, Actions& actions) {
  const bool undo =
      bench.pressed.undo ||
      ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_Z, ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_Repeat);
  const bool redo =
      bench.pressed.redo ||
      ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z,
                      ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_Repeat) ||
      ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_Y, ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_Repeat);
  const bool changed = !(edited == state.scenario);
  if (changed) set_scenario(state, edited);
  if (bench.edit.committed) {
    actions.scenario_committed = true;
    state.undo.push(state.scenario);
  }
  std::optional<Scenario> step;
  if (undo) step = state.undo.undo();
  else if (redo) step = state.undo.redo();
  if (step) set_scenario(state, *step);
  actions.scenario_changed = changed || step.has_value();
  actions.scenario_committed = actions.scenario_committed || step.has_value();
}

void carry_out_copies(App::State& state, const Workbench& bench, Actions& actions, double now) {
  if (bench.pressed.copy_link) {
    actions.copy_link = true;
    state.view.copied_at = now;
  }
  actions.show_tables = bench.pressed.tables;
  if (state.view.copied_at < 0) return;
  const double left = state.view.copied_at + copied_for - now;
  if (left <= 0) state.view.copied_at = -1;
  else if (actions.redraw_after < 0 || left < actions.redraw_after)
    actions.redraw_after = static_cast<float>(left) + 0.01f;
}

// Escape closes the card, then the drawer; pop-ups and edits close themselves.
void close_by_escape(ViewState& view, Actions& actions) {
  const bool open = !view.pinned.empty() || view.drawer;
  const bool busy = ImGui::IsAnyItemActive() || ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
  if (open && !busy && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    if (!view.pinned.empty()) view.pinned.clear();
    else view.drawer = false;
  }
  actions.wants_escape = !view.pinned.empty() || view.drawer;
}

}  // namespace

void App::set_theme(ThemeChoice theme, bool high_contrast) {
  state_->dark = theme == ThemeChoice::Dark;
  state_->high_contrast = high_contrast;
  state_->colour = &palette(state_->dark, high_contrast);
  prepare(*state_);
  apply_style(*state_->colour);
}

Actions App::frame(float width, float height) {
  State& state = *state_;
  prepare(state);
  set_density(state.fonts);
  state.rects.clear();
  state.memory.help_seen = false;
  state.view.pointed = std::exchange(state.view.pointed_next, std::nullopt);
  Actions actions;
  const Arrangement arrangement = arrangement_for(width);
  Ui ui;
  ui.palette = state.colour;
  ui.fonts = &state.fonts;
  ui.ratio = ImGui::GetIO().DisplayFramebufferScale.x;
  ui.touch = arrangement == Arrangement::Phone;
  ui.now = now_seconds();
  ui.memory = &state.memory;
  ui.rects = &state.rects;
  ui.actions = &actions;

  const bool stale = !state.report.ok && state.last_good.ok;
  const Shown shown{stale ? state.last_good : state.report,
                    state.report.issues,
                    stale,
                    faults_of(state.report.issues),
                    state.sheets,
                    state.model,
                    imported()};
  // A view of training says nothing about serving.
  if (shown.report.ok && !can_show(views()[state.view.view], shown)) state.view.view = 0;
  Scenario edited = state.scenario;
  Workbench bench{ui, state.view, shown, state.catalog, edited, state.undo.can_undo(), state.undo.can_redo(),
                  {}, {}};
  const Box window{0, 0, width, height};
  begin_window(width, height);
  ui.pen().rect(window, ui.colour().base);
  close_by_escape(state.view, actions);
  if (arrangement == Arrangement::Phone) draw_phone(bench, window);
  else draw_desk(bench, window, arrangement);
  ImGui::End();
  state.view.reveal = std::max(0, state.view.reveal - 1);
  if (!state.memory.help_seen) state.memory.help_id.clear();
  carry_out(state, bench, edited, actions);
  carry_out_copies(state, bench, actions, ui.now);
  if (std::exchange(state.view.use_import, false)) {
    use_import();
    actions.scenario_changed = actions.scenario_committed = true;
  }
  if (std::exchange(state.view.discard_import, false)) discard_import();
  actions.open_file = std::exchange(state.view.open_file, false);
  return actions;
}

}  // namespace trireme
