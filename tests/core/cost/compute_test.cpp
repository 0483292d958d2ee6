// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/cost/collectives.h"
#include "core/cost/compute.h"
#include "tests/support/problems.h"

using namespace trireme;

namespace {

const Accelerator& part(const char* id) { return *find_by_id(test::catalog().accelerators, id); }

}  // namespace

// Source: training specification, section 3, "Tests".
TEST_CASE("GEMM times agree with the worked examples of the law") {
  const auto microseconds = [](const char* id, MatrixFormat format, double m, double n, double k) {
    Accelerator accelerator = part(id);
    accelerator.laws.training = test::specified_factors(accelerator);
    return gemm_time(accelerator, format, {m, n, k}).total.in(unit::microsecond);
  };
  CHECK(microseconds("h100-sxm", MatrixFormat::Bf16, 4096, 4096, 4096) ==
        doctest::Approx(212.36933036786425).epsilon(1e-9));
  CHECK(microseconds("h100-sxm", MatrixFormat::Fp8, 8192, 14336, 4096) ==
        doctest::Approx(728.6507416517828).epsilon(1e-9));
  CHECK(microseconds("b200", MatrixFormat::Bf16, 8192, 8192, 8192) ==
        doctest::Approx(816.3209519199896).epsilon(1e-9));
  CHECK(microseconds("gb300", MatrixFormat::Fp4, 8192, 8192, 8192) ==
        doctest::Approx(169.7597626249942).epsilon(1e-9));
  CHECK(microseconds("a100-80-sxm", MatrixFormat::Bf16, 4096, 7200, 14400) ==
        doctest::Approx(5223.4423443705045).epsilon(1e-9));
}

TEST_CASE("A thin GEMM is limited by memory, a square one by compute") {
  CHECK(gemm_time(part("h100-sxm"), MatrixFormat::Bf16, {1, 8192, 8192}).memory_bound());
  CHECK(!gemm_time(part("h100-sxm"), MatrixFormat::Bf16, {8192, 8192, 8192}).memory_bound());
}

TEST_CASE("A GEMM is never faster than the dense peak or the HBM allows") {
  for (const Accelerator& a : test::catalog().accelerators) {
    if (!a.calibrated) continue;
    for (const double size : {64.0, 1024.0, 8192.0, 65536.0}) {
      const Seconds time = gemm_time(a, MatrixFormat::Bf16, {size, size, size}).total;
      CHECK_MESSAGE(time >= 2 * size * size * size * unit::flop / a.bf16_dense, a.id);
      CHECK_MESSAGE(time >= 3 * size * size * 2 * unit::byte / a.hbm_bandwidth, a.id);
    }
  }
}

namespace {

Fabric fabric(const Accelerator& accelerator, std::int64_t domain) {
  return {&accelerator, find_by_id(test::catalog().links, "nvlink4"),
          find_by_id(test::catalog().links, "infiniband-ndr"), domain, 50.0 * unit::gb / unit::second};
}

}  // namespace

TEST_CASE("A collective of one rank is free") {
  const Accelerator& h100 = part("h100-sxm");
  for (const Collective kind : {Collective::AllReduce, Collective::AllGather, Collective::ReduceScatter})
    CHECK(collective_time(kind, unit::gb, {1, 1}, fabric(h100, 8)) == Seconds{});
}

// 8 H100, 1 GB all-gather: a ring moves 7/8 GB at 0.804 of 450 GB/s and a rank's own eighth at 1,390 GB/s;
// the rest is its latency and the pipeline's fill.
TEST_CASE("A large all-gather inside a domain is bound by the links") {
  const Accelerator& h100 = part("h100-sxm");
  const Seconds time = collective_time(Collective::AllGather, unit::gb, {8, 1}, fabric(h100, 8));
  const double bound = 875e6 / (0.804 * 450e9) + 125e6 / 1390e9;
  CHECK(time.in(unit::microsecond) > bound * 1e6);
  CHECK(time.in(unit::microsecond) < bound * 1e6 * 1.08);
}

TEST_CASE("A large reduce-scatter across domains is bound by the slower tier") {
  const Accelerator& h100 = part("h100-sxm");
  const Seconds time = collective_time(Collective::ReduceScatter, unit::gb, {16, 1}, fabric(h100, 8));
  const double network = 937.5e6 / (0.771 * 8 * 50e9);  // below the ring's 0.804 of 450 GB/s
  CHECK(time.in(unit::microsecond) > network * 1e6);
  CHECK(time.in(unit::microsecond) < network * 1e6 * 1.2);
}

TEST_CASE("Crossing the network never makes a collective faster") {
  const Accelerator& h100 = part("h100-sxm");
  for (const Collective kind : {Collective::AllReduce, Collective::AllGather, Collective::ReduceScatter})
    for (const double mb : {0.01, 1.0, 100.0, 10000.0})
      CHECK(collective_time(kind, mb * unit::mb, {8, 8}, fabric(h100, 8)) >=
            collective_time(kind, mb * unit::mb, {8, 1}, fabric(h100, 8)));
}

TEST_CASE("Messages of a group that spans domains go over the network") {
  const Accelerator& h100 = part("h100-sxm");
  const Seconds inside = message_time(unit::gb, 8, fabric(h100, 8));
  const Seconds across = message_time(unit::gb, 16, fabric(h100, 8));
  CHECK(across.base() == doctest::Approx(1e9 / (0.771 * 50e9)).epsilon(0.05));
  CHECK(inside < 0.2 * across);
}
