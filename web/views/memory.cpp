// Where the bytes of the fullest GPU go: one bar against what the chip can hold, then the same as rows.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <vector>

#include "core/base/number_text.h"
#include "web/charts/axis.h"
#include "web/views/views.h"
#include "web/widgets/controls.h"
#include "web/widgets/value_text.h"

namespace trireme {
namespace {

constexpr float bar_height = 36, label_leading = 22;

// Bytes are no resource, so they have no hue: greys of ink, in the order of the rows.
ImU32 grey(const Palette& c, std::size_t i) {
  constexpr std::array<float, 6> shares{0.78f, 0.60f, 0.44f, 0.30f, 0.18f, 0.08f};
  return mix(c.base, c.ink, shares[std::min(i, shares.size() - 1)]);
}

struct Map {
  const Ui& ui;
  ViewState& state;
  const ExplainedReport& report;
  Box bar;
  double end;  // bytes at the right end

  [[nodiscard]] float x(double bytes) const { return bar.x0 + bar.width() * static_cast<float>(bytes / end); }
};

std::string unit_text(double bytes) { return gigabytes_text(bytes) + "\u202fGB"; }

void draw_items(const Map& map) {
  const Pen pen = map.ui.pen();
  const Palette& c = map.ui.colour();
  double at = 0;
  for (std::size_t i = 0; i < map.report.memory.size(); ++i) {
    const MemoryRow& row = map.report.memory[i];
    Box part{pen.snap(map.x(at)), map.bar.y0, pen.snap(map.x(at + row.bytes)), map.bar.y1};
    at += row.bytes;
    if (part.width() <= 0) continue;
    const Hit hit = map.ui.hit("bar." + row.id, part, HitKind::Quiet);
    if (hit.clicked) map.state.toggle_pin(row.id);
    pen.rect(part, hit.hovered ? mix(grey(c, i), c.base, 0.2f) : grey(c, i));
    part.x1 += pen.hairline();  // neighbours share an outline
    pen.frame(part, c.ink2);
    if (map.state.pinned == row.id) pen.frame(part.grown(2, 2), c.ink, 2);
    if (hit.hovered) {
      const std::string share =
          unit_text(row.bytes) + ", " + percent_text(row.share) + "\u202f% of what can be used";
      map.ui.tooltip({{pen.bold(), row.label}, {pen.ink(), share}});
    }
  }
}

// Above the bar, the largest first, as far as they do not touch.
void draw_names(const Map& map) {
  const Pen pen = map.ui.pen();
  struct Name {
    double bytes;
    float cx;
    std::string_view text;
  };
  std::vector<Name> names;
  double at = 0;
  for (const MemoryRow& row : map.report.memory) {
    names.push_back({row.bytes, map.x(at + row.bytes / 2), row.label});
    at += row.bytes;
  }
  std::stable_sort(names.begin(), names.end(),
                   [](const Name& a, const Name& b) { return a.bytes > b.bytes; });
  std::vector<Box> taken;
  for (const Name& name : names) {
    const float width = pen.width(pen.ink(), name.text);
    if (width > map.bar.width() || name.bytes <= 0) continue;
    const float left = std::clamp(name.cx - width / 2, map.bar.x0, map.bar.x1 - width);
    const auto touches = [&](const Box& b) { return left < b.x1 + 12 && left + width > b.x0 - 12; };
    if (std::any_of(taken.begin(), taken.end(), touches)) continue;
    taken.push_back({left, 0, left + width, 0});
    pen.text(left, map.bar.y0 - 8, pen.ink(), name.text);
  }
}

void draw_capacity(const Map& map) {
  const Pen pen = map.ui.pen();
  const Palette& c = map.ui.colour();
  const ExplainedReport& r = map.report;
  const float usable_x = map.x(r.memory_usable);
  if (r.memory_total > r.memory_usable) {
    const Box over{usable_x, map.bar.y0, map.x(r.memory_total), map.bar.y1};
    pen.rect(over, c.errbg);
    pen.rising(over, c.error, 5);
    pen.frame(over, c.error);
  }
  pen.hline(map.bar.x0, map.bar.x1, map.bar.y1, c.edge);
  pen.vline(usable_x - 1, map.bar.y0 - 4, map.bar.y1 + 6, c.ink, 2);
}

void draw_axis(const Map& map) {
  const Pen pen = map.ui.pen();
  const ExplainedReport& r = map.report;
  const float baseline = map.bar.y1 + 20;
  const std::string usable = unit_text(r.memory_usable) + " usable";
  const float width = pen.width(pen.bold(), usable);
  const float left = std::clamp(map.x(r.memory_usable) - width / 2, map.bar.x0, map.bar.x1 - width);
  pen.text(left, baseline, pen.bold(), usable);
  const double step = tick_step(map.end / 1e9, std::max(2, static_cast<int>(map.bar.width() / 90)));
  for (double tick = 0; step > 0 && tick <= map.end / 1e9; tick += step) {
    const std::string text = tick_text(tick, step) + (tick == 0 ? "\u202fGB" : "");
    const float w = pen.width(pen.ink3(), text), x = map.x(tick * 1e9);
    const float x0 = std::max(x - w / 2, map.bar.x0);
    if (x0 + w > left - 10 && x0 < left + width + 10) continue;
    if (x0 + w > map.bar.x1) continue;
    pen.vline(x, map.bar.y1 + 2, map.bar.y1 + 6, map.ui.colour().ink2);
    pen.text(x0, baseline, pen.ink3(), text);
  }
}

struct Lanes {
  float label_x, gb_x, share_x, formula_x, why_x;
  float row;
  bool formula;
};

Lanes lanes_for(const Ui& ui, const ExplainedReport& report, Box area) {
  Lanes lanes{};
  lanes.row = ui.touch ? 44.0f : 26.0f;
  lanes.formula = area.width() >= 560;
  lanes.label_x = area.x0 + 20;
  lanes.gb_x = lanes.formula ? area.x0 + 300 : area.x1 - 72;
  lanes.share_x = lanes.formula ? area.x0 + 372 : area.x1;
  lanes.formula_x = area.x0 + 404;
  float formula = 80;
  for (const MemoryRow& row : report.memory)
    for (const Term& term : report.terms)
      if (term.id == row.id)
        formula = std::max(formula, ui.pen().width(ui.pen().mono(), formula_text(term.formula)));
  lanes.why_x = std::min(lanes.formula_x + formula + 24, area.x1);
  return lanes;
}

void draw_row(const Map& map, const Lanes& lanes, Box area, std::size_t i, float y) {
  const MemoryRow& row = map.report.memory[i];
  const Pen pen = map.ui.pen();
  const Palette& c = map.ui.colour();
  const float reach = map.ui.touch ? 16 : 8;
  const Box box{area.x0 - reach, y, area.x1 + reach, y + lanes.row};
  const Hit hit = map.ui.hit("row." + row.id, box);
  const bool pinned = map.state.pinned == row.id;
  row_ground(map.ui, box, pinned, hit.hovered);
  if (pinned && map.ui.touch && map.state.reveal > 0) reveal(box);
  if (hit.clicked) map.state.toggle_pin(row.id);
  const float baseline = Pen::centred_baseline(box.cy(), 14);
  const Box swatch{area.x0, box.cy() - 5, area.x0 + 10, box.cy() + 5};
  pen.rect(swatch, grey(c, i));
  pen.frame(swatch, c.ink2);
  const TextStyle strong = pinned ? pen.bold() : pen.ink();
  pen.text_elided(lanes.label_x, baseline, lanes.gb_x - 56 - lanes.label_x, strong, row.label);
  pen.text_right(lanes.gb_x, baseline, strong, gigabytes_text(row.bytes));
  pen.text_right(lanes.share_x, baseline, pen.ink2(), percent_text(row.share));
  if (!lanes.formula) return;
  for (const Term& term : map.report.terms) {
    if (term.id != row.id) continue;
    const std::string formula = formula_text(term.formula);
    pen.text_elided(lanes.formula_x, baseline, area.x1 - lanes.formula_x, {Face::Mono, 14, c.ink2}, formula);
    const float x = lanes.why_x;
    std::string_view why;
    if (!term.assumptions.empty()) why = term.assumptions.front();
    else if (!term.inputs.empty()) why = term.inputs.front().meaning;
    pen.text_elided(x, baseline, area.x1 - x, pen.ink3(), why);
  }
}

void draw_sum(const Map& map, const Lanes& lanes, Box area, float y, std::string_view label, double bytes,
              TextStyle style) {
  const Pen pen = map.ui.pen();
  const float baseline = Pen::centred_baseline(y + lanes.row / 2, 14);
  pen.text(area.x0, baseline, style, label);
  pen.text_right(lanes.gb_x, baseline, style, gigabytes_text(bytes));
  if (map.report.memory_usable > 0)
    pen.text_right(lanes.share_x, baseline,
                   {style.face, 14, style.face == Face::Bold ? style.colour : map.ui.colour().ink2},
                   percent_text(bytes / map.report.memory_usable));
}

float draw_rows(const Map& map, Box area) {
  const Pen pen = map.ui.pen();
  const Palette& c = map.ui.colour();
  const Lanes lanes = lanes_for(map.ui, map.report, area);
  float y = area.y0;
  pen.text(area.x0, y + 15, pen.ink3(), "Item");
  pen.text_right(lanes.gb_x, y + 15, pen.ink3(), "GB");
  pen.text_right(lanes.share_x, y + 15, pen.ink3(), "% usable");
  if (lanes.formula) pen.text(lanes.formula_x, y + 15, pen.ink3(), "Formula");
  y += 26;
  for (std::size_t i = 0; i < map.report.memory.size(); ++i, y += lanes.row) {
    pen.hline(area.x0, area.x1, y, c.rule);
    draw_row(map, lanes, area, i, y);
  }
  pen.hline(area.x0, area.x1, y, c.ink2);
  draw_sum(map, lanes, area, y, "Fullest GPU", map.report.memory_total, pen.bold());
  y += lanes.row;
  const double free = map.report.memory_usable - map.report.memory_total;
  if (free >= 0) draw_sum(map, lanes, area, y, "Free", free, pen.ink2());
  else draw_sum(map, lanes, area, y, "Too much", -free, {Face::Bold, 14, c.error});
  y += lanes.row;
  const std::string capacity =
      unit_text(map.report.memory_usable) + " (" + fixed(map.report.memory_usable / 1073741824.0, 1) +
      "\u202fGiB) are usable beside driver, context and communication library. The chip is sold as " +
      fixed(map.report.memory_nominal / 1e9, 0) + "\u202fGB.";
  const int lines = pen.paragraph(area.x0, y + 24, area.width(), 20, pen.ink3(), capacity);
  return y + 12 + 20 * static_cast<float>(lines) + 12;
}

}  // namespace

float draw_memory(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  const ExplainedReport& report = shown.report;
  const Pen pen = ui.pen();
  const float top = area.y0 + 20 + label_leading + 16;
  const Map map{ui,
                state,
                report,
                {area.x0, top, area.x1, top + bar_height},
                std::max({report.memory_total, report.memory_nominal, report.memory_usable, 1.0})};
  const bool over = report.memory_total > report.memory_usable;
  const std::string fit = over ? unit_text(report.memory_total - report.memory_usable) + " too much"
                               : unit_text(report.memory_usable - report.memory_total) + " free";
  const TextStyle fit_style{Face::Bold, 14, over ? ui.colour().error : ui.colour().ink};
  pen.text_right(area.x1, area.y0 + 15, fit_style, fit);
  pen.text_elided(area.x0, area.y0 + 15, area.width() - pen.width(fit_style, fit) - 16, pen.ink2(),
                  std::string(ui.touch ? "Fullest GPU" : "Bytes on the fullest GPU") +
                      (report.memory_stage.empty() ? std::string() : ": " + report.memory_stage));
  draw_items(map);
  draw_names(map);
  draw_capacity(map);
  draw_axis(map);
  return draw_rows(map, {area.x0, map.bar.y1 + 44, area.x1, 0});
}

}  // namespace trireme
