// One step as lanes of pipeline stages, with what is left out of a long schedule marked as a break.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/number_text.h"
#include "web/charts/axis.h"
#include "web/charts/legend.h"
#include "web/views/views.h"
#include "web/widgets/controls.h"

namespace trireme {
namespace {

constexpr std::string_view bubble = "breakdown.pipeline_bubble";

// Room of a lane for what its links send, below its blocks: the scale-up link above the scale-out link.
constexpr float links_height = 8, links_room = 16;

struct Chart {
  const Ui& ui;
  ViewState& state;
  const Timeline& t;
  Box box;          // of all lanes
  float lane = 0;   // distance of two
  float gap = 0;    // width of the break
  float scale = 0;  // pixels a second
  bool links = false;
  TimeUnit unit;

  [[nodiscard]] float x(double seconds) const {
    const float at = box.x0 + scale * static_cast<float>(seconds);
    return seconds < t.cut ? at : at + gap;
  }
  [[nodiscard]] Box lane_box(std::size_t stage) const {
    const float y = box.y0 + lane * static_cast<float>(stage);
    return {box.x0, y, x(t.shown), y + lane - (links ? links_room : lane > 14 ? 6.0f : 1.0f)};
  }
};

bool sends(const Timeline& t, double LinkSeconds::*link) {
  for (const TimelineStage& s : t.stages)
    if (s.forward_links.*link + s.backward_links.*link > 0) return true;
  return false;
}

Chart make_chart(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  const Timeline& t = shown.report.timeline;
  const auto stages = static_cast<float>(t.stages.size());
  const Pen pen = ui.pen();
  const float names = pen.width(pen.ink(), ui.touch ? "00" : "Stage 00") + 10;
  Chart chart{ui, state, t, {area.x0 + names, area.y0 + 60, area.x1 - 52, 0}};
  chart.links = sends(t, &LinkSeconds::scale_up) || sends(t, &LinkSeconds::scale_out);
  const float most = (ui.touch ? 26.0f : 32.0f) + (chart.links ? 10.0f : 0.0f);
  chart.lane = std::clamp((ui.touch ? 336.0f : 480.0f) / stages, 5.0f, most);
  if (chart.lane < 20 + links_room - 6) chart.links = false;
  chart.box.y1 = chart.box.y0 + chart.lane * stages;
  chart.gap = t.elided > 0 ? 18.0f : 0.0f;
  chart.scale = (chart.box.width() - chart.gap) / static_cast<float>(t.shown + t.tail_seconds());
  chart.unit = time_unit(t.pipeline + t.tail_seconds());
  return chart;
}

ImU32 colour_of(const Palette& c, const ScheduleBlock& block, std::int64_t chunks) {
  const auto compute = static_cast<std::size_t>(Resource::Compute);
  // Later chunks are paler.
  const float pale = chunks > 1 ? 0.45f * static_cast<float>(block.chunk) / static_cast<float>(chunks) : 0;
  switch (block.kind) {
    case BlockKind::Forward: return mix(c.soft[compute], c.base, pale);
    case BlockKind::Backward: return mix(c.fill[compute], c.base, pale);
    case BlockKind::WeightGradient: return mix(c.fill[compute], c.ink, 0.5f);
  }
  return c.ink;
}

void draw_axis(const Chart& chart) {
  const Pen pen = chart.ui.pen();
  const Timeline& t = chart.t;
  const double seconds = chart.unit.seconds, end = t.shown + t.tail_seconds();
  const int most = std::max(1, static_cast<int>(chart.box.width() / 76));
  const double step = tick_step(end / seconds, most);
  if (!(step > 0)) return;
  const auto tick = [&](double value, double drawn_at) {
    const float x = chart.x(drawn_at);
    const std::string text =
        tick_text(value, step) + (value == 0 ? std::string(" ") + chart.unit.symbol : "");
    pen.vline(x, chart.box.y0 - 6, chart.box.y1, chart.ui.colour().grid);
    pen.text_centred(x, chart.box.y0 - 12, pen.ink3(), text);
  };
  const double before = t.elided > 0 ? t.cut : end;
  const float room = 30 / chart.scale;  // of a number beside the break
  for (double value = 0; value * seconds <= before + 1e-12 - (t.elided > 0 ? room : 0); value += step)
    tick(value, value * seconds);
  if (t.elided == 0) return;
  const double offset = t.elided_seconds / seconds;
  const double first = std::ceil((t.cut + room) / seconds / step + offset / step) * step;
  for (double value = first; (value - offset) * seconds <= end; value += step)
    tick(value, (value - offset) * seconds);
}

std::string block_words(const Chart& chart, const ScheduleBlock& block) {
  const Timeline& t = chart.t;
  const bool later = t.elided > 0 && block.start >= t.cut;
  std::string text =
      "micro-batch " + grouped(static_cast<double>(block.micro_batch + 1 + (later ? t.elided : 0)));
  if (t.chunks > 1) text += ", chunk " + std::to_string(block.chunk + 1);
  constexpr const char* kinds[] = {"Forward of ", "Backward of ", "Weight gradients of "};
  return kinds[static_cast<int>(block.kind)] + text;
}

// What a block's pass sends; a chunk sends its share.
LinkSeconds links_of(const Timeline& t, const ScheduleBlock& block) {
  if (block.kind == BlockKind::WeightGradient) return {};
  const TimelineStage& s = t.stages[static_cast<std::size_t>(block.stage)];
  const LinkSeconds& all = block.kind == BlockKind::Forward ? s.forward_links : s.backward_links;
  return {all.scale_up / static_cast<double>(t.chunks), all.scale_out / static_cast<double>(t.chunks)};
}

// Sums at the end of the block; inside of it they come layer by layer. What is narrower than a pixel waits in
// `owed` until the blocks after it make one.
void draw_links(const Chart& chart, const ScheduleBlock& block, float y, std::array<float, 2>& owed) {
  const Palette& c = chart.ui.colour();
  const LinkSeconds links = links_of(chart.t, block);
  const float end = chart.x(block.end);
  const auto bar = [&](double seconds, float top, Resource resource, float& width) {
    width += chart.scale * static_cast<float>(seconds);
    if (width < chart.ui.pen().hairline()) return;
    chart.ui.pen().rect({end - width, top, end, top + links_height / 2 - 0.5f},
                        c.fill[static_cast<std::size_t>(resource)]);
    width = 0;
  };
  bar(links.scale_up, y, Resource::ScaleUp, owed[0]);
  bar(links.scale_out, y + links_height / 2 + 0.5f, Resource::ScaleOut, owed[1]);
}

void lane_tooltip(const Chart& chart, std::size_t stage, const ScheduleBlock* block) {
  const Pen pen = chart.ui.pen();
  const Timeline& t = chart.t;
  const TimelineStage& s = t.stages[stage];
  std::vector<TipLine> lines{{pen.bold(), "Stage " + std::to_string(stage)}};
  if (block != nullptr) {
    const double start = block->start + (block->start >= t.cut ? t.elided_seconds : 0);
    lines.push_back({pen.ink(), block_words(chart, *block)});
    lines.push_back({pen.ink(), duration_text(block->end - block->start) + " from " + duration_text(start)});
    const LinkSeconds links = links_of(t, *block);
    for (const auto& [seconds, name] :
         {std::pair(links.scale_up, &t.scale_up), std::pair(links.scale_out, &t.scale_out)})
      if (seconds > 0) lines.push_back({pen.ink(), duration_text(seconds) + " of it exposed on " + *name});
  } else {
    lines.push_back({pen.ink(), "waits"});
  }
  lines.push_back({pen.ink2(), grouped(static_cast<double>(s.layers)) + " layers; waits " +
                                   percent_text(s.waits / t.pipeline) + "\u202f% of the pipeline"});
  chart.ui.tooltip(lines);
}

// `begin` is the lane's first block; returns the next lane's.
std::size_t draw_lane(Chart& chart, std::size_t stage, std::size_t begin) {
  const Pen pen = chart.ui.pen();
  const Palette& c = chart.ui.colour();
  const Timeline& t = chart.t;
  const Box lane = chart.lane_box(stage);
  const auto index = static_cast<std::int32_t>(stage);
  std::size_t end = begin;
  while (end < t.blocks.size() && t.blocks[end].stage == index) ++end;
  const Hit hit = chart.ui.hit("stage." + std::to_string(stage), lane);
  if (hit.clicked) chart.state.toggle_pin(bubble);
  pen.fill(lane, Resource::Bubble);
  const float pointer = ImGui::GetMousePos().x;
  const ScheduleBlock* pointed = nullptr;
  float drawn_to = lane.x0 - 1;
  std::array<float, 2> owed{};
  for (std::size_t i = begin; i < end; ++i) {
    const ScheduleBlock& block = t.blocks[i];
    const float x0 = chart.x(block.start), x1 = chart.x(block.end);
    if (hit.hovered && pointer >= x0 && pointer < x1) pointed = &block;
    if (chart.links) draw_links(chart, block, lane.y1 + 2, owed);
    // What is narrower than a pixel and lies on one that is drawn adds nothing.
    if (x1 < drawn_to + 0.5f) continue;
    drawn_to = x1;
    const bool separate = x1 - x0 > 3.5f;
    pen.rect({x0, lane.y0, separate ? x1 - pen.hairline() : x1, lane.y1}, colour_of(c, block, t.chunks));
    if (lane.height() < 17 || x1 - x0 < 13) continue;
    if (t.elided > 0 && block.start < t.cut && block.end > t.cut) continue;  // the break lies on it
    const bool later = t.elided > 0 && block.start >= t.cut;
    const std::string number = std::to_string(block.micro_batch + 1 + (later ? t.elided : 0));
    TextStyle style = pen.ink();
    if (block.kind == BlockKind::Backward)
      style.colour = c.label[static_cast<std::size_t>(Resource::Compute)];
    if (block.kind == BlockKind::WeightGradient) style.colour = c.base;
    if (pen.width(style, number) < x1 - x0 - 3)
      pen.text_centred((x0 + x1) / 2, Pen::centred_baseline(lane.cy(), 14), style, number);
  }
  if (hit.hovered) lane_tooltip(chart, stage, pointed);
  return end;
}

// Names and idle shares of the lanes, of every n-th where they are low.
void draw_lane_names(const Chart& chart, Box area, bool stale) {
  const Pen pen = chart.ui.pen();
  const auto every = static_cast<std::size_t>(std::ceil(19 / chart.lane));
  for (std::size_t stage = 0; stage < chart.t.stages.size(); stage += every) {
    const float baseline = Pen::centred_baseline(chart.lane_box(stage).cy(), 14);
    const std::string name = (chart.ui.touch ? "" : "Stage ") + std::to_string(stage);
    pen.text(area.x0, baseline, stale ? pen.ink3() : pen.ink(), name);
    pen.text_right(area.x1, baseline, stale ? pen.ink3() : pen.ink2(),
                   percent_text(chart.t.stages[stage].waits / chart.t.pipeline));
  }
  pen.text_right(area.x1, chart.box.y0 - 12, pen.ink3(), "waits,\u202f%");
}

void draw_break(const Chart& chart) {
  if (chart.t.elided == 0) return;
  const Pen pen = chart.ui.pen();
  const Palette& c = chart.ui.colour();
  const float x0 = chart.box.x0 + chart.scale * static_cast<float>(chart.t.cut), x1 = x0 + chart.gap;
  pen.rect({x0, chart.box.y0 - 4, x1, chart.box.y1 + 4}, c.base);
  for (const float x : {x0 + 4, x1 - 4})
    for (float y = chart.box.y0 - 4; y < chart.box.y1 + 2; y += 8) {
      const float end = std::min(y + 4, chart.box.y1 + 4);
      pen.line(x - 2, y, x + 2, end, c.ink2, 1);
      pen.line(x + 2, end, x - 2, std::min(y + 8, chart.box.y1 + 4), c.ink2, 1);
    }
  const std::string words = grouped(static_cast<double>(chart.t.elided)) + " micro-batches, " +
                            key_text(chart.t.elided_seconds, time_unit(chart.t.elided_seconds)) + " more";
  pen.text_centred(std::clamp((x0 + x1) / 2, chart.box.x0 + 90, chart.box.x1 - 90), chart.box.y0 - 34,
                   pen.bold(), words);
}

void draw_tail(Chart& chart) {
  const Pen pen = chart.ui.pen();
  double at = chart.t.shown;
  for (const TimelineTail& part : chart.t.tail) {
    const Box box{chart.x(at), chart.box.y0, std::max(chart.x(at + part.seconds), chart.x(at) + 2),
                  chart.lane_box(chart.t.stages.size() - 1).y1};
    at += part.seconds;
    const Hit hit = chart.ui.hit("tail." + part.id, box);
    if (hit.clicked) chart.state.toggle_pin(part.id);
    if (chart.state.pinned == part.id || !chart.state.pointed || *chart.state.pointed == part.resource)
      pen.fill(box, part.resource);
    else pen.soft(box, part.resource);
    if (!hit.hovered) continue;
    chart.state.pointed_next = part.resource;
    chart.ui.tooltip({{pen.bold(), part.label}, {pen.ink(), duration_text(part.seconds)}});
  }
}

float draw_legend(const Chart& chart, Box area) {
  const Pen pen = chart.ui.pen();
  const Palette& c = chart.ui.colour();
  Legend legend(chart.ui, area);
  bool weights = false;
  for (const ScheduleBlock& block : chart.t.blocks)
    weights = weights || block.kind == BlockKind::WeightGradient;
  const auto pass = [&](std::string_view words, BlockKind kind) {
    const Box sign = legend.item(words);
    pen.rect(sign, colour_of(c, {0, 0, 0, kind}, 1));
    pen.frame(sign, c.fill[static_cast<std::size_t>(Resource::Compute)]);
  };
  pass("forward", BlockKind::Forward);
  pass("backward", BlockKind::Backward);
  if (weights) pass("weight gradients", BlockKind::WeightGradient);
  if (chart.t.stages.size() > 1) pen.fill(legend.item("waits"), Resource::Bubble);
  const auto link = [&](const std::string& name, double LinkSeconds::*of, Resource resource, float lower) {
    if (!chart.links || !sends(chart.t, of)) return;
    const Box sign = legend.item(name + ", exposed");
    pen.rect({sign.x0, sign.y0 + 1 + lower, sign.x1, sign.y0 + 4.5f + lower},
             c.fill[static_cast<std::size_t>(resource)]);
  };
  link(chart.t.scale_up, &LinkSeconds::scale_up, Resource::ScaleUp, 0);
  link(chart.t.scale_out, &LinkSeconds::scale_out, Resource::ScaleOut, 4.5f);
  for (const TimelineTail& part : chart.t.tail)
    pen.fill(legend.item(part.label + ", " + key_text(part.seconds, time_unit(part.seconds))), part.resource);
  return legend.end() - 4;
}

std::string summary(const Timeline& t) {
  const auto stages = static_cast<double>(t.stages.size());
  std::string text = grouped(static_cast<double>(t.micro_batches)) +
                     (t.micro_batches == 1 ? " micro-batch" : " micro-batches");
  if (t.stages.size() == 1) return text + ", no pipeline";
  text += " through " + grouped(stages) + " stages";
  if (t.chunks > 1) text += " of " + grouped(static_cast<double>(t.chunks)) + " chunks";
  return text + ", " + t.schedule + ": " + duration_text(t.pipeline);
}

}  // namespace

float draw_timeline(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  const Pen pen = ui.pen();
  const Timeline& t = shown.report.timeline;
  float y = area.y0;
  y += 20 * static_cast<float>(pen.paragraph(area.x0, y + 15, area.width(), 20,
                                             shown.stale ? pen.ink3() : pen.bold(), summary(t)));
  bool links = false;
  if (!t.blocks.empty()) {
    Chart chart = make_chart(ui, state, shown, {area.x0, y, area.x1, 0});
    links = chart.links;
    draw_axis(chart);
    std::size_t next = 0;
    for (std::size_t stage = 0; stage < t.stages.size(); ++stage) next = draw_lane(chart, stage, next);
    draw_tail(chart);
    draw_break(chart);
    draw_lane_names(chart, area, shown.stale);
    y = draw_legend(chart, {area.x0, chart.box.y1 + 22, area.x1, 0});
  }
  std::string words = t.note.empty() ? "" : t.note + " ";
  if (!t.blocks.empty()) {
    words += "Numbers are micro-batches. Exposed communication is part of the blocks";
    words += links ? "; the sum of each is drawn below its end." : ".";
  }
  if (t.chunks > 1) words += " Later chunks are paler.";
  const float width = std::min(area.width(), 860.0f);
  return y + 12 + 20 * static_cast<float>(pen.paragraph(area.x0, y + 15, width, 20, pen.ink3(), words));
}

}  // namespace trireme
