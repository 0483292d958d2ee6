// SPDX-License-Identifier: MIT
// The law of collectives: worked examples, candidates, limits and monotony.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "core/catalog/catalog.h"
#include "core/cost/collectives.h"
#include "core/cost/custom_all_reduce.h"
#include "core/cost/expert_exchange.h"
#include "tests/support/problems.h"

namespace trireme {
namespace {

using namespace unit;
constexpr BytesPerSecond gb_per_s = gb / second;

const Link* link(std::string_view id) { return find_by_id(test::catalog().links, id); }

RankGroup group_of(double ranks, double domains, std::string_view scale_up, std::string_view network,
                   double network_gb_per_s) {
  const Link* inside = link(scale_up);
  const Link* across = link(network);
  return {.ranks = ranks,
          .domains = domains,
          .scale_up = inside->bandwidth,
          .scale_out = network_gb_per_s * gb_per_s,
          .inside = &inside->domain_collectives,
          .across = across ? &across->network_collectives : nullptr};
}

double us(Seconds time) { return time.in(microsecond); }

// Collectives specification, section 5; figures at full precision. C11 and C15 are EFA v4 with the constants
// of v3, which has its own step since.
struct Example {
  const char* id;
  Collective kind;
  double bytes, ranks, domains;
  const char *scale_up, *network;
  double network_gb_per_s;
  bool tuned_peers;
  Algorithm best;
  std::size_t candidates;
  double latency_us, transfer_us, time_us;
};
const Example examples[] = {
    {"C1", Collective::AllReduce, 512, 8, 1, "nvlink4", "", 0.0, true, Algorithm::RingLl, 3, 16.592,
     0.007096006753877857, 16.599096006753875},
    {"C2", Collective::AllReduce, 67108864, 8, 1, "nvlink4", "", 0.0, true, Algorithm::InSwitch, 3, 16.592,
     242.27026714801445, 349.2746148024096},
    {"C3", Collective::AllGather, 4194304, 4, 1, "nvlink4", "", 0.0, true, Algorithm::Ring, 2,
     7.9239999999999995, 9.449031256189079, 25.91480787288132},
    {"C4", Collective::ReduceScatter, 536870912, 8, 1, "nvlink5", "", 0.0, true, Algorithm::Ring, 2,
     17.009999999999998, 697.4810407498876, 793.4871170775639},
    {"C5", Collective::AllToAll, 65536, 2, 1, "nvlink5", "", 0.0, true, Algorithm::Peers, 2, 10.81,
     0.06885878839217184, 11.741563435183721},
    {"C6", Collective::AllReduce, 8589934592, 4, 1, "nvlink5", "", 0.0, true, Algorithm::Ring, 2, 15.77,
     19351.616012675233, 19471.841560274614},
    {"C7", Collective::AllReduce, 8, 16, 2, "nvlink4", "efa-v2-p5", 50.0, true, Algorithm::TreeLl, 3, 74.592,
     0.007759895968790637, 74.59975989596879},
    {"C8", Collective::AllReduce, 16777216, 16, 2, "nvlink4", "efa-v2-p5", 50.0, true, Algorithm::Tree, 3,
     88.592, 65.02796899224806, 301.86163052014183},
    {"C9", Collective::AllReduce, 17179869184, 16, 2, "nvlink4", "efa-v2-p5", 50.0, true, Algorithm::Tree, 3,
     88.592, 66588.64024806202, 67358.933066447},
    {"C10", Collective::AllReduce, 17179869184, 128, 16, "nvlink4", "efa-v3-p5en", 50.0, true,
     Algorithm::Ring, 3, 780.096, 94226.9289994472, 95622.64502332748},
    {"C11", Collective::AllReduce, 1073741824, 32, 4, "nvlink5", "efa-v3-p5en", 50.0, true, Algorithm::Ring,
     3, 235.69, 5463.169075630252, 5882.86918921621},
    {"C12", Collective::AllReduce, 4294967296, 144, 2, "nvlink5-nvl72", "infiniband-ndr", 50.0, true,
     Algorithm::Ring, 3, 399.77, 11788.670907192432, 12501.434825961713},
    {"C13", Collective::AllGather, 1073741824, 16, 2, "nvlink5", "infiniband-ndr", 50.0, true,
     Algorithm::Ring, 2, 52.33, 3264.049805447471, 3357.577170207376},
    {"C14", Collective::AllToAll, 67108864, 16, 2, "nvlink5", "infiniband-ndr", 50.0, false, Algorithm::Peers,
     2, 48.757862889501254, 1509.7334941912775, 1596.6845116642776},
    {"C15", Collective::AllToAll, 67108864, 256, 32, "nvlink5", "efa-v3-p5en", 100.0, true, Algorithm::Peers,
     2, 149.13382850388277, 902.0850536639733, 1163.5445257931449},
    {"C16", Collective::SendReceive, 1048576, 16, 2, "nvlink5", "infiniband-ndr", 50.0, false,
     Algorithm::Peers, 2, 22.27, 46.18067070525567, 83.89332357404335},
};

TEST_CASE("collectives take the time of the worked examples") {
  for (const Example& e : examples) {
    CAPTURE(e.id);
    const RankGroup group = group_of(e.ranks, e.domains, e.scale_up, e.network, e.network_gb_per_s);
    const CollectiveTime time =
        collective_time({.kind = e.kind, .size = e.bytes * byte, .tuned_peers = e.tuned_peers}, group);
    CHECK(time.candidates().size() == e.candidates);
    CHECK(time.best().algorithm == e.best);
    CHECK(us(time.best().latency) == doctest::Approx(e.latency_us).epsilon(1e-6));
    CHECK(us(time.best().transfer) == doctest::Approx(e.transfer_us).epsilon(1e-6));
    CHECK(us(time.time()) == doctest::Approx(e.time_us).epsilon(1e-6));
  }
}

// E1 to E4 of the same section: UCCL on EFA in FP8, DeepEP V1 on H800 in BF16, pplx-garden on EFA.
TEST_CASE("expert kernels take the time of the worked examples") {
  const double fp8 = 7168 * 1.03125, bf16 = 7168 * 2;
  const auto call = [](ExpertKernel kernel, double tokens, double token_bytes) {
    return ExpertCall{.kernel = kernel, .tokens = tokens, .token = token_bytes * byte, .top_k = 8};
  };
  const ExpertTime e1 = expert_exchange_time(call(ExpertKernel::HighThroughput, 4096, fp8),
                                             group_of(32, 4, "nvlink4", "efa-v3-p5en", 50));
  CHECK(us(e1.latency) == doctest::Approx(72.72));
  CHECK(us(e1.network) == doctest::Approx(2101.2686375321337).epsilon(1e-6));
  CHECK(us(e1.scale_up) == doctest::Approx(734.9014182191103).epsilon(1e-6));
  CHECK(us(e1.time()) == doctest::Approx(2173.9886375321335).epsilon(1e-6));
  const ExpertTime e2 = expert_exchange_time(call(ExpertKernel::LowLatency, 128, fp8),
                                             group_of(32, 4, "nvlink4", "efa-v3-p5en", 50));
  CHECK(us(e2.scale_up) == doctest::Approx(6.399257971014493).epsilon(1e-6));
  CHECK(us(e2.messages) == doctest::Approx(321.792).epsilon(1e-6));
  CHECK(us(e2.time()) == doctest::Approx(515.4517429305912).epsilon(1e-6));
  const ExpertTime e3 = expert_exchange_time(call(ExpertKernel::LowLatency, 128, bf16),
                                             group_of(128, 16, "nvlink4-h800", "infiniband-ndr", 50));
  CHECK(us(e3.messages) == 0);
  CHECK(us(e3.time()) == doctest::Approx(338.85541619156214).epsilon(1e-6));
  const ExpertTime e4 = expert_exchange_time(call(ExpertKernel::Batched, 4096, fp8),
                                             group_of(128, 16, "nvlink4", "efa-v3-p5en", 50));
  CHECK(us(e4.messages) == doctest::Approx(201.12).epsilon(1e-6));
  CHECK(us(e4.time()) == doctest::Approx(6086.42971722365).epsilon(1e-6));
}

// Q1 of the same section.
TEST_CASE("a custom all-reduce takes the time of the worked example") {
  CHECK(us(custom_all_reduce_time(65536 * byte, group_of(8, 1, "nvlink4", "", 0))) ==
        doctest::Approx(4.757081481481482).epsilon(1e-6));
}

const Collective kinds[] = {Collective::AllReduce, Collective::AllGather, Collective::ReduceScatter,
                            Collective::AllToAll, Collective::SendReceive};

// Every link of the catalog that instances use, alone and with every network.
template <class Check>
void for_each_group(Check&& check) {
  for (const Instance& instance : test::catalog().instances) {
    const Link* up = find_by_name(test::catalog().links, instance.scale_up_link);
    const Link* out = find_by_name(test::catalog().links, instance.scale_out_link);
    if (!up) continue;
    CAPTURE(instance.id);
    REQUIRE(up->domain_collectives.present());
    const double domain = static_cast<double>(instance.scale_up_domain);
    for (const double domains : {1.0, 2.0, 3.0, 16.0, 256.0})
      for (const double inside : {1.0, 2.0, domain}) {
        if (domains > 1 && (!out || !out->network_collectives.present())) continue;
        RankGroup group{.ranks = inside * domains,
                        .domains = domains,
                        .scale_up = up->bandwidth,
                        .scale_out = instance.scale_out_per_accelerator(),
                        .inside = &up->domain_collectives,
                        .across = out ? &out->network_collectives : nullptr};
        if (domains > 1 && !(group.scale_out > BytesPerSecond{})) continue;
        check(group);
      }
  }
}

TEST_CASE("time is finite, above zero, grows with the size, and is that of the fastest candidate") {
  int points = 0;
  for_each_group([&](const RankGroup& group) {
    for (const Collective kind : kinds) {
      double before = 0;
      for (double bytes = 8; bytes < 1e11; bytes *= 1.9) {
        const CollectiveTime time = collective_time({.kind = kind, .size = bytes * byte}, group);
        if (group.ranks == 1) {
          CHECK(us(time.time()) == 0);
          continue;
        }
        // Plain conditions first: a CHECK for each of these points would take seconds.
        bool good = std::isfinite(us(time.time())) && us(time.time()) > 0 && us(time.time()) >= before;
        for (const CollectiveCandidate& candidate : time.candidates())
          good &= time.time() <= candidate.time();
        before = us(time.time());
        ++points;
        if (!good) {
          CHECK_MESSAGE(
              good, id_of(kind) << " of " << bytes << " B, " << group.ranks << " ranks in " << group.domains);
        }
      }
    }
  });
  CHECK(points > 10000);
}

TEST_CASE("switches reduce 16- and 32-bit numbers, from five Hopper and six Blackwell GPUs on") {
  const auto has_in_switch = [](double ranks, std::string_view scale_up, double element_bytes) {
    const CollectiveTime time =
        collective_time({.size = gib, .element_bytes = element_bytes}, group_of(ranks, 1, scale_up, "", 0));
    return time.candidates()[0].algorithm == Algorithm::InSwitch;
  };
  CHECK_FALSE(has_in_switch(4, "nvlink4", 2));
  CHECK(has_in_switch(5, "nvlink4", 2));
  CHECK_FALSE(has_in_switch(5, "nvlink5", 2));
  CHECK(has_in_switch(6, "nvlink5", 4));
  CHECK_FALSE(has_in_switch(8, "nvlink5", 1));
  CHECK_FALSE(has_in_switch(8, "nvlink3", 2));
}

TEST_CASE("an algorithm may be chosen, peers may be untuned, rails may be crossed") {
  const RankGroup nodes = group_of(64, 8, "nvlink4", "infiniband-ndr", 50);
  for (const AlgorithmChoice choice : {AlgorithmChoice::Ring, AlgorithmChoice::Tree})
    for (const CollectiveCandidate& candidate :
         collective_time({.size = gib, .choice = choice}, nodes).candidates()) {
      const bool ring = candidate.algorithm == Algorithm::Ring;
      CHECK(ring == (choice == AlgorithmChoice::Ring));
    }
  const auto transfer = [&](CollectiveCall call) { return collective_time(call, nodes).best().transfer; };
  const CollectiveCall exchange{.kind = Collective::AllToAll, .size = gib};
  CollectiveCall other = exchange;
  other.tuned_peers = false;
  CHECK(transfer(other).base() == doctest::Approx(transfer(exchange).base() / 0.589));
  other = exchange;
  other.cross_rail = true;
  CHECK(transfer(other).base() == doctest::Approx(transfer(exchange).base() * 2.2));
}

// Two domains: each sends the message once. Three: an inner one serves two children.
TEST_CASE("the tree halves its rate from the third domain on") {
  const auto transfer = [](double domains) {
    return collective_time({.size = gib, .choice = AlgorithmChoice::Tree},
                           group_of(8 * domains, domains, "nvlink4", "infiniband-ndr", 50))
        .best()
        .transfer;
  };
  CHECK(transfer(3).base() == doctest::Approx(2 * transfer(2).base()));
}

// Public nccl-tests: 405 GB/s of bus bandwidth at 16 GiB on 20 racks of GB200, half of what two racks reach.
TEST_CASE("more than two NVL72 racks are joined by trees") {
  const auto bus_bandwidth = [](double racks) {
    const RankGroup group = group_of(72 * racks, racks, "nvlink5-nvl72", "infiniband-ndr", 50);
    const CollectiveTime time = collective_time({.size = 16 * gib}, group);
    CHECK((racks <= 2) == (time.candidates().size() == 3));
    return 2 * (group.ranks - 1) / group.ranks * (16 * gib / time.time()).in(gb_per_s);
  };
  CHECK(bus_bandwidth(20) == doctest::Approx(405).epsilon(0.1));
  CHECK(bus_bandwidth(2) == doctest::Approx(810).epsilon(0.15));
}

// Public sweeps: 40 to 45 us for a small all-reduce of eight A100, 161 us on two nodes of P4de.
TEST_CASE("small messages take their time on A100") {
  const auto small = [](double nodes) {
    return us(collective_time({.size = 1024 * byte}, group_of(8 * nodes, nodes, "nvlink3", "efa-v1-p4", 6.25))
                  .time());
  };
  CHECK(small(1) > 40);
  CHECK(small(1) < 45);
  CHECK(small(2) == doctest::Approx(161).epsilon(0.05));
}

TEST_CASE("groups of a plan find their links") {
  Fabric fabric;
  fabric.accelerator = find_by_id(test::catalog().accelerators, "h100-sxm");
  fabric.scale_up = link("nvlink4");
  fabric.scale_out = link("efa-v2-p5");
  fabric.scale_up_domain = 8;
  fabric.scale_out_per_gpu = 50 * gb_per_s;
  // C2 and C8 of the worked examples.
  CHECK(us(group_collective(Collective::AllReduce, 64 * mib, {8, 1}, fabric).time()) ==
        doctest::Approx(349.2746148024096).epsilon(1e-6));
  CHECK(us(group_collective(Collective::AllReduce, 16 * mib, {16, 1}, fabric).time()) ==
        doctest::Approx(301.86163052014183).epsilon(1e-6));
  // Data parallel with eight-way tensor parallelism: one rank in each domain.
  const RankGroup spread = rank_group({16, 8}, fabric);
  CHECK(spread.domains == 16);
  CHECK(spread.per_domain() == 1);
}

}  // namespace
}  // namespace trireme
