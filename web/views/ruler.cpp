// The step ruler: result, key and cross-highlight in one bar, under the verdict of every view.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <vector>

#include "web/charts/axis.h"
#include "web/views/views.h"
#include "web/widgets/controls.h"

namespace trireme {
namespace {

std::vector<TipLine> tip_of(const Ui& ui, const Report& report, const ResourceTotal& total) {
  const Pen pen = ui.pen();
  return {{pen.bold(), total.label},
          {pen.ink(), key_text(total.seconds, time_unit(total.seconds)) + ", " +
                          whole_percent_text(total.share) + " of the " + report.whole}};
}

double axis_end(const ExplainedReport& report) { return std::max(report.step_seconds, report.step_high); }

void draw_parts(const Ui& ui, ViewState& state, const Shown& shown, Box bar) {
  const Pen pen = ui.pen();
  const double end = axis_end(shown.report);
  const auto x_at = [&](double seconds) {
    return pen.snap(bar.x0 + bar.width() * static_cast<float>(seconds / end));
  };
  double at = 0;
  for (std::size_t i = 0; i < shown.report.resources.size(); ++i) {
    const ResourceTotal& total = shown.report.resources[i];
    const bool last = i + 1 == shown.report.resources.size();
    Box part{x_at(at), bar.y0, x_at(at + total.seconds), bar.y1};
    at += total.seconds;
    if (part.width() <= 0) continue;
    const Hit hit = ui.hit("ruler." + std::string(id_of(total.resource)), part, HitKind::Quiet);
    // Neighbours keep a pixel of ground between them.
    if (!last && part.width() > 2) part.x1 -= pen.hairline();
    const bool faint = shown.stale || (state.pointed && *state.pointed != total.resource);
    if (faint) pen.soft(part, total.resource);
    else pen.fill(part, total.resource);
    if (!hit.hovered) continue;
    state.pointed_next = total.resource;
    ui.tooltip(tip_of(ui, shown.report, total));
  }
}

// The upper half of the range beyond the bar; a dashed edge says that there is no range.
void draw_range(const Ui& ui, const Shown& shown, Box bar) {
  const Pen pen = ui.pen();
  const ExplainedReport& report = shown.report;
  const double end = axis_end(report);
  const float step_x = bar.x0 + bar.width() * static_cast<float>(report.step_seconds / end);
  if (report.step_high > 0) {
    const float cy = pen.snap(bar.cy());
    pen.hline(step_x + 2, bar.x1, cy, ui.colour().ink2);
    pen.vline(bar.x1 - pen.hairline(), cy - 5, cy + 6, ui.colour().ink2);
  } else {
    pen.dashed_vline(step_x, bar.y0 - 4, bar.y1 + 4, ui.colour().ink2, 3, 2);
  }
}

void draw_axis(const Ui& ui, const Shown& shown, Box bar) {
  const Pen pen = ui.pen();
  const ExplainedReport& report = shown.report;
  const double end = axis_end(report);
  const TimeUnit unit = time_unit(end);
  const auto x_at = [&](double seconds) { return bar.x0 + bar.width() * static_cast<float>(seconds / end); };
  std::vector<Box> taken;
  // Earlier ones win where labels would touch.
  const auto place = [&](float x, const std::string& text) {
    const float width = pen.width(pen.ink3(), text);
    const float left = std::clamp(x - width / 2, bar.x0, bar.x1 - width);
    for (const Box& box : taken)
      if (left < box.x1 + 7 && left + width > box.x0 - 7) return;
    taken.push_back({left, 0, left + width, 0});
    pen.vline(std::min(x, bar.x1 - pen.hairline()), bar.y1 + 2, bar.y1 + 6, ui.colour().ink2);
    pen.text(left, bar.y1 + 20, pen.ink3(), text);
  };
  place(bar.x0, std::string("0 ") + unit.symbol);
  if (report.step_high > 0) place(bar.x1, "P90");
  if (report.step_low > 0) place(x_at(report.step_low), "P10");
  const double step = tick_step(end / unit.seconds, std::clamp(static_cast<int>(bar.width() / 70), 2, 8));
  for (double tick = step; step > 0 && tick <= end / unit.seconds; tick += step)
    place(x_at(tick * unit.seconds), tick_text(tick, step));
}

float key_width(const Pen& pen, std::string_view label, std::string_view value) {
  return 16 + pen.width(pen.ink(), label) + 8 + pen.width(pen.ink2(), value);
}

std::size_t columns_of(std::size_t count, float width) {
  const auto most = static_cast<std::size_t>(std::max(1.0f, width / 150));
  const std::size_t rows = (count + most - 1) / most;
  return (count + rows - 1) / rows;
}

}  // namespace

float draw_ruler(const Ui& ui, ViewState& state, const Shown& shown, Box area, float height, bool axis) {
  if (!shown.report.ok || !(axis_end(shown.report) > 0)) return area.y0;
  const Box bar{area.x0, area.y0, area.x1, area.y0 + height};
  draw_parts(ui, state, shown, bar);
  draw_range(ui, shown, bar);
  if (!axis) return bar.y1;
  draw_axis(ui, shown, bar);
  return bar.y1 + 24;
}

float draw_key(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  const Pen pen = ui.pen();
  const auto& totals = shown.report.resources;
  if (totals.empty()) return area.y0;
  const TimeUnit unit = time_unit(shown.report.step_seconds);
  float sum = 0;
  for (const ResourceTotal& total : totals) sum += key_width(pen, total.label, key_text(total.seconds, unit));
  const float spread = totals.size() > 1 ? (area.width() - sum) / static_cast<float>(totals.size() - 1) : 0;
  const bool one_row = spread >= 14;
  // Otherwise in columns, in rows of nearly the same length.
  const std::size_t columns = one_row ? totals.size() : columns_of(totals.size(), area.width());
  float x = area.x0, y = area.y0;
  for (std::size_t i = 0; i < totals.size(); ++i) {
    const ResourceTotal& total = totals[i];
    const std::string value = key_text(total.seconds, unit);
    const float width = key_width(pen, total.label, value);
    if (!one_row) {
      x = area.x0 + area.width() / static_cast<float>(columns) * static_cast<float>(i % columns);
      if (i > 0 && i % columns == 0) y += 22;
    }
    const Box item{x - 4, y, x + width + 4, y + 20};
    const Hit hit = ui.hit("key." + std::string(id_of(total.resource)), item, HitKind::Quiet);
    if (hit.hovered) {
      state.pointed_next = total.resource;
      ui.tooltip(tip_of(ui, shown.report, total));
    }
    const float baseline = Pen::centred_baseline(y + 10, 14);
    pen.fill({x, baseline - 10, x + 10, baseline}, total.resource);
    const float label = pen.text(x + 16, baseline, shown.stale ? pen.ink3() : pen.ink(), total.label);
    pen.text(x + 24 + label, baseline, shown.stale ? pen.ink3() : pen.ink2(), value);
    x += width + spread;
  }
  return y + 20;
}

}  // namespace trireme
