// Operators under the roofs of the accelerator, and the same as rows.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "web/charts/axis.h"
#include "web/charts/legend.h"
#include "web/charts/log_plot.h"
#include "web/views/views.h"
#include "web/widgets/controls.h"

namespace trireme {
namespace {

constexpr double tera = 1e12;

// A mark of the plot: an operator, or the element-wise ones, which all lie on one point.
struct Mark {
  const RooflineDot* dot = nullptr;
  std::string label, term;
  double share = 0, seconds = 0;
  float x = 0, y = 0, radius = 0;
  int operators = 1;
};

struct Plot : LogPlot {
  const Ui& ui;
  ViewState& state;
  const RooflineReport& roofline;
  std::vector<Box> taken;   // by text
  std::vector<Mark> marks;  // largest first
};

Plot make_plot(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  const RooflineReport& r = shown.report.roofline;
  double left = 1, right = 1000, low = 1e30, high = 0;
  for (const RooflineDot& dot : r.dots) {
    left = std::min(left, dot.intensity());
    right = std::max(right, dot.intensity());
    low = std::min(low, dot.rate());
  }
  for (const RooflineCeiling& c : r.ceilings) {
    high = std::max(high, c.peak);
    right = std::max(right, 4 * c.peak / r.hbm);
  }
  const Box box{area.x0 + 46, area.y0 + 34, area.x1 - 8, area.y0 + (ui.touch ? 330.0f : 420.0f)};
  return {{box, 0.4 * left, right * 1.6, 0.4 * std::min(low, high / 10), 1.5 * high}, ui, state, r, {}, {}};
}

// From where the slope of `rate` enters the plot up to `flops`.
void draw_slope(const Plot& plot, double rate, double flops, bool sustained) {
  const Pen pen = plot.ui.pen();
  const double start = std::max(plot.left, plot.low / rate);
  const float x0 = plot.x(start), y0 = plot.y(start * rate), x1 = plot.x(flops / rate), y1 = plot.y(flops);
  if (sustained) pen.dashed_line(x0, y0, x1, y1, plot.ui.colour().ink3, 1, 5, 4);
  else pen.line(x0, y0, x1, y1, plot.ui.colour().ink, 2);
}

// Writes where no other text is; returns whether there was room.
bool place_text(Plot& plot, float x, float baseline, TextStyle style, std::string_view text) {
  const Pen pen = plot.ui.pen();
  const Box box{x - 3, baseline - 14, x + pen.width(style, text) + 3, baseline + 5};
  if (box.x0 < plot.box.x0 || box.x1 > plot.box.x1 + 6 || box.y0 < plot.box.y0 - 14 || box.y1 > plot.box.y1)
    return false;
  for (const Box& other : plot.taken)
    if (touches(box, other)) return false;
  plot.taken.push_back(box);
  pen.rect(box, plot.ui.colour().base);
  pen.text(x, baseline, style, text);
  return true;
}

void draw_roofs(Plot& plot) {
  const Pen pen = plot.ui.pen();
  const Palette& c = plot.ui.colour();
  const RooflineReport& r = plot.roofline;
  if (r.ceilings.empty()) return;
  for (const RooflineCeiling& ceiling : r.ceilings) {
    pen.hline(plot.x(ceiling.peak / r.hbm), plot.box.x1, plot.y(ceiling.peak) - 1, c.ink, 2);
    pen.dashed_hline(plot.x(ceiling.sustained / r.hbm_sustained), plot.box.x1, plot.y(ceiling.sustained),
                     c.ink3, 5, 4);
  }
  draw_slope(plot, r.hbm, r.ceilings.front().peak, false);
  draw_slope(plot, r.hbm_sustained, r.ceilings.front().sustained, true);
  // No operator can lie left of a ridge, above the slope.
  for (const RooflineCeiling& ceiling : r.ceilings) {
    const std::string text = ceiling.label + " dense " + significant(ceiling.peak / tera, 4);
    const float x = plot.x(ceiling.peak / r.hbm) - 8 - pen.width(pen.bold(), text);
    place_text(plot, x, plot.y(ceiling.peak) - 3, pen.bold(), text);
  }
  const double at =
      plot.left * std::pow(r.ceilings.back().peak / r.hbm / plot.left, plot.ui.touch ? 0.65 : 0.5);
  const std::string hbm = "HBM " + significant(r.hbm / 1e12) + "\u202fTB/s";
  const float x = plot.x(at) - pen.width(pen.bold(), hbm) - 10;
  place_text(plot, std::max(x, plot.box.x0 + 4), plot.y(at * r.hbm) - 4, pen.bold(), hbm);
}

void collect_marks(Plot& plot) {
  const float scale = plot.ui.touch ? 26 : 36;
  for (const RooflineDot& dot : plot.roofline.dots) {
    Mark mark{&dot, dot.label, dot.term, dot.share, dot.seconds};
    mark.x = plot.x(dot.intensity());
    mark.y = plot.y(dot.rate());
    bool joined = false;
    for (Mark& other : plot.marks) {
      if (dot.counted || other.dot->counted || std::abs(mark.y - other.y) > 6) continue;
      other.share += mark.share;
      other.seconds += mark.seconds;
      ++other.operators;
      joined = true;
      break;
    }
    if (!joined) plot.marks.push_back(std::move(mark));
  }
  std::vector<Mark> sorted;
  for (Mark& mark : plot.marks) {
    mark.radius = std::max(3.0f, scale * static_cast<float>(std::sqrt(mark.share)));
    if (mark.operators > 1) {
      mark.label = "Element-wise, " + grouped(mark.operators) + " operators";
      mark.term = "breakdown." + std::string(id_of(Cause::Elementwise));
    }
    const auto larger = [](const Mark& a, const Mark& b) { return a.share > b.share; };
    sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), mark, larger), std::move(mark));
  }
  plot.marks = std::move(sorted);
}

void mark_tooltip(const Plot& plot, const Mark& mark) {
  const Pen pen = plot.ui.pen();
  const RooflineDot& dot = *mark.dot;
  std::vector<TipLine> lines{{pen.bold(), mark.label}};
  if (mark.operators == 1)
    lines.push_back({pen.ink2(), dot.shape + (dot.format.empty() ? "" : ", " + dot.format)});
  lines.push_back({pen.ink(), key_text(mark.seconds, time_unit(mark.seconds)) + ", " +
                                  percent_text(mark.share) + "\u202f% of the step"});
  if (mark.operators == 1)
    lines.push_back({pen.ink(), significant(dot.runs) + " runs of " + duration_text(dot.once)});
  lines.push_back(
      {pen.ink(), significant(dot.rate() / tera) + " of " + significant(dot.roof / tera) + "\u202fTFLOP/s"});
  lines.push_back({pen.ink(), significant(dot.intensity()) + " FLOP per byte of HBM"});
  plot.ui.tooltip(lines);
}

// A mark whose shape says what binds it, as its colour does.
void draw_sign(const Pen& pen, float x, float y, float radius, Resource resource, ImU32 colour) {
  const auto draw = [&](float r, ImU32 ink) {
    if (resource == Resource::Compute) return pen.disc(x, y, r, ink);
    const float half = r * 0.886f;  // of a square of the same area
    pen.rect({x - half, y - half, x + half, y + half}, ink);
  };
  draw(radius + 1, pen.colour().base);
  draw(radius, colour);
}

void draw_mark(const Plot& plot, const Mark& mark, bool faint) {
  const Palette& c = plot.ui.colour();
  const auto resource = static_cast<std::size_t>(mark.dot->resource);
  draw_sign(plot.ui.pen(), mark.x, mark.y, mark.radius, mark.dot->resource,
            faint ? c.soft[resource] : c.fill[resource]);
}

// The way up to the roof, with its factor.
void draw_drop(Plot& plot, const Mark& mark) {
  const Pen pen = plot.ui.pen();
  const Palette& c = plot.ui.colour();
  const float top = plot.y(mark.dot->roof);
  pen.dashed_vline(mark.x, top, mark.y - mark.radius, c.ink, 2, 3);
  pen.circle(mark.x, mark.y, mark.radius + 3, c.ink);
  const std::string text = "\u00d7" + significant(1 / mark.dot->of_roof(), 2);
  const float baseline = (top + mark.y - mark.radius) / 2 + 5;
  if (!place_text(plot, mark.x - 8 - pen.width(pen.bold(), text), baseline, pen.bold(), text))
    place_text(plot, mark.x + 8, baseline, pen.bold(), text);
}

bool is_free(const Plot& plot, const Box& box) {
  for (const Mark& mark : plot.marks)
    if (touches(box, Box{mark.x, mark.y, mark.x, mark.y}.grown(mark.radius, mark.radius))) return false;
  for (const RooflineCeiling& c : plot.roofline.ceilings)
    if (box.y0 < plot.y(c.peak) + 2 && plot.y(c.peak) - 2 < box.y1) return false;
  return true;
}

// Where the slope has come to at this height: left of it, text would lie on it.
float slope_x(const Plot& plot, float y) {
  const double flops = plot.low * std::pow(plot.high / plot.low, (plot.box.y1 - y) / plot.box.height());
  return plot.x(flops / plot.roofline.hbm_sustained) + 10;
}

// The largest: beside them where there is room, else below all of them at the end of a line. From left to
// right the lines end lower and lower, so that none crosses a name.
void draw_names(Plot& plot) {
  const Pen pen = plot.ui.pen();
  std::vector<const Mark*> left_over;
  float lowest = plot.box.y0;
  for (const Mark& mark : plot.marks)
    if (mark.dot->counted) lowest = std::max(lowest, mark.y + mark.radius);
  const std::size_t names = plot.ui.touch ? 4 : 7;
  for (std::size_t i = 0; i < plot.marks.size() && i < names; ++i) {
    const Mark& mark = plot.marks[i];
    const float width = pen.width(pen.ink(), mark.label), gap = mark.radius + 6;
    bool named = false;
    for (const float x : {mark.x + gap, mark.x - gap - width}) {
      named = is_free(plot, {x - 5, mark.y - 12, x + width + 5, mark.y + 12}) &&
              (x > mark.x || !mark.dot->counted || x > plot.x(mark.dot->rate() / plot.roofline.hbm)) &&
              place_text(plot, x, mark.y + 5, pen.ink(), mark.label);
      if (named) break;
    }
    if (named || !mark.dot->counted) continue;
    const auto before = [](const Mark* a, const Mark* b) { return a->x < b->x; };
    left_over.insert(std::upper_bound(left_over.begin(), left_over.end(), &mark, before), &mark);
  }
  float next = lowest + 30;
  for (const Mark* mark : left_over) {
    const float x = mark->x - pen.width(pen.ink(), mark->label) - 6;
    float y = next;
    while (y < plot.box.y1 && x < slope_x(plot, y - 14)) y += 20;
    if (!place_text(plot, x, y, pen.ink(), mark->label)) continue;
    pen.vline(mark->x, mark->y + mark->radius + 1, y + 3, plot.ui.colour().edge);
    next = y + 20;
  }
}

void draw_marks(Plot& plot, bool stale) {
  const Mark* pointed = nullptr;
  // Small ones may lie on large ones and are asked first.
  for (std::size_t i = plot.marks.size(); i-- > 0;) {
    const Mark& mark = plot.marks[i];
    const float reach = std::max(mark.radius, plot.ui.touch ? 14.0f : 6.0f);
    const Hit hit =
        plot.ui.hit("dot." + mark.dot->id, {mark.x - reach, mark.y - reach, mark.x + reach, mark.y + reach},
                    HitKind::Quiet);
    if (hit.clicked) plot.state.toggle_pin(mark.term);
    if (hit.hovered) pointed = &mark;
  }
  for (const Mark& mark : plot.marks)
    draw_mark(plot, mark, stale || (plot.state.pointed && *plot.state.pointed != mark.dot->resource));
  for (const Mark& mark : plot.marks)
    if (&mark == pointed || (pointed == nullptr && plot.state.pinned == mark.term)) {
      draw_drop(plot, mark);
      break;
    }
  if (pointed != nullptr) mark_tooltip(plot, *pointed);
  draw_names(plot);
}

float draw_legend(const Ui& ui, Box area) {
  const Pen pen = ui.pen();
  const Palette& c = ui.colour();
  Legend legend(ui, area);
  for (const Resource resource : {Resource::Compute, Resource::Hbm}) {
    const Box sign = legend.item(resource == Resource::Compute ? "bound by compute" : "bound by HBM", 10);
    draw_sign(pen, sign.cx(), sign.cy(), 5, resource, c.fill[static_cast<std::size_t>(resource)]);
  }
  const Box peak = legend.item("peak", 22);
  pen.hline(peak.x0, peak.x1, peak.cy() - 1, c.ink, 2);
  const Box sustained = legend.item("what large work sustains", 22);
  pen.dashed_hline(sustained.x0, sustained.x1, sustained.cy(), c.ink3, 5, 4);
  return legend.end();
}

struct Rows {
  float x0, x1, shape, intensity, rate, roof, time, share;  // right ends of columns; shape its left end
  bool wide;
};

Rows rows_of(const Pen& pen, const RooflineReport& roofline, Box area, bool touch) {
  float label = 0;
  for (const RooflineDot& dot : roofline.dots) label = std::max(label, pen.width(pen.bold(), dot.label));
  Rows rows{area.x0, area.x1, 0, 0, 0, 0, 0, area.x1, !touch && area.width() > 900};
  rows.time = rows.share - 56;
  rows.roof = rows.time - 72;
  rows.rate = rows.roof - 84;
  rows.intensity = rows.rate - 84;
  rows.shape = area.x0 + 20 + label + 20;
  if (touch) rows.roof = rows.share - 56;
  return rows;
}

float draw_rows(Plot& plot, const ExplainedReport& report, Box area, bool stale) {
  const Ui& ui = plot.ui;
  const Pen pen = ui.pen();
  const bool touch = ui.touch;
  const Rows rows = rows_of(pen, plot.roofline, area, touch);
  const TimeUnit unit = time_unit(report.step_seconds);
  const TextStyle plain = stale ? pen.ink3() : pen.ink(), weak = stale ? pen.ink3() : pen.ink2();
  float y = area.y0;
  pen.text(rows.x0 + (touch ? 0 : 20), y + 15, pen.ink3(), "Operator");
  if (rows.wide) pen.text(rows.shape, y + 15, pen.ink3(), "m \u00d7 n \u00d7 k, or what moves");
  if (!touch) {
    if (rows.wide) pen.text_right(rows.intensity, y + 15, pen.ink3(), "FLOP/byte");
    pen.text_right(rows.rate, y + 15, pen.ink3(), "TFLOP/s");
    pen.text_right(rows.time, y + 15, pen.ink3(), unit.name);
  }
  pen.text_right(rows.roof, y + 15, pen.ink3(), "% of roof");
  pen.text_right(rows.share, y + 15, pen.ink3(), "%");
  y += 24;
  const float height = touch ? 48 : 26;
  for (const RooflineDot& dot : plot.roofline.dots) {
    const Box box{rows.x0 - (touch ? 16.0f : 8.0f), y, rows.x1 + (touch ? 16.0f : 8.0f), y + height};
    const bool pinned = plot.state.pinned == dot.term;
    const Hit hit = ui.hit("roofline." + dot.id, box);
    row_ground(ui, box, pinned, hit.hovered);
    if (hit.clicked) plot.state.toggle_pin(dot.term);
    if (pinned && touch && plot.state.reveal > 0) reveal(box);
    if (hit.hovered) plot.state.pointed_next = dot.resource;
    const float baseline = Pen::centred_baseline(box.cy(), 14);
    float x = rows.x0;
    draw_sign(pen, x + 5, box.cy(), 5, dot.resource,
              ui.colour().fill[static_cast<std::size_t>(dot.resource)]);
    x += 20;
    const float end = touch ? rows.roof - 52 : rows.wide ? rows.shape - 12 : rows.rate - 70;
    const TextStyle name = pinned ? pen.bold() : plain;
    if (touch && pen.width(name, dot.label) > end - x)
      pen.paragraph(x, Pen::centred_baseline(box.cy() - 9, 14), end - x, 18, name, dot.label, 2);
    else pen.text_elided(x, baseline, end - x, name, dot.label);
    if (rows.wide)
      pen.text_elided(rows.shape, baseline, rows.intensity - 70 - rows.shape, weak,
                      dot.shape + (dot.format.empty() ? "" : ", " + dot.format));
    if (!touch) {
      if (rows.wide) pen.text_right(rows.intensity, baseline, weak, significant(dot.intensity()));
      pen.text_right(rows.rate, baseline, weak, significant(dot.rate() / tera));
      pen.text_right(rows.time, baseline, plain, column_text(dot.seconds, unit));
    }
    pen.text_right(rows.roof, baseline, weak, percent_text(dot.of_roof()));
    pen.text_right(rows.share, baseline, plain, percent_text(dot.share));
    y += height;
  }
  return y;
}

std::string caption(const RooflineReport& roofline) {
  std::string text =
      "A mark is an operator, its area its share of the step. FLOPs are those that run: fused attention "
      "computes its scores again in the backward pass. Each operand counts once in bytes. Element-wise work "
      "is counted as one FLOP for every two bytes. Peaks are dense.";
  for (const RooflineCeiling& c : roofline.ceilings)
    if (!c.fallback.empty()) text += " Here: " + c.fallback + ".";
  return text;
}

}  // namespace

float draw_roofline(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  const Pen pen = ui.pen();
  if (shown.report.roofline.dots.empty()) {
    pen.text(area.x0, area.y0 + 15, pen.ink2(), "This step has no operators.");
    return area.y0 + 24;
  }
  Plot plot = make_plot(ui, state, shown, area);
  draw_log_axes(ui, plot);
  draw_roofs(plot);
  collect_marks(plot);
  draw_marks(plot, shown.stale);
  float y = draw_legend(ui, {area.x0, plot.box.y1 + 64, area.x1, 0});
  const float width = std::min(area.width(), 860.0f);
  y += 20 * static_cast<float>(
                pen.paragraph(area.x0, y + 15, width, 20, pen.ink3(), caption(shown.report.roofline)));
  return draw_rows(plot, shown.report, {area.x0, y + 16, area.x1, 0}, shown.stale) + 12;
}

}  // namespace trireme
