// SPDX-License-Identifier: MIT
// Laws of accuracy, and the comparison of models at equal cost.
#include "core/regime/accuracy.h"

#include <doctest/doctest.h>

using namespace trireme;

namespace {

const CoverageCurve& curve(std::string_view model) {
  for (const CoverageCurve& c : coverage_curves())
    if (c.model == model) return c;
  FAIL("no such curve");
  return coverage_curves()[0];
}

}  // namespace

// Inference specification, section 10.3: (1.64/1.31)^(1/0.236) = 2.6, and the 2.5B model costs a 4.8th: 32 %
// against the 12B model's 29 %, of which the fit makes 27 %.
TEST_CASE("Codex 2.5B with more samples beats 12B at equal cost") {
  const EqualCost c = at_equal_cost(curve("Codex-2.5B").law, curve("Codex-12B").law, 4.8);
  CHECK(c.needed == doctest::Approx(2.6).epsilon(0.02));
  CHECK(c.small_wins());
  CHECK(c.small == doctest::Approx(0.32).epsilon(0.02));
  CHECK(c.large == doctest::Approx(0.27).epsilon(0.01));
}

// (2.14/1.31)^(1/0.156) = 23 < 40: 30 %, about equal.
TEST_CASE("Codex 300M needs 23 samples for one of 12B") {
  const EqualCost c = at_equal_cost(curve("Codex-300M").law, curve("Codex-12B").law, 40);
  CHECK(c.needed == doctest::Approx(23).epsilon(0.02));
  CHECK(c.small == doctest::Approx(0.30).epsilon(0.01));
  CHECK(c.small < curve("Codex-12B").predict(1).high);
}

TEST_CASE("Samples that match are those at which the coverages are equal") {
  const CoverageLaw small = curve("Codex-300M").law, large = curve("Codex-2.5B").law;
  double before = 0;
  for (const double n : {1.0, 4.0, 64.0}) {
    const double needed = samples_to_match(small, large, n);
    CHECK(small.at(needed * n) == doctest::Approx(large.at(n)));
    CHECK(needed > before);  // the larger model's curve is steeper
    before = needed;
  }
}

// R1-Distill-7B: 55.5 % alone on AIME 2024, 83.3 % by vote of 64; R1-Zero 71.0 and 86.7.
TEST_CASE("Majority of 64 from one sample is within its error on DeepSeek's models") {
  CHECK(majority_at_64(0.710) == doctest::Approx(0.867).epsilon(0.03));
  CHECK(majority_at_64(0.555) > 0.833 - 2 * majority_error);
  for (const double p : {0.1, 0.3, 0.6}) {
    CHECK(majority(p, 1) == doctest::Approx(p));
    CHECK(majority(p, 64) == doctest::Approx(majority_at_64(p)));
    CHECK(majority(p, 16) > majority(p, 4));
    CHECK(majority(p, 1e6) < 1);
  }
}

// A vote saturates: Llama-3-8B on MATH 40.5 at 100 samples and 41.4 at 10,000, coverage 82.9 and 98.4
// (arXiv 2407.21787).
TEST_CASE("beyond 100 samples a vote gains little where coverage gains much") {
  const double single = 0.3;
  CHECK(majority(single, 10000) - majority(single, 100) < 0.02);
  // Through both points: A 100^-b = -ln 0.829 = 0.1875 and A 10000^-b = -ln 0.984 = 0.0161.
  const CoverageLaw law{2.18, 0.533};
  CHECK(law.at(100) == doctest::Approx(0.829).epsilon(0.001));
  CHECK(law.at(10000) == doctest::Approx(0.984).epsilon(0.001));
  CHECK(samples_to_match(law, law, 100) == doctest::Approx(1));
}

TEST_CASE("Best of N lies between vote and coverage") {
  CHECK(best_of_n(0.5, 0.8, 0) == 0.5);
  CHECK(best_of_n(0.5, 0.8, 1) == 0.8);
  CHECK(best_of_n(0.5, 0.8, 0.5) == doctest::Approx(0.65));
  CHECK(best_of_n(0.5, 0.4, 0.5) == 0.5);  // a vote above the coverage law is one of the laws' errors
}

TEST_CASE("Laws rise and stay in their bounds") {
  for (const CoverageCurve& c : coverage_curves()) {
    double before = 0;
    for (double n = 1; n < 1e7; n *= 3) {
      const Prediction p = c.predict(n);
      CHECK(p.value > before);
      CHECK(p.low <= p.value);
      CHECK(p.value <= p.high);
      CHECK(p.high <= 1);
      before = p.value;
    }
  }
  for (const ThinkingCurve& c : thinking_curves()) {
    CHECK(c.law.at(1e9) <= c.law.ceiling);
    CHECK(c.law.at(c.law.half_tokens) == doctest::Approx(c.law.ceiling / 2));
  }
}

TEST_CASE("A prediction outside the measured range says so and is less sure") {
  const CoverageCurve& c = curve("Codex-12B");
  const Prediction inside = c.predict(10), outside = c.predict(1000);
  CHECK_FALSE(inside.extrapolated);
  CHECK(outside.extrapolated);
  CHECK(outside.high - outside.low > inside.high - inside.low);
  CHECK(inside.high - inside.value == doctest::Approx(0.0359));
  CHECK(outside.value - outside.low == doctest::Approx(0.0359 + 0.0937));
}
