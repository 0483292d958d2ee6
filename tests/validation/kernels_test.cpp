// SPDX-License-Identifier: MIT
// Predicted against measured kernels: a sample of public tables, stratified by time.
#include <doctest/doctest.h>

#include "tests/support/error_table.h"

namespace trireme {
namespace {

Validation validation_of(const char* name) {
  return test::validated(test::read_table(std::string("tests/validation/kernels/") + name));
}

struct Reached {
  const char* group;
  double median, p90;
};

void check_groups(const Validation& v, std::string_view grouping, std::initializer_list<Reached> reached) {
  CHECK(v.skipped.empty());
  test::Ratios ratios = test::ratios_by(v, v.metrics[0], grouping);
  for (const Reached& group : reached) {
    const ErrorStatistics s = error_statistics(ratios[group.group]);
    CHECK_MESSAGE(s.median < group.median, group.group << " " << s.median);
    CHECK_MESSAGE(s.p90 < group.p90, group.group << " " << s.p90);
  }
}

}  // namespace

// What is reached, rounded up.
TEST_CASE("measured kernels are predicted as well as when their laws were fitted") {
  check_groups(validation_of("gemm.csv"), "kernel",
               {{"bfloat16 trtllm", 0.085, 0.27},
                {"bfloat16 sglang", 0.094, 0.306},
                {"fp8 trtllm", 0.04, 0.134},
                {"fp8_block trtllm", 0.062, 0.161},
                {"nvfp4 vllm", 0.06, 0.162}});
  check_groups(validation_of("attention.csv"), "kernel",
               {{"gqa trtllm", 0.071, 0.213}, {"mla trtllm", 0.04, 0.152}});
  check_groups(validation_of("nccl.csv"), "kind",
               {{"all-reduce", 0.053, 0.158},
                {"all-gather", 0.062, 0.228},
                {"reduce-scatter", 0.062, 0.163},
                {"all-to-all", 0.076, 0.229}});
  check_groups(validation_of("expert.csv"), "kernel",
               {{"high throughput", 0.198, 0.435}, {"low latency", 0.083, 0.379}});
}

TEST_CASE("the table of measured kernels shows what the laws give today") {
  const Validation gemm = validation_of("gemm.csv"), attention = validation_of("attention.csv"),
                   nccl = validation_of("nccl.csv"), expert = validation_of("expert.csv");
  test::check_generated(
      "tests/validation/kernels/table.md",
      "# Measured kernels\n\n" + test::error_note +
          "\nThe rows are a sample, evenly over the times, of the tables that the laws were fitted to: "
          "ai-dynamo/aiconfigurator, commit 095f58a51c4c,\nApache-2.0, "
          "`aic-core/src/aiconfigurator_core/systems/data`. Half of each table was left out of the fit.\n\n"
          "## Matrix products\n\nThe frameworks that the laws were fitted to; quantisation of activations "
          "included.\n\n" +
          test::error_table(gemm, {{"", &gemm.metrics[0]}}, {"", "kernel", "size", "regime", "gpu"}) +
          "\n## Prefill attention\n\nTensorRT-LLM in 16 bit.\n\n" +
          test::error_table(attention, {{"", &attention.metrics[0]}}, {"", "kernel", "size", "gpu"}) +
          "\n## Collectives of one node\n\n" +
          test::error_table(nccl, {{"", &nccl.metrics[0]}}, {"", "kind", "ranks", "size", "gpu"}) +
          "\n## Dispatch and combine of experts\n\nDeepEP under SGLang; left dispatch, right combine.\n\n" +
          test::error_table(expert, {{"dispatch: ", &expert.metrics[0]}, {"combine: ", &expert.metrics[1]}},
                            {"", "kernel", "nodes", "gpu"}));
}

}  // namespace trireme
