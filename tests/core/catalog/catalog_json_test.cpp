// Faults of catalog files: all of them, each with file and key.
// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/catalog/entry_reader.h"
#include "core/catalog/number_unit.h"
#include "tests/core/catalog/support.h"

namespace trireme {
namespace {

using test::catalog_with;
using test::has_path;
using test::listed;

// A made-up part in full: what one file for a new GPU may look like.
constexpr std::string_view made_up_gpu = R"({
  "name": "Made-up X1", "vendor": "Nobody", "architecture": "hopper", "aliases": ["X1"],
  "kind": "datasheet", "source": "sheet",
  "sources": {"sheet": {"title": "Datasheet of X1", "locator": "page 2", "url": "https://example.org/x1", "date": "2026-10"}},
  "numbers": {
    "bf16_dense_tflops": 4000,
    "memory_nominal_gb": 400,
    "memory_visible_gib": {"value": 370, "kind": "measured", "note": "nvidia-smi"},
    "memory_reserved_gib": 2,
    "hbm_bandwidth_gb_per_s": 16000,
    "scale_up_gb_per_s_per_direction": 1800
  },
  "laws": {"from": "b200", "note": "the next generation"}
})";

TEST_CASE("adding a GPU is adding one file") {
  const auto checked = catalog_with({{"accelerators/x1.json", made_up_gpu}});
  CHECK_MESSAGE(checked.issues.empty(), listed(checked.issues));
  const Accelerator* x1 = find_by_name(checked.value->accelerators, "X1");
  REQUIRE(x1 != nullptr);
  CHECK(x1->id == "x1");
  CHECK(x1->bf16_dense.in(unit::tflop / unit::second) == 4000);
  CHECK(x1->fp8_dense == FlopsPerSecond{});
  CHECK(x1->laws == find_by_id(checked.value->accelerators, "b200")->laws);
  CHECK(x1->laws_from == "b200");
  CHECK_FALSE(x1->calibrated);
  const Fact* memory = find_fact(x1->provenance, "memory_visible_gib");
  REQUIRE(memory != nullptr);
  CHECK(memory->value == 370);
  CHECK(memory->kind == SourceKind::Measured);
  CHECK(memory->source == "sheet");
  CHECK(memory->note == "nvidia-smi");
}

TEST_CASE("an instance may use a part that another added file brings") {
  const auto checked = catalog_with({{"instances/x1-node.json", R"({
      "accelerator": "X1", "scale_up_link": "nvlink5", "kind": "datasheet", "source": "aws-article",
      "numbers": {"accelerators": 8, "scale_up_domain": 8}})"},
                                     {"accelerators/x1.json", made_up_gpu}});
  CHECK_MESSAGE(checked.issues.empty(), listed(checked.issues));
  CHECK(find_by_id(checked.value->instances, "x1-node")->accelerator == "x1");
}

TEST_CASE("a number without unit, source, date or kind is a fault") {
  const auto checked =
      catalog_with({{"links/a.json", R"({"name": "A", "link_kind": "scale_up", "source": "s",
      "sources": {"s": {"title": "S", "date": "2026"}}, "numbers": {"nccl_dispatch_factor": 0.5}})"},
                    {"links/b.json", R"({"name": "B", "link_kind": "scale_up", "kind": "paper",
      "numbers": {"nccl_dispatch_factor": 0.5}})"},
                    {"links/c.json", R"({"name": "C", "link_kind": "scale_up", "kind": "paper",
      "source": "s", "sources": {"s": {"title": "S"}}, "numbers": {"nccl_dispatch_factor": 0.5}})"},
                    {"links/d.json", R"({"name": "D", "link_kind": "scale_up", "kind": "paper",
      "source": "nowhere", "numbers": {"nccl_dispatch_factor": 0.5}})"},
                    {"links/e.json", R"({"name": "E", "link_kind": "scale_up", "kind": "paper",
      "source": "s", "sources": {"s": {"title": "S", "date": "last year"}}, "numbers": {"bandwidth": 50}})"}});
  CHECK(has_path(checked.issues, "links/a.json: numbers.nccl_dispatch_factor"));
  CHECK(has_path(checked.issues, "links/b.json: numbers.nccl_dispatch_factor"));
  CHECK(has_path(checked.issues, "links/c.json: sources.s.date"));
  CHECK(has_path(checked.issues, "links/d.json: numbers.nccl_dispatch_factor"));
  CHECK(has_path(checked.issues, "links/e.json: sources.s.date"));
  CHECK(has_path(checked.issues, "links/e.json: numbers.bandwidth"));
  CHECK(checked.issues.size() == 6);
  for (const Issue& issue : checked.issues) CHECK(issue.code == IssueCode::CatalogInvalid);
}

TEST_CASE("all faults of a file are told at once, with what is known instead") {
  const auto checked = catalog_with({{"instances/bad.json", R"({
      "accelerator": "h100-smx", "scale_up_link": "nvlink9", "scale_out_link": "efa-v2-p5", "provder": "aws",
      "kind": "datasheet", "source": "ec2-types",
      "numbers": {"accelerators": 8.5, "scale_up_domain": "8", "vcpus": -4, "gpus": 8},
      "prices": [{"usd_per_hour": -1, "kind": "on_demand", "region": "us-east-1", "date": "soon"}]})"}});
  const std::string text = listed(checked.issues);
  CAPTURE(text);
  CHECK(has_path(checked.issues, "instances/bad.json: accelerator"));
  CHECK(text.find("did you mean 'h100-sxm'?") != std::string::npos);
  CHECK(has_path(checked.issues, "instances/bad.json: scale_up_link"));
  CHECK(has_path(checked.issues, "instances/bad.json: provder"));
  CHECK(text.find("did you mean 'provider'?") != std::string::npos);
  CHECK(has_path(checked.issues, "instances/bad.json: numbers.accelerators"));
  CHECK(has_path(checked.issues, "instances/bad.json: numbers.scale_up_domain"));
  CHECK(has_path(checked.issues, "instances/bad.json: numbers.vcpus"));
  CHECK(has_path(checked.issues, "instances/bad.json: numbers.gpus"));
  CHECK(has_path(checked.issues, "instances/bad.json: prices[0].usd_per_hour"));
  CHECK(has_path(checked.issues, "instances/bad.json: prices[0].date"));
  CHECK(has_path(checked.issues, "instances/bad.json: numbers.scale_out_gbit_per_s_per_direction"));
}

TEST_CASE("implausible numbers are refused with the range") {
  std::string text(made_up_gpu);
  text.replace(text.find("16000"), 5, "16e12");  // bytes instead of GB
  const auto checked = catalog_with({{"accelerators/x1.json", text}});
  REQUIRE(checked.issues.size() == 1);
  CHECK(checked.issues[0].path == "accelerators/x1.json: numbers.hbm_bandwidth_gb_per_s");
  CHECK(checked.issues[0].message.find("1 to 100,000 GB/s") != std::string::npos);
}

TEST_CASE("a part needs laws or someone to take them from") {
  std::string text(made_up_gpu);
  text.replace(text.find("\"b200\""), 6, "\"b2000\"");
  CHECK(has_path(catalog_with({{"accelerators/x1.json", text}}).issues, "accelerators/x1.json: laws.from"));
  text = made_up_gpu;
  text.erase(text.rfind(",\n  \"laws\""), text.rfind('}') - text.rfind(",\n  \"laws\""));
  CHECK(has_path(catalog_with({{"accelerators/x1.json", text}}).issues, "accelerators/x1.json: laws"));
}

TEST_CASE("a table of laws is given as a whole") {
  std::string text = test::embedded_text("accelerators/h100-sxm.json");
  const auto at = text.find("\"tau_ns\"");
  text.erase(at, text.find(',', at) + 1 - at);
  const auto checked = catalog_with({{"accelerators/h100-sxm.json", text}});
  CHECK(has_path(checked.issues, "accelerators/h100-sxm.json: laws.gemm.bf16.tau_ns"));
}

TEST_CASE("text that is not JSON, a strange folder and the wrong kind of value are faults, not crashes") {
  const auto checked =
      catalog_with({{"models/half.json", "{\"name\": "},
                    {"gpus/x.json", "{}"},
                    {"stacks/list.json", "[1, 2]"},
                    {"links/null.json", "null"},
                    {"accelerators/odd.json", R"({"name": 7, "numbers": [], "laws": "b200"})"},
                    {"models/odd.json", R"({"name": "m", "layers": {"a": 1}, "layer_types": 3})"}});
  for (const char* path :
       {"models/half.json: ", "gpus/x.json: ", "stacks/list.json: ", "links/null.json: ",
        "accelerators/odd.json: name", "accelerators/odd.json: numbers", "models/odd.json: layers",
        "accelerators/odd.json: laws", "models/odd.json: layer_types"})
    CHECK_MESSAGE(has_path(checked.issues, path), path);
}

TEST_CASE("every shared source is cited somewhere") {
  std::string files;
  for (const EmbeddedFile& file : embedded_catalog_files())
    if (file.path != "sources.json") files += file.text;
  const std::string shared = test::embedded_text("sources.json");
  REQUIRE_FALSE(shared.empty());
  const Json sources = Json::parse(shared);
  for (const auto& item : sources.items())
    CHECK_MESSAGE(files.find('"' + item.key() + '"') != std::string::npos, item.key());
}

TEST_CASE("every number of every list ends in a unit") {
  const auto check = [](const auto& entry) {
    for_each_number(entry, [](std::string_view name, std::string_view label, Need, const auto&, auto) {
      CAPTURE(name);
      CHECK(unit_of_number(name) != nullptr);
      CHECK_FALSE(label.empty());
    });
  };
  check(Accelerator{});
  check(Link{});
  check(Instance{});
  check(Stack{});
  const KernelLaws laws;
  for_each_law_number(laws, [](std::string_view, std::string_view key, std::string_view, const auto&, auto) {
    CAPTURE(key);
    CHECK(unit_of_number(key) != nullptr);
  });
  CHECK(unit_of_number("laws.gemm.bf16.t0_us")->text == "\u00b5s");
  CHECK(unit_of_number("hbm_bandwidth_gb_per_s")->text == "GB/s");
  CHECK(unit_of_number("memory_visible_gib")->text == "GiB");
  CHECK(unit_of_number("bandwidth") == nullptr);
}

}  // namespace
}  // namespace trireme
