// Which group talks over which link. The axis is the number of GPUs that a group spans, logarithmic: a group
// reaches from its stride to its stride times its ranks, so that the groups of a layout stand end to end.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "web/charts/axis.h"
#include "web/views/views.h"
#include "web/widgets/controls.h"

namespace trireme {
namespace {

double real(std::int64_t count) { return static_cast<double>(count); }

struct Chart {
  const Ui& ui;
  ViewState& state;
  const Network& network;
  Box box;                                           // of the axis, all rows
  float row = 0, bar = 0, height = 0;                // of a row, from its top to its bar, of the bar
  float domains, gigabytes, seconds, exposed, rate;  // right ends of columns
  TimeUnit unit;
  bool stacked = false;  // words above and below the bars instead of columns beside them

  [[nodiscard]] float x(double gpus) const {
    const double all = std::max(2.0, real(network.gpus));
    return box.x0 + box.width() * static_cast<float>(std::log(std::max(1.0, gpus)) / std::log(all));
  }
};

Chart make_chart(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  const Network& n = shown.report.network;
  const Pen pen = ui.pen();
  const bool stacked = ui.touch || area.width() < 760;
  Chart c{ui,
          state,
          n,
          {area.x0, area.y0 + 64, area.x1, 0},
          stacked ? 88.0f : 56.0f,
          stacked ? 34.0f : 9.0f,
          18,
          0,
          0,
          0,
          0,
          0,
          {},
          stacked};
  double most = 0;
  for (const NetworkGroup& g : n.groups) most = std::max(most, g.seconds);
  c.unit = time_unit(most);
  c.rate = area.x1;
  c.exposed = c.rate - 92;
  c.seconds = c.exposed - 96;
  c.gigabytes = c.seconds - 96;
  if (!stacked) {
    float names = 0;
    for (const NetworkGroup& g : n.groups) names = std::max(names, pen.width(pen.ink2(), g.label));
    c.box.x0 = area.x0 + names + 20;
    c.box.x1 = c.gigabytes - 70;
  }
  c.box.y1 = c.box.y0 + c.row * static_cast<float>(n.groups.size());
  return c;
}

std::string rate_text(double bytes_per_second) { return significant(bytes_per_second / 1e9) + "\u202fGB/s"; }

// The tiers above the rows: what is inside of a domain, and what is between them.
void draw_tiers(const Chart& chart) {
  const Pen pen = chart.ui.pen();
  const Palette& c = chart.ui.colour();
  const Network& n = chart.network;
  const float y = chart.box.y0 - 22, edge = chart.x(real(std::min(n.domain, n.gpus)));
  const auto tier = [&](float x0, float x1, Resource resource, const std::string& name,
                        const std::string& full) {
    if (x1 - x0 < 4) return;
    const Box box{x0, y, x1, y + 6};
    pen.fill(box, resource);
    const bool whole = pen.width(pen.bold(), full) <= x1 - x0;
    pen.text_elided(x0, y - 8, x1 - x0, pen.bold(), whole ? full : name);
  };
  if (n.domain > 1)
    tier(chart.box.x0, edge - 2, Resource::ScaleUp, n.scale_up,
         n.scale_up + ", " + rate_text(n.scale_up_rate));
  if (n.gpus > n.domain)
    tier(n.domain > 1 ? edge + 2 : chart.box.x0, chart.box.x1, Resource::ScaleOut, n.scale_out,
         n.scale_out + ", " + rate_text(n.scale_out_rate) + " a GPU");
  // Ticks: powers of two, thinned, the domain and the whole cluster always.
  std::vector<double> ticks{real(n.gpus)};
  if (n.domain > 1 && n.domain < n.gpus) ticks.push_back(real(n.domain));
  for (double gpus = 1; gpus < real(n.gpus); gpus *= 2) ticks.push_back(gpus);
  std::vector<Box> taken;
  for (const double gpus : ticks) {
    const float x = chart.x(gpus), width = pen.width(pen.ink3(), grouped(gpus));
    const float left = std::clamp(x - width / 2, chart.box.x0, chart.box.x1 - width);
    const Box place{left - 6, 0, left + width + 6, 1};
    bool free = true;
    for (const Box& other : taken) free = free && (place.x1 <= other.x0 || place.x0 >= other.x1);
    if (!free) continue;
    taken.push_back(place);
    const bool border = gpus == real(n.domain);
    // Beside the bars only: between them stand words.
    for (float top = chart.box.y0 + chart.bar; top < chart.box.y1; top += chart.row)
      pen.vline(x, top - 4, top + chart.height + 4, border ? c.edge : c.grid);
    pen.text(left, chart.box.y1 + 18, pen.ink3(), grouped(gpus));
  }
  pen.hline(chart.box.x0, chart.box.x1, chart.box.y1, c.edge);
  pen.text_centred(chart.box.cx(), chart.box.y1 + 38, pen.ink3(), "GPUs");
}

std::string stride_words(const NetworkGroup& g, bool domains) {
  std::string text = grouped(real(g.ranks)) + " ranks";
  text += g.stride == 1 ? ", neighbours" : ", " + grouped(real(g.stride)) + " GPUs apart";
  if (domains && g.crosses)
    text += g.per_domain > 1 ? ", " + grouped(g.per_domain) + " a domain" : ", one a domain";
  return text;
}

void draw_bar(const Chart& chart, const NetworkGroup& g, float y, bool faint) {
  const Pen pen = chart.ui.pen();
  const Palette& c = chart.ui.colour();
  const double end = real(g.stride) * real(g.ranks), domain = real(chart.network.domain);
  const float x0 = chart.x(real(g.stride)), x1 = std::max(chart.x(end), x0 + 4);
  const float edge = g.crosses ? std::clamp(chart.x(domain), x0, x1) : x1;
  const auto part = [&](float from, float to, Resource resource) {
    if (to - from < 1) return;
    if (faint) pen.soft({from, y, to, y + chart.height}, resource);
    else pen.fill({from, y, to, y + chart.height}, resource);
  };
  part(x0, edge, Resource::ScaleUp);
  part(edge, x1, Resource::ScaleOut);
  // Where the inner end of the group meets the one it contains.
  pen.vline(x0, y - 4, y + chart.height + 4, c.ink);
  pen.vline(x1 - pen.hairline(), y - 4, y + chart.height + 4, c.ink);
  const std::string name = g.name + " " + grouped(real(g.ranks));
  const float width = pen.width(pen.bold(), name);
  if (width + 12 < x1 - x0) {
    const Resource under = edge - x0 > width + 10 ? Resource::ScaleUp : Resource::ScaleOut;
    const float x = under == Resource::ScaleUp || edge - x0 < 1 ? x0 + 6 : std::max(edge + 6, x1 - width - 6);
    if (x + width < x1) {
      const ImU32 ink = faint ? c.ink : c.label[static_cast<std::size_t>(under)];
      pen.text(x, Pen::centred_baseline(y + chart.height / 2, 14), {Face::Bold, 14, ink}, name);
      return;
    }
  }
  const float after = x1 + 6 + width < chart.box.x1 ? x1 + 6 : x0 - 6 - width;
  pen.text(after, Pen::centred_baseline(y + chart.height / 2, 14), pen.bold(), name);
}

void group_tooltip(const Chart& chart, const NetworkGroup& g) {
  const Pen pen = chart.ui.pen();
  const Network& n = chart.network;
  std::vector<TipLine> lines{
      {pen.bold(), g.label + ", " + g.name},
      {pen.ink(), stride_words(g, true)},
      {pen.ink(), "Sends " + g.what},
      {pen.ink(), significant(g.bytes / 1e9) + "\u202fGB a GPU and step" +
                      (g.crosses ? ", " + significant(g.network_bytes / 1e9) + " of them over " + n.scale_out
                                 : ", all over " + n.scale_up)},
      {pen.ink(),
       duration_text(g.seconds) + " at " + percent_text(g.of_link()) + "\u202f% of the link's rate"}};
  if (g.exposed >= 0) lines.push_back({pen.ink(), duration_text(g.exposed) + " of the step are exposed"});
  chart.ui.tooltip(lines);
}

void draw_numbers(const Chart& chart, const NetworkGroup& g, float baseline, bool stale) {
  const Pen pen = chart.ui.pen();
  const TextStyle plain = stale ? pen.ink3() : pen.ink(), weak = stale ? pen.ink3() : pen.ink2();
  const std::string exposed = g.exposed < 0 ? "\u2013" : column_text(g.exposed, chart.unit);
  pen.text_right(chart.gigabytes, baseline, weak, significant(g.bytes / 1e9));
  pen.text_right(chart.seconds, baseline, plain, column_text(g.seconds, chart.unit));
  pen.text_right(chart.exposed, baseline, plain, exposed);
  pen.text_right(chart.rate, baseline, weak, percent_text(g.of_link()));
}

void draw_line(const Chart& chart, const NetworkGroup& g, float y, bool stale) {
  const Pen pen = chart.ui.pen();
  std::string text = significant(g.bytes / 1e9) + "\u202fGB, " + key_text(g.seconds, time_unit(g.seconds));
  if (g.exposed >= 0) text += ", exposed " + key_text(g.exposed, time_unit(g.exposed));
  pen.text_elided(chart.box.x0, y, chart.box.width(), stale ? pen.ink3() : pen.ink(), text);
}

void draw_group(Chart& chart, const NetworkGroup& g, Box area, float y, bool stale) {
  const Ui& ui = chart.ui;
  const Pen pen = ui.pen();
  const float reach = ui.touch ? 16 : 8;
  const Box row{area.x0 - reach, y, area.x1 + reach, y + chart.row};
  const bool pinned = chart.state.pinned == g.term;
  const Hit hit = ui.hit(g.id, row);
  row_ground(ui, row, pinned, hit.hovered);
  if (hit.clicked) chart.state.toggle_pin(g.term);
  if (pinned && ui.touch && chart.state.reveal > 0) reveal(row);
  const Resource resource = g.crosses ? Resource::ScaleOut : Resource::ScaleUp;
  if (hit.hovered) chart.state.pointed_next = resource;
  const bool faint = stale || (chart.state.pointed && *chart.state.pointed != resource);
  const TextStyle weak = stale ? pen.ink3() : pen.ink2();
  if (chart.stacked) {
    pen.text_elided(area.x0, y + 20, area.width(),
                    pinned  ? pen.bold()
                    : stale ? pen.ink3()
                            : pen.ink(),
                    g.label + ": " + stride_words(g, false));
    draw_bar(chart, g, y + chart.bar, faint);
    draw_line(chart, g, y + 74, stale);
    if (hit.hovered) group_tooltip(chart, g);
    return;
  }
  draw_bar(chart, g, y + chart.bar, faint);
  const float baseline = Pen::centred_baseline(y + 18, 14);
  pen.text(area.x0, baseline, pinned ? pen.bold() : stale ? pen.ink3() : pen.ink(), g.label);
  pen.text_elided(chart.box.x0, y + 46, chart.box.width(), weak, stride_words(g, true));
  draw_numbers(chart, g, baseline, stale);
  if (hit.hovered) group_tooltip(chart, g);
}

void draw_heads(const Chart& chart) {
  if (chart.stacked) return;
  const Pen pen = chart.ui.pen();
  const float y = chart.box.y0 - 8;
  pen.text_right(chart.gigabytes, y, pen.ink3(), "GB sent");
  pen.text_right(chart.seconds, y, pen.ink3(), chart.unit.name);
  pen.text_right(chart.exposed, y, pen.ink3(), std::string("exposed, ") + chart.unit.symbol);
  pen.text_right(chart.rate, y, pen.ink3(), "% of rate");
}

}  // namespace

float draw_network(const Ui& ui, ViewState& state, const Shown& shown, Box area) {
  const Pen pen = ui.pen();
  const Network& n = shown.report.network;
  if (n.groups.empty()) {
    const char* words = "One GPU to a group: nothing is sent.";
    return area.y0 + 12 +
           20 * static_cast<float>(pen.paragraph(area.x0, area.y0 + 15, area.width(), 20, pen.ink2(), words));
  }
  Chart chart = make_chart(ui, state, shown, area);
  draw_heads(chart);
  draw_tiers(chart);
  float y = chart.box.y0;
  for (const NetworkGroup& g : n.groups) {
    draw_group(chart, g, area, y, shown.stale);
    y += chart.row;
  }
  const float width = std::min(area.width(), 860.0f);
  const std::string words =
      "A bar reaches from the distance of two ranks of the group to the GPUs that it spans. " +
      (n.gpus > n.domain && n.domain > 1
           ? "Right of the domain's " + grouped(real(n.domain)) + " GPUs it is on the network. "
           : std::string()) +
      "GB are what a GPU sends in a step, seconds all of the group's communication, of which the exposed "
      "part adds to the step. A dash: it is counted with the group above.";
  y = chart.box.y1 + 52;
  return y + 12 + 20 * static_cast<float>(pen.paragraph(area.x0, y + 15, width, 20, pen.ink3(), words));
}

}  // namespace trireme
