// A GPU that only a file describes can be used at once.
// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/result/evaluate.h"
#include "core/scenario/resolve.h"
#include "tests/core/catalog/support.h"

namespace trireme {
namespace {

TEST_CASE("a made-up GPU is added by a file, a node of it by another, and a run on them is evaluated") {
  // Twice a B200 in every rate.
  const auto checked = test::catalog_with({{"accelerators/x1.json", R"({
      "name": "Made-up X1", "architecture": "blackwell", "kind": "assumption", "source": "trireme",
      "numbers": {"bf16_dense_tflops": 4500, "fp8_dense_tflops": 9000, "exponentials_t_per_s": 9,
                  "memory_nominal_gb": 400, "memory_visible_gib": 370, "memory_reserved_gib": 2,
                  "hbm_bandwidth_gb_per_s": 16000, "scale_up_gb_per_s_per_direction": 1800},
      "laws": {"from": "b200", "note": "the next generation"}})"},
                                           {"instances/x1-node.json", R"({
      "accelerator": "x1", "scale_up_link": "nvlink5", "scale_out_link": "infiniband-xdr",
      "kind": "assumption", "source": "trireme",
      "numbers": {"accelerators": 8, "scale_up_domain": 8, "scale_out_gbit_per_s_per_direction": 6400}})"}});
  REQUIRE_MESSAGE(checked.issues.empty(), test::listed(checked.issues));

  const auto step_on = [&](const char* instance) {
    Scenario scenario;  // Llama 3.1 405B on 1,024 GPUs
    scenario.cluster.instance.id = instance;
    const Checked<Problem> problem = resolve(scenario, *checked.value);
    REQUIRE_MESSAGE(problem.ok(), test::listed(problem.issues));
    return evaluate(*problem.value).step;
  };
  const Seconds b200 = step_on("p6-b200.48xlarge"), x1 = step_on("x1-node");
  CHECK(x1 < b200);
  CHECK(x1 > 0.4 * b200);
}

}  // namespace
}  // namespace trireme
