// Entries that a user gives, in full or as a change to a known one.
// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/catalog/entry_reader.h"
#include "core/workload/parameters.h"
#include "tests/core/catalog/support.h"

namespace trireme {
namespace {

using test::catalog;
using test::has_path;
using test::listed;

TEST_CASE("a change to a known part keeps what it does not name") {
  Issues issues;
  const auto part =
      read_accelerator(R"({"base": "H100", "id": "h100-fast", "numbers": {"hbm_bandwidth_gb_per_s": 4000},
                                        "laws": {"gemm.bf16": {"compute_efficiency": 0.9}}})",
                       "hardware", catalog(), issues);
  CHECK_MESSAGE(issues.empty(), listed(issues));
  REQUIRE(part);
  const Accelerator& base = *find_by_id(catalog().accelerators, "h100-sxm");
  CHECK(part->id == "h100-fast");
  CHECK(part->hbm_bandwidth.in(unit::gb / unit::second) == 4000);
  CHECK(part->bf16_dense == base.bf16_dense);
  CHECK(part->laws.gemm[0].compute_efficiency == 0.9);
  CHECK(part->laws.gemm[0].k0 == base.laws.gemm[0].k0);
  CHECK_FALSE(part->calibrated);

  const Fact* fact = find_fact(part->provenance, "hbm_bandwidth_gb_per_s");
  REQUIRE(fact != nullptr);
  CHECK(fact->kind == SourceKind::Assumption);
  CHECK(fact->note == "given by the user");
  CHECK(fact->source.empty());
  CHECK(find_fact(part->provenance, "bf16_dense_tflops")->kind == SourceKind::Datasheet);
}

TEST_CASE("an own instance may be given in full, without sources") {
  Issues issues;
  const auto node = read_instance(R"({"id": "our-rack", "accelerator": "b200", "scale_up_link": "nvlink5",
      "scale_out_link": "infiniband-ndr", "prices": [{"usd_per_hour": 20}],
      "numbers": {"accelerators": 8, "scale_up_domain": 8, "scale_out_gbit_per_s_per_direction": 3200}})",
                                  "", catalog(), issues);
  CHECK_MESSAGE(issues.empty(), listed(issues));
  REQUIRE(node);
  CHECK(node->prices[0].usd_per_hour.in(unit::usd) == 20);
}

TEST_CASE("faults of a user's entry carry the field path and a code of their own") {
  Issues issues;
  CHECK_FALSE(read_accelerator(R"({"base": "h101", "numbers": {}})", "hardware", catalog(), issues));
  CHECK(has_path(issues, "hardware.base"));
  CHECK(issues[0].code == IssueCode::UnknownName);

  issues.clear();
  CHECK_FALSE(
      read_accelerator(R"({"base": "h100-sxm", "numbers": {"hbm_bandwidth": 4000, "power_limit_w": "700",
                                  "bf16_dense_tflops": 1e9}})",
                       "hardware", catalog(), issues));
  CHECK(issues.size() == 3);
  CHECK(has_path(issues, "hardware.numbers.hbm_bandwidth"));
  CHECK(has_path(issues, "hardware.numbers.power_limit_w"));
  CHECK(has_path(issues, "hardware.numbers.bf16_dense_tflops"));
  CHECK(listed(issues).find("did you mean 'hbm_bandwidth_gb_per_s'?") != std::string::npos);

  issues.clear();
  CHECK_FALSE(read_model("{", "model", catalog(), issues));
  CHECK(issues[0].code == IssueCode::Syntax);
  issues.clear();
  CHECK_FALSE(read_link("[]", "", catalog(), issues));
  CHECK(has_error(issues));
}

TEST_CASE("a known model can be changed in all its layers") {
  Issues issues;
  const auto model = read_model(
      R"({"base": "llama-3.1-8b", "id": "wide", "every_layer": {"feed_forward": {"width": 16384}}})", "model",
      catalog(), issues);
  CHECK_MESSAGE(issues.empty(), listed(issues));
  REQUIRE(model);
  CHECK(model->layer_count() == 32);
  CHECK(model->layers[0].layer.feed_forward.width == 16384);
  CHECK(model->layers[0].layer.mixer.kv_heads == 8);
  // 32 layers, 3 matrices of 4096 x 2048 more.
  CHECK(parameter_count(*model).total ==
        parameter_count(*find_by_id(catalog().models, "llama-3.1-8b")).total + 32.0 * 3 * 4096 * 2048);
}

}  // namespace
}  // namespace trireme
