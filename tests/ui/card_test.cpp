// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "imgui_internal.h"
#include "tests/ui/harness.h"

namespace trireme {
namespace {

TEST_CASE("a click on a row pins its explanation, Escape closes it") {
  Harness page(1440, 900);
  CHECK_FALSE(page.has("card.close"));
  CHECK_FALSE(page.last.wants_escape);
  page.click("row.breakdown.attention");
  CHECK(page.has("card.close"));
  CHECK(page.last.wants_escape);
  CHECK(page.shows("Formula"));
  CHECK(page.shows("Sources"));
  page.press(ImGuiKey_Escape);
  CHECK_FALSE(page.has("card.close"));
}

TEST_CASE("every figure, cause and item of memory has an explanation") {
  Harness page(1440, 900);
  const ExplainedReport& report = page.app.report();
  std::vector<std::string> ids;
  for (const Figure& figure : report.figures) ids.push_back(figure.id);
  for (const BreakdownRow& row : report.breakdown) ids.push_back(row.id);
  for (const MemoryRow& row : report.memory) ids.push_back(row.id);
  for (const std::string& id : ids) {
    bool found = false;
    for (const Term& term : report.terms) found = found || term.id == id;
    CHECK_MESSAGE(found, id << " has no term");
  }
}

TEST_CASE("a second click and the cross close the card") {
  Harness page(1440, 900);
  page.click("figure.mfu");
  CHECK(page.has("card.close"));
  page.click("figure.mfu");
  CHECK_FALSE(page.has("card.close"));
  page.click("figure.mfu");
  page.click("card.close");
  CHECK_FALSE(page.has("card.close"));
}

TEST_CASE("a click that comes in one frame with its movement counts") {
  Harness page(1440, 900);
  const NamedRect row = page.rect("row.breakdown.attention");
  ImGui::GetIO().AddMousePosEvent((row.x0 + row.x1) / 2, (row.y0 + row.y1) / 2);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  page.frames(4);
  CHECK(page.has("card.close"));
}

TEST_CASE("a row opens into its operators") {
  Harness page(1440, 900);
  CHECK_FALSE(page.shows("QKV projection, forward"));
  page.click("open.breakdown.matrix_multiplications");
  CHECK(page.shows("QKV projection, forward"));
  page.click("open.breakdown.matrix_multiplications");
  CHECK_FALSE(page.shows("QKV projection, forward"));
}

TEST_CASE("on a phone the pinned row is not hidden by its sheet") {
  Harness page(390, 844);
  page.click("page.views");
  // The last row that is in sight before the sheet opens.
  std::string name;
  for (const NamedRect& r : page.app.rects())
    if (r.name.starts_with("row.breakdown.")) name = r.name;
  page.click(name);
  page.frames(4);
  CHECK(page.rect(name).y1 <= page.rect("card.close").y0);
}

TEST_CASE("the keyboard reaches and pins rows") {
  Harness page(1440, 900);
  const auto on_row = [&] {
    const ImGuiWindow* window = GImGui->NavWindow;
    if (window == nullptr) return false;
    const float y = window->NavRectRel[0].GetCenter().y + window->DC.CursorStartPos.y;
    const NamedRect row = page.rect("row.breakdown.attention");
    if (window->NavRectRel[0].GetWidth() < 200) return false;  // what opens the row
    return std::string_view(window->Name).find("main") != std::string_view::npos && y > row.y0 && y < row.y1;
  };
  int steps = 0;
  while (!on_row() && ++steps < 80) page.press(ImGuiKey_Tab);
  CHECK(on_row());
  page.press(ImGuiKey_Space);
  CHECK(page.has("card.close"));
}

TEST_CASE("the drawer of middling widths opens and closes") {
  Harness page(1000, 800);
  CHECK_FALSE(page.has("model"));
  page.click("inputs");
  CHECK(page.has("model"));
  page.press(ImGuiKey_Escape);
  CHECK_FALSE(page.has("model"));
}

}  // namespace
}  // namespace trireme
