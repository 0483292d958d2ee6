// The step by resource, as rows of a phone; each opens into its causes.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "web/charts/axis.h"
#include "web/views/views.h"
#include "web/widgets/controls.h"

namespace trireme {
namespace {

constexpr float row_height = 46, cause_height = 44;

struct Lanes {
  float bar_x0, bar_x1, seconds_x, percent_x, arrow_x;
};

Lanes lanes_for(Box area) {
  Lanes lanes{};
  lanes.arrow_x = area.x1 - 5;
  lanes.percent_x = area.x1 - 20;
  lanes.seconds_x = area.x1 - 64;
  lanes.bar_x0 = area.x0 + 114;
  lanes.bar_x1 = std::max(lanes.bar_x0 + 8, lanes.seconds_x - 60);
  return lanes;
}

void draw_causes(const Ui& ui, ViewState& state, const Shown& shown, Resource resource, Box area, float& y) {
  const Pen pen = ui.pen();
  const Lanes lanes = lanes_for(area);
  const TimeUnit unit = time_unit(shown.report.step_seconds);
  for (const BreakdownRow& row : shown.report.breakdown) {
    if (row.resource != resource) continue;
    const Box box{area.x0 - 16, y, area.x1 + 16, y + cause_height};
    const Hit hit = ui.hit("cause." + row.id, box);
    const bool pinned = state.pinned == row.id;
    row_ground(ui, box, pinned, hit.held);
    if (pinned && state.reveal > 0) reveal(box);
    if (hit.clicked) state.toggle_pin(row.id);
    const float baseline = Pen::centred_baseline(box.cy(), 14);
    pen.text_elided(area.x0 + 22, baseline, lanes.seconds_x - 64 - area.x0 - 22,
                    pinned ? pen.bold() : pen.ink2(), row.label);
    pen.text_right(lanes.seconds_x, baseline, pen.ink2(), key_text(row.seconds, unit));
    pen.text_right(lanes.percent_x, baseline, pen.ink3(), whole_percent_text(row.share));
    y += cause_height;
  }
}

}  // namespace

float draw_resource_list(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  const Pen pen = ui.pen();
  const Lanes lanes = lanes_for(area);
  const TimeUnit unit = time_unit(shown.report.step_seconds);
  float y = area.y0;
  pen.hline(area.x0, area.x1, y, ui.colour().rule);
  for (const ResourceTotal& total : shown.report.resources) {
    const std::string id = "resource." + std::string(id_of(total.resource));
    const Box box{area.x0 - 16, y, area.x1 + 16, y + row_height};
    const Hit hit = ui.hit(id, box);
    if (hit.clicked) state.toggle_open(id);
    if (hit.held) row_ground(ui, box, false, true);
    const float baseline = Pen::centred_baseline(box.cy(), 14);
    const TextStyle plain = shown.stale ? pen.ink3() : pen.ink();
    pen.fill({area.x0, box.cy() - 6, area.x0 + 12, box.cy() + 6}, total.resource);
    pen.text(area.x0 + 22, baseline, plain, total.label);
    const Box bar{lanes.bar_x0, box.cy() - 6,
                  lanes.bar_x0 + (lanes.bar_x1 - lanes.bar_x0) * static_cast<float>(total.share),
                  box.cy() + 6};
    if (shown.stale) pen.soft(bar, total.resource);
    else pen.fill(bar, total.resource);
    pen.text_right(lanes.seconds_x, baseline, plain, key_text(total.seconds, unit));
    pen.text_right(lanes.percent_x, baseline, pen.ink2(), whole_percent_text(total.share));
    if (state.is_open(id)) pen.triangle_down(lanes.arrow_x - 1, box.cy(), ui.colour().ink3);
    else pen.triangle_right(lanes.arrow_x, box.cy(), ui.colour().ink3);
    y += row_height;
    if (state.is_open(id)) draw_causes(ui, state, shown, total.resource, area, y);
    pen.hline(area.x0, area.x1, y, ui.colour().rule);
  }
  return y;
}

}  // namespace trireme
