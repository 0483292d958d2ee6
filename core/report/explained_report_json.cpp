// SPDX-License-Identifier: MIT
#include <initializer_list>
#include <utility>

#include "core/report/explained_report.h"
#include "core/report/report_json.h"

namespace trireme {
namespace {

using Json = nlohmann::ordered_json;

// One function for all of them: each braced list of its own would be kilobytes of code.
Json numbers_json(std::initializer_list<std::pair<const char*, double>> numbers) {
  Json object = Json::object();
  for (const auto& [key, value] : numbers) object[key] = value;
  return object;
}

Json roofline_json(const RooflineReport& roofline) {
  Json root = numbers_json(
      {{"hbm_bytes_per_s", roofline.hbm}, {"hbm_sustained_bytes_per_s", roofline.hbm_sustained}});
  for (const RooflineCeiling& c : roofline.ceilings)
    root["ceilings"][c.label] = numbers_json({{"dense_flops", c.peak}, {"sustained_flops", c.sustained}});
  for (const RooflineDot& dot : roofline.dots) {
    Json op = numbers_json({{"flop_per_byte", dot.intensity()},
                            {"flops", dot.rate()},
                            {"roof_flops", dot.roof},
                            {"seconds", dot.seconds}});
    op["bound"] = id_of(dot.resource);
    op["shape"] = dot.shape;
    root["operators"][dot.id] = std::move(op);
  }
  return root;
}

Json timeline_json(const Timeline& timeline) {
  Json root = numbers_json(
      {{"pipeline_seconds", timeline.pipeline}, {"pipeline_seconds_by_formula", timeline.pipeline_of_step}});
  const double runs = static_cast<double>(timeline.micro_batches);
  for (const TimelineStage& stage : timeline.stages)
    root["stages"].push_back(numbers_json(
        {{"forward_seconds", stage.forward},
         {"backward_seconds", stage.backward},
         {"busy_seconds", stage.busy},
         {"scale_up_seconds", runs * (stage.forward_links.scale_up + stage.backward_links.scale_up)},
         {"scale_out_seconds", runs * (stage.forward_links.scale_out + stage.backward_links.scale_out)},
         {"waiting_seconds", stage.waits}}));
  return root;
}

Json network_json(const Network& network) {
  Json root = Json::object();
  for (const NetworkGroup& g : network.groups) {
    Json group = numbers_json({{"ranks", static_cast<double>(g.ranks)},
                               {"stride", static_cast<double>(g.stride)},
                               {"domains", g.domains},
                               {"bytes", g.bytes},
                               {"network_bytes", g.network_bytes},
                               {"seconds", g.seconds},
                               {"share_of_link", g.of_link()}});
    if (g.exposed >= 0) group["exposed_seconds"] = g.exposed;
    root[g.name] = std::move(group);
  }
  return root;
}

}  // namespace

std::string explained_report_to_json(const ExplainedReport& report) {
  Json root = report_json(report);
  if (report.ok && report.regime == Regime::Pretrain) {
    root["roofline"] = roofline_json(report.roofline);
    root["timeline"] = timeline_json(report.timeline);
    root["network"] = network_json(report.network);
  }
  return json_to_text(root);
}

}  // namespace trireme
