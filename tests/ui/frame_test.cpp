// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

#include "tests/ui/harness.h"

namespace trireme {
namespace {

constexpr float widths[] = {320, 360, 390, 600, 819, 820, 1000, 1199, 1200, 1440, 1800, 2600};

void check_text(Harness& page, const std::string& what) {
  page.frames(3);
  for (const std::string& fault : misplaced(page.texts())) FAIL_CHECK(what << ": " << fault);
}

// Widgets are known by these names: the same name twice would be the same widget twice.
void check_names(const Harness& page, const std::string& what) {
  std::set<std::string> seen;
  for (const NamedRect& r : page.app.rects())
    if (!seen.insert(r.name).second) FAIL_CHECK(what << ": two widgets are named " << r.name);
}

void check(Harness& page, const std::string& what) {
  check_text(page, what);
  check_names(page, what);
}

// The scenario's model, a file that is none, and an imported one with windows, experts and warnings.
void visit_model(Harness& page, const std::string& at) {
  check(page, at + " model");
  CHECK(page.app.open_text("{\"hidden_size\": -1}") == App::Opened::Nothing);
  check(page, at + " model, broken");
  CHECK(page.app.open_text(
            R"({"model_type": "mixtral", "_name_or_path": "someone/a-rather-long-name-of-a-model",
      "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8,
      "intermediate_size": 14336, "vocab_size": 32000, "num_local_experts": 8, "num_experts_per_tok": 2,
      "sliding_window": 4096, "max_position_embeddings": 131072})") == App::Opened::Model);
  check(page, at + " model, imported");
  CHECK(page.shows("Use this model"));
  page.click("import.discard");
  CHECK_FALSE(page.shows("Use this model"));
}

// The catalog's kinds, a number, a search, and two or three entries side by side.
void visit_catalog(Harness& page, const std::string& at) {
  check(page, at + " accelerators");
  page.click("sort.bf16_dense_tflops");
  check(page, at + " accelerators, sorted");
  page.click("catalog/accelerators/gb300/bf16_dense_tflops");
  CHECK(page.shows("Copy the address"));
  check(page, at + " accelerators, card");
  page.click("card.close");
  for (const char* id : {"gb300", "b300", "b200"}) page.click("choose." + std::string(id));
  page.scroll_to_top();
  check(page, at + " accelerators, chosen");
  page.click("catalog.compare");
  CHECK(page.shows("FLOP per byte of HBM"));
  check(page, at + " side by side");
  page.click("catalog.precision.FP4");
  check(page, at + " side by side, FP4");
  page.scroll_to_top();
  page.click("catalog.back");
  page.click("catalog.clear");
}

void visit_phone(Harness& page, const std::string& at) {
  check(page, at + " answer");
  page.click("resource.compute");
  check(page, at + " answer, opened");
  page.click("cause.breakdown.attention");
  check(page, at + " answer, card");
  page.click("page.inputs");
  check(page, at + " inputs");
  page.click("help.model");
  check(page, at + " inputs, help");
  page.click("model");
  check(page, at + " inputs, list");
  page.press(ImGuiKey_Escape);
  page.click("page.views");
  check(page, at + " breakdown");
  page.click("row.breakdown.attention");
  check(page, at + " breakdown, card");
  page.click("card.close");
  page.click("view.memory");
  check(page, at + " memory");
  page.click("row.memory.weights");
  check(page, at + " memory, card");
  page.click("card.close");
  page.click("view.roofline");
  check(page, at + " roofline");
  page.click("dot.operator.mlp_up.forward");
  check(page, at + " roofline, card");
  page.click("card.close");
  page.scroll_to_top();
  page.click("view.timeline");
  check(page, at + " timeline");
  page.click("stage.0");
  check(page, at + " timeline, card");
  page.click("card.close");
  page.scroll_to_top();
  page.click("view.network");
  check(page, at + " network");
  page.click("network.tensor");
  check(page, at + " network, card");
  page.click("card.close");
  page.scroll_to_top();
  page.click("view.model");
  visit_model(page, at);
  page.scroll_to_top();
  page.click("view.catalog");
  visit_catalog(page, at);
  page.click("catalog.kind");
  check(page, at + " kinds");
}

void visit_desk(Harness& page, const std::string& at) {
  check(page, at + " breakdown");
  page.click("open.breakdown.matrix_multiplications");
  check(page, at + " breakdown, opened");
  page.click("row.breakdown.attention");
  check(page, at + " breakdown, card");
  page.click("view.memory");
  check(page, at + " memory");
  page.click("row.memory.weights");
  check(page, at + " memory, card");
  page.click("card.close");
  page.click("view.roofline");
  check(page, at + " roofline");
  page.click("dot.operator.mlp_up.forward");
  check(page, at + " roofline, card");
  page.scroll_to_top();
  page.click("view.timeline");
  check(page, at + " timeline");
  page.click("stage.0");
  check(page, at + " timeline, card");
  page.scroll_to_top();
  page.click("view.network");
  check(page, at + " network");
  page.click("network.tensor");
  check(page, at + " network, card");
  page.scroll_to_top();
  page.click("question.model");
  visit_model(page, at);
  page.click("view.catalog");
  visit_catalog(page, at);
  for (const char* kind : {"links", "instances", "models", "stacks"}) {
    page.click("catalog.kind." + std::string(kind));
    check(page, at + " " + kind);
  }
  if (page.has("inputs")) page.click("inputs");
  check(page, at + " inputs");
  page.click("more_fields");
  check(page, at + " all inputs");
  page.click("model");
  check(page, at + " inputs, list");
}

TEST_CASE("no text is cut off or lies on other text, and no two widgets share a name, at any width") {
  for (float width : widths) {
    Harness page(width, width < 820 ? 844.0f : 2400.0f);
    const std::string at = "at " + std::to_string(static_cast<int>(width));
    if (width < 820) visit_phone(page, at);
    else visit_desk(page, at);
  }
}

TEST_CASE("every theme draws every view") {
  for (ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark})
    for (bool contrast : {false, true})
      for (float width : {390.0f, 1440.0f}) {
        Harness page(width, 900, theme, contrast);
        const std::string at =
            "theme " + std::to_string(static_cast<int>(theme)) + (contrast ? " contrast" : "");
        if (width < 820) visit_phone(page, at);
        else visit_desk(page, at);
      }
}

TEST_CASE("very small and very large windows draw") {
  for (ImVec2 size : {ImVec2(1, 1), ImVec2(40, 40), ImVec2(240, 120), ImVec2(4000, 3000)}) {
    Harness page(size.x, size.y);
    page.frames(2);
    CHECK(page.app.report().ok);
  }
}

TEST_CASE("fractional ratios draw on physical pixels") {
  Harness page(1440, 900);
  for (float ratio : {1.25f, 1.5f, 2.0f, 3.0f}) {
    ImGui::GetIO().DisplayFramebufferScale = ImVec2(ratio, ratio);
    page.frames(2);
    const std::vector<DrawnText> texts = page.texts();
    REQUIRE(!texts.empty());
    for (const DrawnText& t : texts)
      CHECK(t.box.x0 * ratio == doctest::Approx(std::round(t.box.x0 * ratio)).epsilon(1e-4));
  }
}

TEST_CASE("a column that fits has no scroll bar") {
  for (float width : {1200.0f, 1440.0f, 1800.0f}) {
    Harness page(width, 864);  // of a window of 900: the page's own foot takes the rest
    CHECK(page.rect("more_fields").y1 < 836);
    CHECK(page.rect("more_fields").y1 - page.rect("more_fields").y0 == 30);
  }
}

TEST_CASE("a page at rest asks for no further frame") {
  for (float width : {390.0f, 1000.0f, 1440.0f}) {
    Harness page(width, 900);
    page.frames(3);
    CHECK(page.last.redraw_after < 0);
    CHECK_FALSE(page.last.scenario_changed);
    CHECK_FALSE(page.last.wants_text);
  }
}

void check_frame_time(Harness& page) {
  std::vector<double> times;
  for (int i = 0; i < 51; ++i) {
    const auto start = std::chrono::steady_clock::now();
    page.frames(1);
    times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + 25, times.end());
  CHECK(times[25] < 8);  // in a debug build on a busy machine; 4 is what an optimised one keeps to
}

TEST_CASE("a frame takes a few milliseconds at most, also with the longest list") {
  Harness page(1440, 900);
  check_frame_time(page);
  page.click("question.model");
  page.click("view.catalog");
  page.click("catalog.kind.models");
  check_frame_time(page);
}

}  // namespace
}  // namespace trireme
