// One column for a phone: a page at a time, a bar to change it, a sheet for what is pinned.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "web/charts/axis.h"
#include "web/views/workbench.h"
#include "web/widgets/controls.h"

namespace trireme {
namespace {

constexpr std::size_t views_per_row = 4;

constexpr float bar_height = 48, tabs_height = 52, margin = 16, strip_height = 48;

void draw_top_bar(Workbench& bench, Box bar) {
  const Ui& ui = bench.ui;
  const Pen pen = ui.pen();
  const Palette& c = ui.colour();
  pen.rect(bar, c.side);
  pen.hline(bar.x0, bar.x1, bar.y1 - pen.hairline(), c.rule);
  const float cy = bar.cy(), baseline = Pen::centred_baseline(cy, 14);
  pen.logo(margin, cy, c.ink);
  const std::string_view share = bench.state.copied_at >= 0 ? "Copied" : "Share";
  const float width = pen.width(pen.bold(), share);
  const Box copy{bar.x1 - margin - width - 12, cy - 22, bar.x1 - margin + 12, cy + 22};
  if (ui.hit("copy_link", copy).clicked) bench.pressed.copy_link = true;
  pen.text_right(bar.x1 - margin, baseline, pen.bold(), share);
  float right = copy.x0;
  if (bench.state.page == Page::Inputs) {
    const float undo_width = text_button_width(ui, "Undo");
    if (text_button(ui, "undo", right - undo_width - 6, cy, "Undo", bench.can_undo))
      bench.pressed.undo = true;
    right -= undo_width + 20;
  }
  const std::string& title = bench.shown.report.title;
  pen.text_elided(margin + 28, baseline, right - margin - 32, title.empty() ? pen.bold() : pen.ink(),
                  title.empty() ? std::string_view("Trireme") : std::string_view(title));
}

void draw_tabs(Workbench& bench, Box bar) {
  const Ui& ui = bench.ui;
  const Pen pen = ui.pen();
  struct Tab {
    const char* id;
    const char* label;
    Page page;
  };
  constexpr std::array<Tab, 3> tabs{{{"page.inputs", "Inputs", Page::Inputs},
                                     {"page.answer", "Answer", Page::Answer},
                                     {"page.views", "Views", Page::Views}}};
  pen.rect(bar, ui.colour().side);
  pen.hline(bar.x0, bar.x1, bar.y0, ui.colour().rule);
  const float width = bar.width() / static_cast<float>(tabs.size());
  for (std::size_t i = 0; i < tabs.size(); ++i) {
    const float x = bar.x0 + width * static_cast<float>(i);
    const Box cell{x, bar.y0, x + width, bar.y1};
    const bool chosen = bench.state.page == tabs[i].page;
    if (ui.hit(tabs[i].id, cell).clicked) {
      bench.state.page = tabs[i].page;
      bench.state.pinned.clear();
    }
    if (chosen) pen.rect({cell.cx() - 35, bar.y0, cell.cx() + 35, bar.y0 + 3}, ui.colour().ink);
    pen.text_centred(cell.cx(), Pen::centred_baseline(bar.cy(), 14), chosen ? pen.bold() : pen.ink2(),
                     tabs[i].label);
  }
}

// Ruler and step time stay in sight while the inputs are edited.
void draw_strip(Workbench& bench, Box strip) {
  const Ui& ui = bench.ui;
  const Pen pen = ui.pen();
  pen.rect(strip, ui.colour().base);
  pen.hline(strip.x0, strip.x1, strip.y0, ui.colour().ink2);
  const ExplainedReport& report = bench.shown.report;
  const float left = strip.x0 + margin, right = strip.x1 - margin;
  if (!report.ok || bench.shown.stale) {
    pen.error_sign(left + 7, strip.cy(), ui.colour().error);
    pen.text_elided(left + 22, Pen::centred_baseline(strip.cy(), 14), right - left - 22,
                    {Face::Regular, 14, ui.colour().error},
                    (report.ok ? "Out of date: " : "No result: ") + attention_text(bench.shown.faults));
    return;
  }
  if (report.figures.empty()) return;
  const Figure& step = report.figures.front();
  const std::string value = step.value + "\u202f" + step.unit;
  const TextStyle large{Face::Bold, 18, ui.colour().ink};
  const float width = pen.text_right(right, Pen::centred_baseline(strip.cy(), 18), large, value);
  const Box bar{left, strip.y0 + 9, right - width - 28, 0};
  draw_ruler(ui, bench.state, bench.shown, bar, 12, false);
  pen.text_elided(left, strip.y0 + 38, bar.width(), pen.ink2(), step.range);
}

void draw_answer(Workbench& bench, Scroller& scroll) {
  const Ui& ui = bench.ui;
  Box area = scroll.content();
  area.x0 += margin;
  area.x1 -= margin;
  const Box sentence{area.x0, area.y0 + 12, area.x1, 0};
  if (!bench.shown.report.ok) return scroll.end_at(draw_faults(ui, bench.state, bench.shown, sentence, 18));
  float y = draw_verdict(ui, bench.shown, sentence, 18);
  y = draw_figures(ui, bench.state, bench.shown, {area.x0, y + 14, area.x1, 0}, 2);
  y = draw_ruler(ui, bench.state, bench.shown, {area.x0, y + 18, area.x1, 0}, 22, true);
  y = draw_resource_list(ui, bench.state, bench.shown, {area.x0, y + 12, area.x1, 0});
  if (text_button(ui, "tables", area.x0, y + 28, "All of it as tables")) bench.pressed.tables = true;
  y += 52;
  const Pen pen = ui.pen();
  const std::string& fact = bench.shown.report.stack_fact;
  y += 20 * static_cast<float>(pen.paragraph(area.x0, y + 15, area.width(), 20, pen.ink3(), fact));
  scroll.end_at(y + 20);
}

void draw_views(Workbench& bench, Scroller& scroll) {
  const Ui& ui = bench.ui;
  Box area = scroll.content();
  area.x0 += margin;
  area.x1 -= margin;
  float y = area.y0 + 12;
  if (!bench.shown.report.ok)
    y = draw_faults(ui, bench.state, bench.shown, {area.x0, y, area.x1, 0}, 18) + 12;
  std::vector<Segment> labels;
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < views().size(); ++i) {
    if (!can_show(views()[i], bench.shown)) continue;
    labels.push_back({views()[i].id, views()[i].label});
    indices.push_back(i);
  }
  Box tabs{area.x0, y, area.x1, y};
  for (std::size_t first = 0; first < labels.size(); first += views_per_row) {
    const std::size_t count = std::min(views_per_row, labels.size() - first);
    const auto at =
        std::find(indices.begin() + static_cast<std::ptrdiff_t>(first), indices.end(), bench.state.view);
    const auto chosen = at - indices.begin() - static_cast<std::ptrdiff_t>(first);
    tabs = {area.x0, tabs.y1, area.x0 + area.width() * static_cast<float>(count) / views_per_row,
            tabs.y1 + 44};
    const auto picked =
        segments(ui, "view", tabs, std::span(labels).subspan(first, count),
                 chosen < static_cast<std::ptrdiff_t>(count) ? static_cast<int>(chosen) : -1, first > 0);
    if (!picked) continue;
    bench.state.view = indices[first + static_cast<std::size_t>(*picked)];
    bench.state.pinned.clear();
  }
  const View& view = views()[bench.state.view];
  if (!can_show(view, bench.shown)) return scroll.end_at(tabs.y1 + 20);
  scroll.end_at(view.draw(ui, bench.state, bench.shown, {area.x0, tabs.y1 + 12, area.x1, 0}) + 20);
}

void draw_page(Workbench& bench, Box box, float covered) {
  const Ui& ui = bench.ui;
  constexpr std::array<const char*, 3> ids{"page inputs", "page answer", "page views"};
  Scroller scroll(ui, ids[static_cast<std::size_t>(bench.state.page)], box, ui.colour().base);
  Box area = scroll.content();
  if (bench.state.page == Page::Inputs) {
    area.x0 += margin;
    area.x1 -= margin;
    scroll.end_at(draw_inputs(ui, bench.state, bench.shown, bench.catalog, bench.scenario, area, bench.edit) +
                  12);
  } else if (bench.state.page == Page::Answer) {
    draw_answer(bench, scroll);
  } else {
    draw_views(bench, scroll);
  }
  scroll.extend(covered);  // what lies under the sheet can be scrolled out from under it
}

void draw_sheet(Workbench& bench, Box sheet) {
  const Ui& ui = bench.ui;
  Scroller scroll(ui, "sheet", sheet, ui.colour().side);
  Box area = scroll.content();
  area.x0 += margin;
  area.x1 -= margin;
  scroll.end_at(draw_card(ui, bench.state, bench.shown, {area.x0, area.y0 + 24, area.x1, 0}));
  const Pen pen = scroll.begin_fixed();
  pen.rect({sheet.x0, sheet.y0, sheet.x1, sheet.y0 + 16}, ui.colour().side);
  pen.rect({sheet.x0, sheet.y0, sheet.x1, sheet.y0 + 2}, ui.colour().ink);
  pen.rounded({sheet.cx() - 24, sheet.y0 + 10, sheet.cx() + 24, sheet.y0 + 14}, ui.colour().edge);
  scroll.end_fixed();
}

}  // namespace

void draw_phone(Workbench& bench, Box window) {
  const Box tabs{window.x0, window.y1 - tabs_height, window.x1, window.y1};
  Box page{window.x0, window.y0 + bar_height, window.x1, tabs.y0};
  draw_top_bar(bench, {window.x0, window.y0, window.x1, page.y0});
  if (bench.state.page == Page::Inputs) {
    draw_strip(bench, {page.x0, page.y1 - strip_height, page.x1, page.y1});
    page.y1 -= strip_height;
  }
  const bool carded = has_card(bench.state, bench.shown);
  const Box sheet{page.x0, page.y0 + page.height() * 0.45f, page.x1, page.y1};
  draw_page(bench, page, carded ? sheet.height() : 0);
  if (carded) draw_sheet(bench, sheet);
  draw_tabs(bench, tabs);
}

}  // namespace trireme
