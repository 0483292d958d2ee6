// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/scenario/link.h"
#include "tests/ui/harness.h"

namespace trireme {
namespace {

TEST_CASE("typing into a field changes the scenario at once and commits at the end") {
  Harness page(1440, 900);
  page.clear();
  page.click("cluster.instances");
  CHECK(page.gathered.wants_text);
  CHECK(page.gathered.wants_number);
  page.type("64");
  CHECK(page.app.scenario().cluster.instances == 64);
  CHECK(page.gathered.scenario_changed);
  CHECK_FALSE(page.gathered.scenario_committed);
  page.press(ImGuiKey_Enter);
  CHECK(page.gathered.scenario_committed);
  CHECK_FALSE(page.last.wants_text);
  CHECK(page.app.link().find("cluster.instances=64") != std::string::npos);
}

TEST_CASE("numbers are typed as people write them") {
  Harness page(1440, 900);
  const auto tokens = [&](std::string_view text) {
    page.enter("run.tokens", text);
    page.press(ImGuiKey_Enter);
    return page.app.scenario().run.tokens;
  };
  CHECK(tokens("1e12") == 1e12);
  CHECK(tokens("2T") == 2e12);
  CHECK(tokens("15,6 T tokens") == doctest::Approx(15.6e12));
  CHECK(tokens("300,000,000,000") == 3e11);
}

TEST_CASE("a text that is no number is explained below its field and changes nothing") {
  Harness page(1440, 900);
  page.enter("plan.micro_batch", "two");
  CHECK(page.shows("A whole number from 1 to"));
  CHECK(page.app.scenario().plan.micro_batch == 1);
  page.press(ImGuiKey_Enter);
  CHECK_FALSE(page.shows("A whole number from 1 to"));
}

TEST_CASE("Escape gives the old value back") {
  Harness page(1440, 900);
  page.enter("cluster.instances", "64");
  page.press(ImGuiKey_Escape);
  CHECK(page.app.scenario().cluster.instances == 128);
}

TEST_CASE("an error stands at its field, and the last good result stays, marked out of date") {
  Harness page(1440, 900);
  page.enter("plan.tensor", "7");
  page.press(ImGuiKey_Enter);
  REQUIRE_FALSE(page.app.report().ok);
  REQUIRE(!page.app.report().issues.empty());
  bool at_field = false;
  for (const Issue& issue : page.app.report().issues) at_field = at_field || issue.path == "plan.tensor";
  CHECK(at_field);
  CHECK(page.shows("Out of date"));
  CHECK(page.shows("One step"));
  CHECK(misplaced(page.texts()).empty());
  page.click("undo");
  CHECK(page.app.report().ok);
  CHECK_FALSE(page.shows("Out of date"));
}

TEST_CASE("without any good result the page says what is missing") {
  Harness page(1440, 900);
  page.app.open_link("v=1&model=no-such-model");
  page.frames();
  CHECK_FALSE(page.app.report().ok);
  CHECK(page.shows("No result: 1 field needs attention."));
  CHECK_FALSE(page.shows("One step"));
  CHECK(misplaced(page.texts()).empty());
}

TEST_CASE("an own entry is a row that can be removed, and a choice like the known ones") {
  for (float width : {360.0f, 1440.0f}) {
    Harness page(width, 2400);
    page.app.open_link(R"(v=1&model=mine&own.model={"base":"llama-3.1-405b","id":"mine","name":"Mine"})");
    page.frames();
    REQUIRE(page.app.report().ok);
    if (page.has("page.inputs")) page.click("page.inputs");
    CHECK(page.shows("Own model"));
    CHECK(page.shows("Mine"));
    CHECK(misplaced(page.texts()).empty());
    page.click("default.own.model");
    CHECK(page.app.link() == "v=1&model=mine");
    CHECK_FALSE(page.app.report().ok);

    page.app.open_link(R"(v=1&own.model={"base":"llama-3.1-405b","numbers":{"hiden":1}})");
    page.frames();
    CHECK(page.shows("numbers.hiden"));
    CHECK(misplaced(page.texts()).empty());
  }
}

TEST_CASE("undo and redo go through finished edits, by buttons and by keys") {
  Harness page(1440, 900);
  const std::string start = page.app.link();
  page.enter("cluster.instances", "64");
  page.press(ImGuiKey_Enter);
  page.enter("plan.micro_batch", "2");
  page.press(ImGuiKey_Enter);
  page.click("undo");
  CHECK(page.app.scenario().plan.micro_batch == 1);
  CHECK(page.app.scenario().cluster.instances == 64);
  page.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  CHECK(page.app.link() == start);
  page.clear();
  page.press(ImGuiKey_Z, ImGuiMod_Ctrl | ImGuiMod_Shift);
  CHECK(page.app.scenario().cluster.instances == 64);
  CHECK(page.gathered.scenario_changed);
  CHECK(page.gathered.scenario_committed);
  page.click("redo");
  CHECK(page.app.scenario().plan.micro_batch == 2);
}

TEST_CASE("an edited field is marked and can be set back") {
  Harness page(1440, 900);
  CHECK_FALSE(page.has("default.cluster.instances"));
  page.enter("cluster.instances", "64");
  page.press(ImGuiKey_Enter);
  REQUIRE(page.has("default.cluster.instances"));
  CHECK(page.shows("↺ 128"));
  page.click("default.cluster.instances");
  CHECK(page.app.scenario().cluster.instances == 128);
  CHECK_FALSE(page.has("default.cluster.instances"));
}

TEST_CASE("a choice is searched and taken with the keyboard") {
  Harness page(1440, 900);
  page.click("model");
  REQUIRE(page.has("choice.filter"));
  page.type("llama 3.1 8b");
  page.press(ImGuiKey_Enter);
  CHECK(page.app.scenario().model.id == "llama-3.1-8b");
  CHECK_FALSE(page.has("choice.filter"));
}

TEST_CASE("arrows move through a choice, Escape leaves it") {
  Harness page(1440, 900);
  page.click("plan.recompute");
  page.press(ImGuiKey_DownArrow);
  page.press(ImGuiKey_Enter);
  CHECK(page.app.scenario().plan.recompute == Recompute::Selective);
  page.click("plan.recompute");
  page.press(ImGuiKey_DownArrow);
  page.press(ImGuiKey_Escape);
  CHECK(page.app.scenario().plan.recompute == Recompute::Selective);
  CHECK_FALSE(page.has("option.full"));
}

TEST_CASE("a choice is taken with the pointer") {
  Harness page(1440, 900);
  page.click("training.precision");
  page.click("option.bf16");
  CHECK(page.app.scenario().training.precision == Precision::Bf16);
}

TEST_CASE("steppers of a phone double and halve") {
  Harness page(390, 844);
  page.click("page.inputs");
  page.click("more.cluster.instances");
  CHECK(page.app.scenario().cluster.instances == 256);
  page.click("less.cluster.instances");
  page.click("less.cluster.instances");
  CHECK(page.app.scenario().cluster.instances == 64);
}

TEST_CASE("targets of a phone are 44 px high") {
  Harness page(390, 844);
  for (const char* tab : {"page.inputs", "page.answer", "page.views"}) {
    page.click(tab);
    CHECK(page.rect(tab).y1 - page.rect(tab).y0 >= 44);
  }
  page.click("page.inputs");
  for (const char* name :
       {"model", "training.precision", "more.training.sequence", "less.training.sequence", "copy_link"})
    CHECK(page.rect(name).y1 - page.rect(name).y0 >= 44);
}

TEST_CASE("a link replaces the scenario and its issues are shown") {
  Harness page(1440, 900);
  page.app.open_link("v=1&cluster.instances=64&nonsense=1");
  page.frames();
  CHECK(page.app.scenario().cluster.instances == 64);
  CHECK(page.shows("nonsense"));
}

TEST_CASE("the link can be copied") {
  for (float width : {390.0f, 1440.0f}) {
    Harness page(width, 844);
    page.clear();
    page.click("copy_link");
    CHECK(page.gathered.copy_link);
    CHECK(page.shows("Copied"));
    CHECK(page.last.redraw_after > 0);
  }
}

}  // namespace
}  // namespace trireme
