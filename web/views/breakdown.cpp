// Where the step goes: a waterfall of causes in the order of composition, each opening into its operators.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "web/charts/axis.h"
#include "web/charts/columns.h"
#include "web/views/views.h"
#include "web/widgets/controls.h"

namespace trireme {
namespace {

constexpr float tick_distance = 52;

struct Chart {
  const Ui& ui;
  ViewState& state;
  const Shown& shown;
  Columns columns;
  TimeUnit unit;
  double end = 0;  // seconds at the right end of the axis
  float y = 0;
  // Where a label beside the line of the peak would lie on a bar.
  std::vector<Box> bars;

  [[nodiscard]] float x(double seconds) const { return columns.at(seconds / end); }
};

Chart make_chart(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  const Pen pen = ui.pen();
  float label = pen.width(pen.bold(), shown.report.whole_label);
  for (const BreakdownRow& row : shown.report.breakdown) {
    label = std::max(label, pen.width(pen.bold(), row.label));
    if (!state.is_open(row.id)) continue;
    for (const BreakdownRow::Part& part : row.parts)
      label = std::max(label, 14 + pen.width(pen.bold(), part.label));
  }
  const ExplainedReport& report = shown.report;
  Chart chart{ui, state, shown, {}, time_unit(report.step_seconds), 0, area.y0, {}};
  // On a phone the head of the column may stand over the end of the axis.
  const float numbers = std::max(ui.touch ? 0 : pen.width(pen.ink(), chart.unit.name),
                                 pen.width(pen.bold(), column_text(report.step_seconds, chart.unit)));
  chart.columns = columns_for(area, label + 2, numbers, ui.touch);
  // A little of the range shows; all of it is on the ruler.
  chart.end = std::max(report.step_seconds, std::min(report.step_high, report.step_seconds * 1.06));
  return chart;
}

// Second rank; what is out of date has only one.
TextStyle weak(const Chart& chart) {
  return chart.shown.stale ? chart.ui.pen().ink3() : chart.ui.pen().ink2();
}

void draw_head(Chart& chart) {
  const Pen pen = chart.ui.pen();
  const Columns& c = chart.columns;
  const float baseline = chart.y + 15;
  if (c.groups) pen.text(c.group_x, baseline, pen.ink3(), "Resource");
  pen.text(c.label_x - (chart.ui.touch ? 0 : 14), baseline, pen.ink3(), "Cause");
  const double end = chart.end / chart.unit.seconds;
  const double step =
      tick_step(end, std::max(1, static_cast<int>((c.chart_x1 - c.chart_x0) / tick_distance)));
  const float numbers = c.first_x - pen.width(pen.ink3(), chart.unit.name) - 8;
  for (double tick = 0; step > 0 && tick <= end * (1 + 1e-9); tick += step) {
    const std::string text = tick_text(tick, step) + (tick == 0 ? std::string(" ") + chart.unit.symbol : "");
    const float x = chart.x(tick * chart.unit.seconds);
    if (x + pen.width(pen.ink3(), text) / 2 < numbers) pen.text_centred(x, baseline, pen.ink3(), text);
  }
  pen.text_right(c.first_x, baseline, pen.ink3(), chart.unit.name);
  if (c.second) pen.text_right(c.second_x, baseline, pen.ink3(), "%");
  chart.y += 26;
}

void draw_grid(const Chart& chart, float y0, float y1) {
  const Pen pen = chart.ui.pen();
  const double end = chart.end / chart.unit.seconds;
  const float width = chart.columns.chart_x1 - chart.columns.chart_x0;
  const double step = tick_step(end, std::max(1, static_cast<int>(width / tick_distance)));
  for (double tick = step; step > 0 && tick <= end * (1 + 1e-9); tick += step)
    pen.vline(chart.x(tick * chart.unit.seconds), y0, y1, chart.ui.colour().grid);
  pen.vline(chart.columns.chart_x0, y0, y1, chart.ui.colour().edge);
}

void draw_bar(Chart& chart, Resource resource, double from, double seconds, float height, bool marked) {
  const Pen pen = chart.ui.pen();
  const float cy = chart.y + chart.columns.row / 2;
  const float x0 = pen.snap(chart.x(from));
  const Box bar{x0, cy - height / 2, std::max(x0 + 2, pen.snap(chart.x(from + seconds))), cy + height / 2};
  const bool faint = chart.shown.stale || (chart.state.pointed && *chart.state.pointed != resource);
  if (faint) pen.soft(bar, resource);
  else pen.fill(bar, resource);
  // The name of the peak stands on plain ground only.
  const float left = marked ? chart.columns.chart_x0 : bar.x0;
  chart.bars.push_back(
      {left, chart.y, marked ? chart.columns.chart_x1 : bar.x1, chart.y + chart.columns.row});
}

void draw_numbers(const Chart& chart, double seconds, double share, TextStyle first, TextStyle second) {
  const Pen pen = chart.ui.pen();
  const float baseline = Pen::centred_baseline(chart.y + chart.columns.row / 2, 14);
  pen.text_right(chart.columns.first_x, baseline, first, column_text(seconds, chart.unit));
  if (chart.columns.second) pen.text_right(chart.columns.second_x, baseline, second, percent_text(share));
}

// In the width of its column; in a high row, on two lines.
void draw_label(const Chart& chart, float x, TextStyle style, std::string_view text) {
  const Pen pen = chart.ui.pen();
  const float room = chart.columns.label_end - x, cy = chart.y + chart.columns.row / 2;
  if (pen.width(style, text) > room && chart.columns.row >= 40) {
    pen.paragraph(x, Pen::centred_baseline(cy - 9, 14), room, 18, style, text, 2);
    return;
  }
  pen.text_elided(x, Pen::centred_baseline(cy, 14), room, style, text);
}

void row_tooltip(const Chart& chart, const BreakdownRow& row) {
  const Pen pen = chart.ui.pen();
  const std::string amount = key_text(row.seconds, time_unit(row.seconds)) + ", " + percent_text(row.share) +
                             "\u202f% of the " + chart.shown.report.whole;
  std::vector<TipLine> lines{{pen.bold(), row.label}, {pen.ink(), amount}};
  for (const Term& term : chart.shown.report.terms)
    if (term.id == row.id && !term.assumptions.empty())
      lines.push_back({pen.ink2(), term.assumptions.front()});
  chart.ui.tooltip(lines);
}

bool has_expander(const Chart& chart, const BreakdownRow& row) {
  return !row.parts.empty() && !chart.ui.touch;
}

Box expander_box(const Chart& chart) {
  const float x = chart.columns.label_x - 11;
  return {x - 8, chart.y, x + 10, chart.y + chart.columns.row};
}

// Asked before the row that it lies on.
Hit hit_expander(const Chart& chart, const BreakdownRow& row) {
  if (!has_expander(chart, row)) return {};
  const Hit hit = chart.ui.hit("open." + row.id, expander_box(chart));
  if (hit.clicked) chart.state.toggle_open(row.id);
  return hit;
}

void draw_expander(const Chart& chart, const BreakdownRow& row, bool hovered) {
  if (!has_expander(chart, row)) return;
  const Pen pen = chart.ui.pen();
  const float x = expander_box(chart).x0 + 8, cy = expander_box(chart).cy();
  const ImU32 colour = hovered ? chart.ui.colour().ink : chart.ui.colour().ink3;
  if (chart.state.is_open(row.id)) pen.triangle_down(x, cy, colour);
  else pen.triangle_right(x, cy, colour);
}

void draw_row(Chart& chart, const BreakdownRow& row, double from, bool first_of_group) {
  const Pen pen = chart.ui.pen();
  const Columns& c = chart.columns;
  const bool pinned = chart.state.pinned == row.id;
  const float reach = chart.ui.touch ? 16 : 8;
  const Hit opener = hit_expander(chart, row);
  const Hit hit = chart.ui.hit("row." + row.id, {c.x0 - reach, chart.y, c.x1 + reach, chart.y + c.row});
  row_ground(chart.ui, {c.x0 - reach, chart.y, c.x1 + reach, chart.y + c.row}, pinned, hit.hovered);
  if (pinned || hit.hovered) draw_grid(chart, chart.y, chart.y + c.row);
  if (hit.clicked) chart.state.toggle_pin(row.id);
  if (pinned && chart.ui.touch && chart.state.reveal > 0) reveal({c.x0, chart.y, c.x1, chart.y + c.row});
  const float baseline = Pen::centred_baseline(chart.y + c.row / 2, 14);
  if (c.groups && first_of_group) pen.text(c.group_x, baseline, weak(chart), row.resource_label);
  const TextStyle plain = chart.shown.stale ? pen.ink3() : pen.ink();
  draw_label(chart, c.label_x, pinned ? pen.bold() : plain, row.label);
  draw_bar(chart, row.resource, from, row.seconds, 14, pinned || hit.hovered);
  draw_numbers(chart, row.seconds, row.share, pinned ? pen.bold() : plain, weak(chart));
  draw_expander(chart, row, opener.hovered);
  if (hit.hovered) {
    chart.state.pointed_next = row.resource;
    row_tooltip(chart, row);
  }
  chart.y += c.row;
}

void part_tooltip(const Chart& chart, const BreakdownRow::Part& part) {
  const Pen pen = chart.ui.pen();
  const std::string amount = key_text(part.seconds, time_unit(part.seconds)) + ", " +
                             percent_text(part.share) + "\u202f% of the " + chart.shown.report.whole;
  chart.ui.tooltip({{pen.bold(), part.label}, {pen.ink(), amount}});
}

void draw_parts(Chart& chart, const BreakdownRow& row, double from) {
  const Pen pen = chart.ui.pen();
  const Columns& c = chart.columns;
  for (const BreakdownRow::Part& part : row.parts) {
    const Box box{c.x0 - 8, chart.y, c.x1 + 8, chart.y + c.row};
    const Hit hit = chart.ui.hit("row." + part.id, box);
    const bool pinned = chart.state.pinned == part.id;
    row_ground(chart.ui, box, pinned, hit.hovered);
    if (pinned || hit.hovered) draw_grid(chart, chart.y, chart.y + c.row);
    if (hit.clicked) chart.state.toggle_pin(part.id);
    draw_label(chart, c.label_x + 14, pinned ? pen.bold() : weak(chart), part.label);
    draw_bar(chart, row.resource, from, part.seconds, 8, pinned || hit.hovered);
    draw_numbers(chart, part.seconds, part.share, pinned ? pen.bold() : weak(chart), pen.ink3());
    if (hit.hovered) {
      chart.state.pointed_next = row.resource;
      part_tooltip(chart, part);
    }
    from += part.seconds;
    chart.y += c.row;
  }
}

// From the end of a bar to the start of the next one.
void draw_connector(const Chart& chart, double at, float from_y) {
  const Pen pen = chart.ui.pen();
  pen.vline(chart.x(at) - pen.hairline(), from_y, chart.y + chart.columns.row / 2 + 7,
            chart.ui.colour().ink3);
}

void draw_total(Chart& chart) {
  const Pen pen = chart.ui.pen();
  const Columns& c = chart.columns;
  const Palette& colour = chart.ui.colour();
  const ExplainedReport& report = chart.shown.report;
  pen.hline(c.x0, c.x1, chart.y, colour.ink2);
  chart.y += 2;
  const float cy = chart.y + c.row / 2, baseline = Pen::centred_baseline(cy, 14);
  const Box row{c.x0 - 8, chart.y, c.x1 + 8, chart.y + c.row};
  const Hit hit = chart.ui.hit("row." + report.whole_id, row);
  row_ground(chart.ui, row, chart.state.pinned == report.whole_id, hit.hovered);
  if (hit.clicked) chart.state.toggle_pin(report.whole_id);
  pen.vline(c.chart_x0, chart.y, chart.y + c.row, colour.edge);
  const ImU32 ink = chart.shown.stale ? colour.ink3 : colour.ink2;
  const TextStyle total{Face::Bold, 14, chart.shown.stale ? colour.ink3 : colour.ink};
  pen.text(c.x0, baseline, total, report.whole_label);
  const float step_x = pen.snap(chart.x(report.step_seconds));
  pen.rect({c.chart_x0, cy - 5, step_x, cy + 5}, ink);
  if (report.step_high > 0) {
    const float low_x = pen.snap(chart.x(report.step_low));
    pen.rect({low_x - 1, cy - 5, low_x + 1, cy + 5}, colour.base);
    pen.hline(low_x + 1, step_x, cy, colour.base);
    pen.hline(step_x, c.at(1), cy, ink);
  }
  pen.text_right(c.first_x, baseline, total, column_text(report.step_seconds, chart.unit));
  if (c.second) pen.text_right(c.second_x, baseline, weak(chart), "100");
  chart.y += c.row;
}

// What the peak alone would take: a dotted line, named in the first row where the name lies on no bar.
void draw_peak(const Chart& chart, float y0, float y1) {
  const Pen pen = chart.ui.pen();
  const double peak = chart.shown.report.step_at_peak_seconds;
  if (!(peak > 0) || peak > chart.end) return;
  const float x = chart.x(peak);
  pen.dashed_vline(x, y0, y1, chart.ui.colour().ink, 2, 3);
  const std::string text = key_text(peak, chart.unit) + " at the peak";
  const float width = pen.width(pen.ink2(), text);
  if (x + 12 + width > chart.columns.chart_x1) return;
  for (const Box& bar : chart.bars) {
    if (bar.x0 < x + 16 + width && bar.x1 > x + 2) continue;
    const float cy = bar.cy();
    pen.rect({x + 6, cy - 9, x + 12 + width, cy + 9}, chart.ui.colour().base);
    pen.text(x + 9, Pen::centred_baseline(cy, 14), weak(chart), text);
    return;
  }
}

}  // namespace

float draw_breakdown(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  Chart chart = make_chart(ui, state, shown, area);
  const Pen pen = ui.pen();
  draw_head(chart);
  const float top = chart.y;
  const auto& rows = shown.report.breakdown;
  // The grid lies below the bars, so that the height must be known first.
  std::size_t count = rows.size();
  for (const BreakdownRow& row : rows)
    if (state.is_open(row.id)) count += row.parts.size();
  draw_grid(chart, top, top + chart.columns.row * static_cast<float>(count));
  double from = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool first = i == 0 || rows[i - 1].resource != rows[i].resource;
    if ((first || ui.touch) && i > 0)
      pen.hline(chart.columns.x0, chart.columns.x1, chart.y, ui.colour().rule);
    const float end_of_bar = chart.y + chart.columns.row / 2 - 7;
    draw_row(chart, rows[i], from, first);
    if (state.is_open(rows[i].id)) draw_parts(chart, rows[i], from);
    from += rows[i].seconds;
    if (i + 1 < rows.size()) draw_connector(chart, from, end_of_bar);
  }
  draw_total(chart);
  draw_peak(chart, top - 4, chart.y);
  pen.paragraph(area.x0, chart.y + 24, area.width(), 20, pen.ink3(),
                ui.touch ? "Widths are time on the slowest stage. A row explains itself."
                         : "A row opens into its operators. Widths are time on the slowest stage.");
  const float caption = ui.touch ? 44 : 24;
  return chart.y + 12 + caption;
}

}  // namespace trireme
