// SPDX-License-Identifier: MIT
// What users of networks reported, with the answers that were right.
#include <doctest/doctest.h>

#include "core/cost/collective_law.h"
#include "tests/support/problems.h"

namespace trireme {
namespace {

// All GPUs of `nodes` instances.
RankGroup nodes_of(const char* instance_id, double nodes) {
  const Catalog& catalog = test::catalog();
  const Instance& instance = *find_by_name(catalog.instances, instance_id);
  const Link& up = *find_by_name(catalog.links, instance.scale_up_link);
  const Link& out = *find_by_name(catalog.links, instance.scale_out_link);
  return {.ranks = nodes * static_cast<double>(instance.accelerators),
          .domains = nodes,
          .scale_up = up.bandwidth,
          .scale_out = instance.scale_out_per_accelerator(),
          .inside = &up.domain_collectives,
          .across = &out.network_collectives};
}

// As nccl-tests prints it: 2 (n - 1) / n times the message over the time.
BytesPerSecond bus_bandwidth(Bytes size, const RankGroup& group,
                             AlgorithmChoice choice = AlgorithmChoice::Any) {
  const CollectiveTime time = collective_time({.size = size, .element_bytes = 4, .choice = choice}, group);
  return 2 * (group.ranks - 1) / group.ranks * size / time.time();
}
double gb_per_s(BytesPerSecond rate) { return rate.in(unit::gb / unit::second); }

}  // namespace

// NVIDIA/nccl issue 527: 1 GiB on 1 to 4 p4d, bus bandwidths of 230.8, 57.2, 31.8 and 29.6 GB/s. The network
// of that stack was badly tuned, so that only the node is compared; but two nodes pass the 50 GB/s of their
// network, for a tree sends the message once, and three are no faster than four. The law is 5 % off in the
// median of tuned runs across nodes, 20 % at the 90th percentile: a tenth.
TEST_CASE("report G1: bus bandwidth of one and of several p4d") {
  const auto reached = [](double nodes) {
    return gb_per_s(bus_bandwidth(unit::gib, nodes_of("p4d.24xlarge", nodes)));
  };
  CHECK(reached(1) == doctest::Approx(230.8).epsilon(0.05));
  CHECK(reached(2) > 50);
  CHECK(reached(3) < 50);
  CHECK(reached(2) / reached(4) == doctest::Approx(57.2 / 29.6).epsilon(0.1));
  CHECK(reached(3) / reached(4) == doctest::Approx(31.8 / 29.6).epsilon(0.1));
}

// NVIDIA/nccl-tests issue 22: 1 GB over two nodes of 8 GPUs takes 134 ms by tree and 268 ms by ring. A ring
// sends 2 x 15 / 16 of the message where a tree sends it once: bus bandwidth counts the former, so that only
// the tree's passes the network's rate.
TEST_CASE("report G2: on two nodes a tree passes the network's rate, a ring does not") {
  const RankGroup nodes = nodes_of("p4d.24xlarge", 2);
  const BytesPerSecond network = 8 * nodes.scale_out;
  const BytesPerSecond tree = bus_bandwidth(unit::gb, nodes, AlgorithmChoice::Tree);
  const BytesPerSecond ring = bus_bandwidth(unit::gb, nodes, AlgorithmChoice::Ring);
  CHECK(tree > network);
  CHECK(ring < network);
  CHECK(tree / ring == doctest::Approx(2 * 15 / 16.0).epsilon(0.07));
  CHECK(bus_bandwidth(unit::gb, nodes) == tree);
}

// aws/aws-k8s-tester pull request 503: nccl-tests' averages of 124 to 125 GB/s and of 92.3 GB/s on p5. The
// first has 13 us at 8 B, so it is of one node; the second is the test of several, here two. From 8 B to 2
// GiB is the usual range, an assumption.
TEST_CASE("report G5: average bus bandwidth of p5") {
  const auto average = [](double nodes) {
    double sum = 0;
    int sizes = 0;
    for (double bytes = 8; bytes <= 2147483648.0; bytes *= 2, ++sizes)
      sum += gb_per_s(bus_bandwidth(bytes * unit::byte, nodes_of("p5.48xlarge", nodes)));
    return sum / sizes;
  };
  CHECK(average(1) == doctest::Approx(124.5).epsilon(0.02));
  CHECK(average(2) == doctest::Approx(92.3).epsilon(0.1));
}

// dstackai/dstack pull request 3961: 50 to 57 us for up to 512 B on two p6-b200.
TEST_CASE("report G9: the latency floor of two p6-b200") {
  for (const double bytes : {8.0, 64.0, 512.0}) {
    const double us =
        collective_time({.size = bytes * unit::byte, .element_bytes = 4}, nodes_of("p6-b200.48xlarge", 2))
            .time()
            .in(unit::microsecond);
    CHECK(us > 50);
    CHECK(us < 57);
  }
}

// stas00/ml-engineering issue 31: NVLink 5 has 1.8 TB/s, both directions together.
TEST_CASE("report G14: NVLink 5 is 900 GB/s in each direction") {
  CHECK(gb_per_s(find_by_name(test::catalog().links, "nvlink5")->bandwidth) == 900);
  CHECK(gb_per_s(find_by_id(test::catalog().accelerators, "b200")->scale_up_bandwidth) == 900);
}

// astra-sim issue 296: an all-reduce of 100 MB over 8 ranks of 50 GB/s was simulated in half the time of a
// ring. Without reduction in switches a rank sends and receives 2 x 7 / 8 of the message: 3.5 ms at least.
TEST_CASE("report B23: no algorithm sends less than a ring does") {
  RankGroup group = nodes_of("p4d.24xlarge", 1);
  group.scale_up = 50 * unit::gb / unit::second;
  const Seconds least = 2 * 7 / 8.0 * (100e6 * unit::byte) / group.scale_up;
  CHECK(least.in(unit::millisecond) == doctest::Approx(3.5));
  const CollectiveTime time = collective_time({.size = 100e6 * unit::byte}, group);
  CHECK(time.best().algorithm == Algorithm::Ring);
  CHECK((time.best().transfer - 100e6 * unit::byte / 8 / group.inside->copy).base() ==
        doctest::Approx((least / group.inside->link_efficiency).base()));
  for (const CollectiveCandidate& candidate : time.candidates()) CHECK(candidate.transfer > least);
}

}  // namespace trireme
