// The workbench: a scenario under edit, its report, and one frame that draws and edits both.
// Knows neither the browser nor GLFW; platform code (web/platform) feeds it and carries out its actions.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/report/catalog_sheet.h"
#include "core/report/explained_report.h"
#include "core/report/model_report.h"
#include "core/scenario/scenario.h"

namespace trireme {

enum class ThemeChoice { Light, Dark };

// What a frame asks the platform to do afterwards. Nothing here is remembered by the app.
struct Actions {
  bool scenario_changed = false;    // the address bar and the page mirror must follow (link(), report())
  bool scenario_committed = false;  // an edit is finished: a step in the browser's history
  bool copy_link = false;           // the user pressed "Copy link"
  bool open_file = false;           // the user wants to choose a file
  std::string copy_text;            // text for the clipboard, if any
  bool show_tables = false;         // the user asked for the tables below the canvas
  bool wants_text = false;          // a text field has the focus: phones open their keyboard
  bool wants_number = false;        // and it takes a number: the keyboard shows digits
  bool wants_escape = false;  // Escape closes something besides popups and edits (a pinned card); if nothing
                              // is left to close, it leaves the canvas
  float redraw_after = -1;    // seconds until the next frame is needed without input; negative = none
};

// A rectangle that tests and the touch code look up by name, in CSS pixels. On a phone a finger that moves
// scrolls; names that begin with "drag." mark what it drags instead (a slider, the lanes of a timeline).
struct NamedRect {
  std::string name;  // field path ("plan.tensor"), "copy_link", "view.memory", "row.breakdown.attention", …
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

// Only set_theme(), frame() and rects() need a Dear ImGui context: a browser without WebGL 2 has none, and
// still shows the report as text.
class App {
 public:
  struct State;  // web/app/state.h

  explicit App(Catalog catalog);
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  // Replaces the scenario (link opened, back, forward). Bad parts are reported in report().issues.
  void open_link(std::string_view fragment);
  // A file or a pasted text: a config.json is shown as a model, a scenario or a link is opened.
  enum class Opened { Model, Scenario, Nothing };
  Opened open_text(std::string_view text);
  [[nodiscard]] const ModelReport* imported() const;  // of the model that is shown and not used yet; or null
  void use_import();                                  // it becomes the scenario's own
  void discard_import();

  [[nodiscard]] std::string link() const;  // fragment of the scenario under edit, without '#'
  [[nodiscard]] const Scenario& scenario() const;
  [[nodiscard]] const ExplainedReport& report() const;  // of the scenario under edit
  [[nodiscard]] const ModelReport& model() const;       // of the scenario's model
  [[nodiscard]] const Catalog& catalog() const;         // with the scenario's own entries
  [[nodiscard]] const CatalogSheets& sheets() const;
  [[nodiscard]] std::uint64_t revision() const;  // grows whenever the report changes

  void set_theme(ThemeChoice theme, bool high_contrast);

  // Draws the whole window with the current ImGui context; `width` and `height` in CSS pixels.
  Actions frame(float width, float height);
  [[nodiscard]] const std::vector<NamedRect>& rects() const;  // of the last frame

 private:
  State* state_;
};

}  // namespace trireme
