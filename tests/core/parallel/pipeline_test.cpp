// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/parallel/pipeline.h"
#include "core/parallel/placement.h"

using namespace trireme;

namespace {

// Event simulation of 1F1B: each stage runs min(stages - s, m) warm-up forwards, then one forward and one
// backward in turn, then the remaining backwards. Returns the makespan. Backward takes twice the forward.
double simulated_1f1b(int stages, int micro_batches, double forward) {
  const double backward = 2 * forward;
  std::vector<std::vector<double>> done_f(stages, std::vector<double>(micro_batches, -1));
  std::vector<std::vector<double>> done_b = done_f;
  std::vector<std::vector<std::pair<bool, int>>> order(stages);
  for (int s = 0; s < stages; ++s) {
    const int warm = std::min(stages - s - 1, micro_batches);
    for (int i = 0; i < warm; ++i) order[s].push_back({true, i});
    for (int i = warm; i < micro_batches; ++i)
      order[s].push_back({true, i}), order[s].push_back({false, i - warm});
    for (int i = micro_batches - warm; i < micro_batches; ++i) order[s].push_back({false, i});
  }
  std::vector<std::size_t> next(stages, 0);
  std::vector<double> free_at(stages, 0);
  for (bool moved = true; moved;) {
    moved = false;
    for (int s = 0; s < stages; ++s) {
      if (next[s] == order[s].size()) continue;
      const auto [is_forward, i] = order[s][next[s]];
      double ready = 0;
      if (is_forward) ready = s == 0 ? 0 : done_f[s - 1][i];
      else ready = s == stages - 1 ? done_f[s][i] : done_b[s + 1][i];
      if (ready < 0) continue;
      const double end = std::max(ready, free_at[s]) + (is_forward ? forward : backward);
      (is_forward ? done_f : done_b)[s][i] = end;
      free_at[s] = end;
      ++next[s];
      moved = true;
    }
  }
  return *std::max_element(free_at.begin(), free_at.end());
}

}  // namespace

TEST_CASE("The closed form of 1F1B agrees with an event simulation") {
  for (const int stages : {1, 2, 4, 8})
    for (const int micro_batches : {8, 16, 50}) {
      const PipelineTime time = pipeline_time({64, stages, 1}, 3.0 * unit::second, {});
      const double closed = micro_batches * time.slowest.base() + time.bubble.base();
      CHECK(closed == doctest::Approx(simulated_1f1b(stages, micro_batches, 1.0)));
    }
}

TEST_CASE("Interleaving divides the bubble by the virtual stages") {
  const PipelineTime plain = pipeline_time({64, 8, 1}, 2.0 * unit::second, {});
  const PipelineTime interleaved = pipeline_time({64, 8, 4}, 2.0 * unit::second, {});
  CHECK(interleaved.bubble.base() == doctest::Approx(plain.bubble.base() / 4));
  CHECK(plain.bubble.base() == doctest::Approx(14.0));
}

TEST_CASE("One stage has no bubble and holds the head") {
  const PipelineTime time = pipeline_time({32, 1, 1}, 2.0 * unit::second, 0.5 * unit::second);
  CHECK(time.slowest.base() == 2.5);
  CHECK(time.bubble == Seconds{});
}

// Llama 3.1 405B: 126 layers, embedding and head take a slot each of 8 x 16.
TEST_CASE("Layers that do not divide leave a slot to embedding and head") {
  const PipelineShape shape{126, 8, 8};
  CHECK(layers_on_stage(shape, 0) == 15);
  CHECK(layers_on_stage(shape, 1) == 16);
  CHECK(layers_on_stage(shape, 7) == 15);
}

TEST_CASE("Every layer is on exactly one stage, whatever the shape") {
  for (std::int64_t layers = 1; layers <= 130; ++layers)
    for (std::int64_t stages = 1; stages <= std::min<std::int64_t>(layers, 20); ++stages)
      for (const std::int64_t chunks : {1, 2, 5}) {
        if (stages * chunks > layers) continue;
        std::int64_t sum = 0;
        for (std::int64_t s = 0; s < stages; ++s) sum += layers_on_stage({layers, stages, chunks}, s);
        CHECK_MESSAGE(sum == layers, layers << " layers, " << stages << " stages, " << chunks << " chunks");
      }
}

// Narayanan et al. 2021: 1F1B keeps p micro-batches on the first stage, the interleaved schedule p (1 +
// (p-1)/(p v)).
TEST_CASE("Micro-batches in flight") {
  CHECK(in_flight({80, 8, 1}, 0, 100) == 8);
  CHECK(in_flight({80, 8, 1}, 7, 100) == 1);
  CHECK(in_flight({80, 8, 5}, 0, 100) == doctest::Approx(8 * (1 + 7.0 / 40)));
  CHECK(in_flight({80, 8, 5}, 0, 3) == 3);
}

TEST_CASE("Groups fall into scale-up domains by stride") {
  CHECK(!place({8, 1}, 8).crosses());
  CHECK(place({8, 2}, 8).domains == 2);
  CHECK(place({16, 4}, 8).per_domain == 2);
  CHECK(place({4, 8}, 8).per_domain == 1);
  CHECK(!place({64, 1}, 72).crosses());
}
