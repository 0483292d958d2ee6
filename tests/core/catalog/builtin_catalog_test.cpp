// The embedded catalog: complete, cited, and right in the values that were checked by hand.
// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "core/catalog/entry_reader.h"
#include "core/catalog/number_unit.h"
#include "core/workload/parameters.h"
#include "tests/core/catalog/support.h"

namespace trireme {
namespace {

using test::catalog;

template <class T>
void check_citations(const std::vector<T>& entries) {
  for (const T& entry : entries) {
    CAPTURE(entry.id);
    CHECK_FALSE(entry.name.empty());
    CHECK_FALSE(entry.provenance.facts.empty());
    for (const Fact& fact : entry.provenance.facts) {
      CAPTURE(fact.name);
      CHECK(unit_of_number(fact.name) != nullptr);
      REQUIRE_FALSE(fact.source.empty());
      const Source* source = find_source(entry.provenance, fact.source);
      REQUIRE(source != nullptr);
      CHECK_FALSE(source->title.empty());
      CHECK(is_iso_date(source->date));
    }
  }
}

TEST_CASE("the embedded catalog has no faults") {
  const Checked<Catalog> checked = builtin_catalog();
  CHECK_MESSAGE(checked.issues.empty(), test::listed(checked.issues));
  REQUIRE(checked.ok());
  CHECK(checked.value->accelerators.size() >= 27);
  CHECK(checked.value->links.size() >= 37);
  CHECK(checked.value->instances.size() >= 27);
  CHECK(checked.value->models.size() >= 110);
  CHECK(checked.value->stacks.size() >= 5);
  CHECK(checked.value->engines.size() >= 5);
}

TEST_CASE("every number has a unit, a kind, and a source with a date") {
  check_citations(catalog().accelerators);
  check_citations(catalog().links);
  check_citations(catalog().instances);
  check_citations(catalog().models);
  check_citations(catalog().stacks);
  check_citations(catalog().engines);
}

TEST_CASE("every price has region, kind, date and source") {
  for (const Instance& instance : catalog().instances) {
    CAPTURE(instance.id);
    for (const Price& price : instance.prices) {
      CHECK(price.usd_per_hour > Usd{});
      CHECK_FALSE(price.region.empty());
      CHECK_FALSE(price.kind.empty());
      CHECK_FALSE(price.source.empty());
      CHECK(is_iso_date(price.date));
    }
  }
}

TEST_CASE("ids and aliases are unique, whatever their case") {
  const auto check = [](const auto& entries) {
    std::set<std::string> seen;
    for (std::string_view name : known_names(entries)) {
      std::string lower;
      for (char c : name) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
      CHECK_MESSAGE(seen.insert(lower).second, name);
    }
  };
  check(catalog().accelerators);
  check(catalog().links);
  check(catalog().instances);
  check(catalog().models);
  check(catalog().stacks);
  check(catalog().engines);
}

TEST_CASE("accelerators have the values of the datasheets and of the driver") {
  using namespace unit;
  const Accelerator& h100 = *find_by_id(catalog().accelerators, "h100-sxm");
  CHECK(h100.bf16_dense.in(tflop / second) == doctest::Approx(989.4));
  CHECK(h100.fp8_dense.in(tflop / second) == doctest::Approx(1979));
  CHECK(h100.hbm_bandwidth.in(gb / second) == doctest::Approx(3350));
  CHECK(h100.memory_nominal.in(gb) == doctest::Approx(80));
  CHECK(h100.memory_visible.in(mib) == doctest::Approx(81559).epsilon(1e-4));
  CHECK(h100.scale_up_bandwidth.in(gb / second) == doctest::Approx(450));
  CHECK(h100.calibrated);

  const Accelerator& b200 = *find_by_id(catalog().accelerators, "b200");
  CHECK(b200.memory_visible.in(gib) == doctest::Approx(179.06));
  CHECK(b200.memory_visible.in(gb) == doctest::Approx(192.27).epsilon(1e-4));
  CHECK(b200.memory_usable() < b200.memory_visible);

  const Accelerator& b300 = *find_by_id(catalog().accelerators, "b300");
  CHECK(b300.fp4_dense.in(tflop / second) == doctest::Approx(13500));
  CHECK(b300.bf16_dense == b200.bf16_dense);
  CHECK(b300.memory_visible.in(mib) == doctest::Approx(275040).epsilon(1e-4));
  // Visible on p4d, as users report it: less than the label.
  CHECK(find_by_id(catalog().accelerators, "a100-40-sxm")->memory_visible.in(gib) == doctest::Approx(39.39));
  // Ridge points of BF16 over HBM: H100 295, H200 206 FLOP per byte (public report D13 of a similar tool).
  const Accelerator& h200 = *find_by_id(catalog().accelerators, "h200");
  CHECK((h100.bf16_dense / h100.hbm_bandwidth).base() == doctest::Approx(295.3).epsilon(1e-3));
  CHECK((h200.bf16_dense / h200.hbm_bandwidth).base() == doctest::Approx(206.1).epsilon(1e-3));
  CHECK(find_by_id(catalog().accelerators, "h20")->bf16_dense.in(tflop / second) == doctest::Approx(148));
}

TEST_CASE("kernel laws have the fitted constants in the right units") {
  const KernelLaws& h100 = find_by_id(catalog().accelerators, "h100-sxm")->laws;
  const GemmLaw& bf16 = h100.gemm[static_cast<int>(MatrixFormat::Bf16)];
  CHECK(bf16.t0.base() == doctest::Approx(3.22e-6));
  CHECK(bf16.compute_efficiency == 0.8009);
  CHECK(bf16.memory_efficiency == 0.8534);
  CHECK(bf16.tau.base() == doctest::Approx(4.761e-10));
  CHECK(bf16.k0 == 65.1);
  CHECK(h100.attention.t0.base() == doctest::Approx(12e-6));
  CHECK(h100.attention.phi == 1.824);
  CHECK(h100.attention.s0 == 674.6);
  CHECK(h100.training.gemm == 1.11);
  CHECK(h100.training.attention_backward == 3.66);
  CHECK_FALSE(h100.gemm[static_cast<int>(MatrixFormat::Fp4)].present());

  const KernelLaws& gb300 = find_by_id(catalog().accelerators, "gb300")->laws;
  CHECK(gb300.gemm[static_cast<int>(MatrixFormat::Fp4)].compute_efficiency == 0.3859);
  CHECK(gb300.training.gemm == 1.07);
  CHECK(find_by_id(catalog().accelerators, "a100-80-sxm")->laws.training.attention_forward == 1.45);
}

TEST_CASE("parts without measured kernels say whose laws they use, as an assumption") {
  for (const char* id : {"trainium2", "tpu-v5p", "mi300x", "h800-sxm", "l40s"}) {
    CAPTURE(id);
    const Accelerator* part = find_by_id(catalog().accelerators, id);
    REQUIRE(part != nullptr);
    CHECK_FALSE(part->calibrated);
    CHECK(find_by_id(catalog().accelerators, part->laws_from) != nullptr);
    const Fact* fact = find_fact(part->provenance, "laws.gemm.bf16.t0_us");
    REQUIRE(fact != nullptr);
    CHECK(fact->kind == SourceKind::Assumption);
  }
}

TEST_CASE("instances keep GPU and node, one direction and both apart") {
  using namespace unit;
  const Instance& p5 = *find_by_id(catalog().instances, "p5.48xlarge");
  CHECK(p5.scale_out_bandwidth.in(gb / second) == doctest::Approx(400));
  CHECK(p5.scale_out_per_accelerator().in(gb / second) == doctest::Approx(50));
  CHECK(p5.network_interfaces == 32);
  const Instance& p6 = *find_by_id(catalog().instances, "p6-b300.48xlarge");
  CHECK(p6.scale_out_per_accelerator().in(gb / second) == doctest::Approx(100));
  CHECK(find_by_id(catalog().instances, "p5en.48xlarge")->scale_out_link == "efa-v3-p5en");
  // DGX A100: eight HDR ports of 200 Gbit/s; DGX H100: eight of 400.
  CHECK(find_by_id(catalog().instances, "dgx-a100")->scale_out_per_accelerator().in(gb / second) ==
        doctest::Approx(25));
  CHECK(find_by_id(catalog().instances, "dgx-h100")->scale_out_per_accelerator().in(gb / second) ==
        doctest::Approx(50));
}

TEST_CASE("a rack of GB200 is one scale-up domain of many instances") {
  const Instance& tray = *find_by_id(catalog().instances, "gb200-nvl72");
  CHECK(tray.accelerators == 4);
  CHECK(tray.scale_up_domain == 72);
  CHECK(find_by_id(catalog().instances, "gb300-nvl72")
            ->scale_out_per_accelerator()
            .in(unit::gb / unit::second) == doctest::Approx(100));
  CHECK(find_by_id(catalog().instances, "u-p6e-gb200x72")->accelerators == 72);
}

// The list of 20 July 2026; public reports give 63.30 USD/h for p5en.
TEST_CASE("prices are those of the list") {
  const auto on_demand = [](const char* id) {
    for (const Price& price : find_by_id(catalog().instances, id)->prices)
      if (price.kind == "on_demand" && price.region == "us-east-1") return price.usd_per_hour.in(unit::usd);
    return 0.0;
  };
  CHECK(on_demand("p5en.48xlarge") == doctest::Approx(63.30).epsilon(1e-4));
  CHECK(on_demand("p5.48xlarge") == doctest::Approx(55.04));
  CHECK(on_demand("p6-b200.48xlarge") == doctest::Approx(113.9328));
  CHECK(on_demand("p6-b300.48xlarge") == doctest::Approx(142.416));
  CHECK(on_demand("p4de.24xlarge") == doctest::Approx(27.44705));
}

TEST_CASE("stacks have the constants of the training calibration") {
  const Stack& megatron = *find_by_id(catalog().stacks, "megatron-core");
  CHECK(megatron.host_per_layer.base() == doctest::Approx(894e-6));
  CHECK(megatron.host_per_tp_layer.base() == doctest::Approx(3.58e-3));
  CHECK(megatron.host_per_step.base() == doctest::Approx(38.6e-3));
  CHECK(megatron.tp_exposed_share == 0.286);
  CHECK(megatron.quantise_bytes_of(Precision::Fp8Current) == 6);
  CHECK(megatron.quantise_bytes_of(Precision::Bf16) == 0);
  CHECK(megatron.memory_overhead.in(unit::gb) == doctest::Approx(1));
  CHECK_FALSE(megatron.validation.empty());
  CHECK_FALSE(find_by_id(catalog().stacks, "megatron-deepspeed")->fused_attention);
}

TEST_CASE("counted parameters meet the published total within 1 %, or the file says why not") {
  for (const Model& model : catalog().models) {
    CAPTURE(model.id);
    if (model.published_parameters == 0) continue;
    const double counted = parameter_count(model).total;
    CAPTURE(counted);
    const double difference = std::fabs(counted / model.published_parameters - 1);
    const Fact* published = find_fact(model.provenance, "published_parameters");
    REQUIRE(published != nullptr);
    CHECK((difference <= 0.01 || !published->note.empty()));
    CHECK(difference < 0.11);  // a vision tower at most
  }
}

// Exact counts of the released weights.
TEST_CASE("reference models have exactly the parameters of their weights") {
  const auto total = [](const char* id) {
    return parameter_count(*find_by_name(catalog().models, id)).total;
  };
  CHECK(total("llama-3.1-8b") == 8030261248);
  CHECK(total("llama-3.1-70b") == 70553706496);
  CHECK(total("llama-3.1-405b") == 405853388800);
  CHECK(total("llama-2-70b") == 68976648192);
  CHECK(total("llama-2-7b") == 6738415616);
  CHECK(total("qwen3-32b") == 32762123264);
  CHECK(total("mixtral-8x7b") == 46702792704);
  CHECK(total("deepseek-v3") == 671026419200);
  CHECK(parameter_count(*find_by_id(catalog().models, "mixtral-8x7b")).active == 12879925248);
}

TEST_CASE("names in common use find their entries") {
  // No structured binding: Clang 14 cannot capture one in a lambda, which CAPTURE is.
  for (const auto& pair : {std::pair{"H100", "h100-sxm"},
                           {"h200", "h200"},
                           {"A100", "a100-80-sxm"},
                           {"GB200 NVL72", "gb200"},
                           {"MI300X", "mi300x"}}) {
    CAPTURE(pair.first);
    const Accelerator* part = find_by_name(catalog().accelerators, pair.first);
    REQUIRE(part != nullptr);
    CHECK(part->id == pair.second);
  }
  CHECK(find_by_name(catalog().accelerators, "h1000") == nullptr);
  CHECK(find_by_name(catalog().models, "meta-llama/Llama-3.1-8B")->id == "llama-3.1-8b");
}

}  // namespace
}  // namespace trireme
