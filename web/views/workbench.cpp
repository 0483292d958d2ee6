// SPDX-License-Identifier: MIT
#include "web/views/workbench.h"

#include <algorithm>
#include <array>

#include "web/widgets/controls.h"

namespace trireme {
namespace {

constexpr float bar_height = 44, inputs_width = 316, status_height = 28, padding = 28, card_width = 304;
constexpr float widest_view = 1480, widest_sentence = 1068;

// --- bars ---

void draw_brand(const Pen& pen, float cy) {
  pen.logo(20, cy, pen.colour().ink);
  pen.text(47, Pen::centred_baseline(cy, 16), {Face::Bold, 16, pen.colour().ink}, "Trireme");
}

void draw_top_bar(Workbench& bench, Box bar, Arrangement arrangement) {
  const Ui& ui = bench.ui;
  const Pen pen = ui.pen();
  const Palette& c = ui.colour();
  pen.rect(bar, c.side);
  pen.hline(bar.x0, bar.x1, bar.y1 - pen.hairline(), c.rule);
  const float cy = (bar.y0 + bar.y1 - 1) / 2;
  draw_brand(pen, cy);
  float left = 47 + pen.width({Face::Bold, 16, 0}, "Trireme") + 16;
  if (!bench.shown.report.title.empty()) pen.vline(left, cy - 10, cy + 10, c.rule);
  left += 16;
  if (arrangement == Arrangement::Drawer) {
    const float width = pen.width(pen.ink(), "Inputs") + 24;
    if (box_button(ui, "inputs", {left, cy - 13, left + width, cy + 13}, "Inputs"))
      bench.state.drawer = !bench.state.drawer;
    left += width + 16;
  }
  const bool copied = bench.state.copied_at >= 0;
  const float copy_width = pen.width(pen.ink(), "Copy link") + 24;
  const Box copy{bar.x1 - 20 - copy_width, cy - 13, bar.x1 - 20, cy + 13};
  if (box_button(ui, "copy_link", copy, copied ? "Copied" : "Copy link")) bench.pressed.copy_link = true;
  float right = copy.x0 - 24;
  struct Item {
    const char* id;
    const char* label;
    bool enabled;
    bool& pressed;
  };
  const std::array<Item, 4> items{{{"open_file", "Open\u2026", true, bench.state.open_file},
                                   {"tables", "Tables", true, bench.pressed.tables},
                                   {"redo", "Redo", bench.can_redo, bench.pressed.redo},
                                   {"undo", "Undo", bench.can_undo, bench.pressed.undo}}};
  for (const Item& item : items) {
    const float width = text_button_width(ui, item.label);
    if (text_button(ui, item.id, right - width, cy, item.label, item.enabled)) item.pressed = true;
    right -= width + 24;
  }
  pen.text_elided(left, Pen::centred_baseline(cy, 14), right - left, pen.ink(), bench.shown.report.title);
}

// As many whole sentences as there is room for, at least the first.
std::string_view sentences_within(const Pen& pen, std::string_view text, float room) {
  while (pen.width(pen.ink2(), text) > room) {
    const std::size_t end = text.rfind(". ", text.size() > 2 ? text.size() - 3 : 0);
    if (end == std::string_view::npos) return text;
    text = text.substr(0, end + 1);
  }
  return text;
}

void draw_status(Workbench& bench, Box bar) {
  const Pen pen = bench.ui.pen();
  pen.rect(bar, bench.ui.colour().side);
  pen.hline(bar.x0, bar.x1, bar.y0, bench.ui.colour().rule);
  const float baseline = Pen::centred_baseline(bar.cy(), 14);
  const int sources = source_count(bench.shown.report);
  std::string right = "Nothing leaves the browser.";
  if (sources > 0) right = std::to_string(sources) + (sources == 1 ? " source. " : " sources. ") + right;
  const float width = pen.text_right(bar.x1 - 20, baseline, pen.ink2(), right);
  const std::string& fact = bench.shown.report.stack_fact;
  const float room = bar.x1 - 60 - width - 20;
  pen.text_elided(20, baseline, room, pen.ink2(), sentences_within(pen, fact, room));
  bench.ui.help("status", {20, bar.y0, 20 + room, bar.y1}, fact);
}

// --- tabs ---

float draw_questions(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  const Pen pen = ui.pen();
  const float baseline = area.y0 + 20, end = area.y0 + 30;
  pen.hline(area.x0, area.x1, end, ui.colour().rule);
  const std::string_view open = views()[state.view].question;
  float x = area.x0;
  for (std::size_t i = 0; i < views().size(); ++i) {
    const std::string_view question = views()[i].question;
    if (!can_show(views()[i], shown) || (i > 0 && views()[i - 1].question == question)) continue;
    const bool chosen = question == open;
    const float width = pen.width(pen.bold(), question);
    const Hit hit =
        ui.hit("question." + std::string(views()[i].id), {x - 6, area.y0 + 4, x + width + 6, end});
    pen.text(x, baseline, chosen ? pen.bold() : hit.hovered ? pen.ink() : pen.ink2(), question);
    if (chosen && can_show(views()[state.view], shown))
      pen.rect({x, end - 2, x + width, end}, ui.colour().ink);
    if (hit.clicked && !chosen) state.view = i;
    x += width + 28;
  }
  draw_attention(ui, shown, x, baseline - 5, area.x1 - x);
  return end + 1;
}

float draw_view_tabs(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  const Pen pen = ui.pen();
  const Palette& c = ui.colour();
  float x = area.x0;
  for (std::size_t i = 0; i < views().size(); ++i) {
    const View& view = views()[i];
    if (view.question != views()[state.view].question || !can_show(view, shown)) continue;
    const bool chosen = state.view == i;
    const float width = pen.width(pen.bold(), view.label);
    const Box tab{x - 10, area.y0, x + width + 10, area.y0 + 26};
    const Hit hit = ui.hit("view." + std::string(view.id), tab);
    if (chosen || hit.hovered) pen.rounded(tab, chosen ? c.sel : c.hover);
    pen.text(x, Pen::centred_baseline(tab.cy(), 14), chosen ? pen.bold() : pen.ink2(), view.label);
    if (hit.clicked) state.view = i;
    x += width + 28;
  }
  return area.y0 + 26;
}

// --- the main column ---

// Stays in sight while the table beside it scrolls, if it is short enough.
float sticky(float top, float visible_top, float visible_height, float height) {
  if (height > visible_height - 24) return top;
  return std::max(top, visible_top + 12);
}

void draw_view_and_card(Workbench& bench, Scroller& scroll, Box area, Box visible, bool beside) {
  const Ui& ui = bench.ui;
  const bool carded = has_card(bench.state, bench.shown);
  const View& view = views()[bench.state.view];
  if (!can_show(view, bench.shown)) return scroll.end_at(area.y0);
  if (!carded) return scroll.end_at(view.draw(ui, bench.state, bench.shown, area) + 16);
  if (!beside) {
    const float end = view.draw(ui, bench.state, bench.shown, area);
    ui.pen().hline(area.x0, area.x1, end + 8, ui.colour().ink2);
    if (bench.state.reveal > 0 && end + 120 > visible.y1) reveal({area.x0, end, area.x1, end}, 0.55f);
    return scroll.end_at(draw_card(ui, bench.state, bench.shown, {area.x0, end + 24, area.x1, 0}) + 16);
  }
  Box left = area;
  left.x1 -= card_width + 44;
  const float end = view.draw(ui, bench.state, bench.shown, left);
  float& card_height = bench.state.card_height;
  const float top = sticky(area.y0, visible.y0, visible.height(), card_height);
  const float card_end = draw_card(ui, bench.state, bench.shown, {area.x1 - card_width, top, area.x1, 0});
  card_height = card_end - top;
  const float bottom = std::max({end, card_end, visible.y1 - 8});
  ui.pen().vline(area.x1 - card_width - 20, area.y0, bottom, ui.colour().rule);
  scroll.end_at(std::max(end, card_end));
}

void draw_main(Workbench& bench, Box box, Arrangement arrangement) {
  const Ui& ui = bench.ui;
  Scroller scroll(ui, "main", box, ui.colour().base);
  Box area = scroll.content();
  area.x0 += padding;
  area.x1 = std::min(area.x1 - padding, area.x0 + widest_view);
  const bool desk = arrangement == Arrangement::Desk;
  const Box sentence{area.x0, area.y0 + 12, std::min(area.x1, area.x0 + widest_sentence), 0};
  float y = area.y0;
  if (bench.shown.report.ok) {
    y = draw_verdict(ui, bench.shown, sentence, 20);
    // Two lines are kept free, so that an edit that shortens the sentence does not move the page.
    if (desk) y = std::max(y, area.y0 + 64);
    y = draw_figures(ui, bench.state, bench.shown, {area.x0, y + 10, area.x1, 0}, desk ? 6 : 3);
    y = draw_ruler(ui, bench.state, bench.shown, {area.x0, y + 20, area.x1, 0}, 18, true);
    y = draw_key(ui, bench.state, bench.shown, {area.x0, y + 5, area.x1, 0});
  } else {
    y = draw_faults(ui, bench.state, bench.shown, sentence, 20);
  }
  y = draw_questions(ui, bench.state, bench.shown, {area.x0, y + 11, area.x1, 0});
  y = draw_view_tabs(ui, bench.state, bench.shown, {area.x0, y + 6, area.x1, 0});
  draw_view_and_card(bench, scroll, {area.x0, y + 14, area.x1, 0}, box, desk);
}

void draw_side(Workbench& bench, Box box, bool over) {
  const Ui& ui = bench.ui;
  Scroller scroll(ui, "inputs", box, ui.colour().side);
  Box area = scroll.content();
  area.x0 += 20;
  area.x1 -= 20;
  scroll.end_at(draw_inputs(ui, bench.state, bench.shown, bench.catalog, bench.scenario, area, bench.edit));
  const Pen pen = scroll.begin_fixed();
  if (over) pen.rect({box.x1 - 2, box.y0, box.x1, box.y1}, ui.colour().ink);
  else pen.vline(box.x1 - pen.hairline(), box.y0, box.y1, ui.colour().rule);
  scroll.end_fixed();
}

}  // namespace

Arrangement arrangement_for(float width) {
  if (width >= 1200) return Arrangement::Desk;
  return width >= 820 ? Arrangement::Drawer : Arrangement::Phone;
}

int source_count(const ExplainedReport& report) {
  std::vector<std::string> seen;
  for (const Term& term : report.terms)
    for (const Source& source : term.sources)
      seen.push_back(source.title + "\n" + source.locator + "\n" + source.url);
  std::sort(seen.begin(), seen.end());
  return static_cast<int>(std::unique(seen.begin(), seen.end()) - seen.begin());
}

void draw_desk(Workbench& bench, Box window, Arrangement arrangement) {
  const bool desk = arrangement == Arrangement::Desk;
  const float top = window.y0 + bar_height, bottom = window.y1 - status_height;
  draw_top_bar(bench, {window.x0, window.y0, window.x1, top}, arrangement);
  draw_status(bench, {window.x0, bottom, window.x1, window.y1});
  if (desk) {
    draw_side(bench, {window.x0, top, window.x0 + inputs_width, bottom}, false);
    draw_main(bench, {window.x0 + inputs_width, top, window.x1, bottom}, arrangement);
    return;
  }
  draw_main(bench, {window.x0, top, window.x1, bottom}, arrangement);
  if (bench.state.drawer) draw_side(bench, {window.x0, top, window.x0 + inputs_width, bottom}, true);
}

}  // namespace trireme
