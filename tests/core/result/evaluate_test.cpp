// SPDX-License-Identifier: MIT
#include "core/result/evaluate.h"

#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/support/problems.h"

using namespace trireme;

namespace {

std::atomic<long> allocations{0};

}  // namespace

// Counts every allocation of the test program.
void* operator new(std::size_t size) {
  ++allocations;
  void* memory = std::malloc(size > 0 ? size : 1);
  if (!memory) std::abort();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

TEST_CASE("An evaluation does not allocate") {
  for (const test::WorkedExample& example : test::worked_examples) {
    const Problem p = test::problem_of(example);
    const long before = allocations;
    const Result result = evaluate(p);
    CHECK(allocations == before);
    CHECK(result.step > Seconds{});
  }
}

TEST_CASE("The counter of allocations counts") {
  const long before = allocations;
  const std::string text(1000, 'x');
  CHECK(text.size() == 1000);
  CHECK(allocations > before);
}

// 10^12 tokens at the rate of the cluster, by hand: rate = batch * sequence / step.
TEST_CASE("Rates, days and bill follow from the step") {
  Scenario scenario;
  scenario.run = {1e12, 50};
  const Problem p = test::problem_of(scenario);
  const Result r = evaluate(p);
  const double rate = 1536.0 * 8192 / r.step.base();
  CHECK(r.tokens_per_second == doctest::Approx(rate));
  CHECK(r.tokens_per_second_per_gpu == doctest::Approx(rate / 1024));
  CHECK(r.days == doctest::Approx(1e12 / rate / 86400));
  CHECK(r.usd == doctest::Approx(1e12 / rate / 3600 * 128 * 50));
  CHECK(r.mfu == doctest::Approx(p.model_flops_per_token * rate / 1024 / 1979e12));
}
