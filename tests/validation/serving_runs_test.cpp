// SPDX-License-Identifier: MIT
// Predicted against measured serving runs. The table of the README is made here.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/regime/serve.h"
#include "core/validation/serve_runs.h"
#include "tests/support/error_table.h"

using namespace trireme;

namespace {

const MeasuredTable& table_of_runs() {
  static const MeasuredTable table = test::read_table("tests/validation/serving/runs.csv");
  return table;
}

const Validation& validation() {
  static const Validation result = test::validated(table_of_runs());
  return result;
}

const Metric& metric(std::string_view id) {
  for (const Metric& m : validation().metrics)
    if (m.id == id) return m;
  REQUIRE_MESSAGE(false, std::string(id));
  return validation().metrics[0];
}

// A measured run and what the model says of it.
struct Point {
  ServeRun run;
  ServingTimes times;
};

const std::vector<Point>& points() {
  static const std::vector<Point> list = [] {
    std::vector<Point> made;
    Issues issues;
    for (ServeRun& run : read_serve_runs(table_of_runs(), test::catalog(), issues).runs) {
      ServingTimes times = serving_times(run.problem);
      if (times.memory.fits()) made.push_back({std::move(run), times});
    }
    return made;
  }();
  return list;
}

// --- order ---

enum class Varied { Concurrency, Tensor, Length, Gpu };

// What else a run is; equal for all runs of a sweep.
std::string sweep_of(const ServeRun& run, Varied varied) {
  const Serving& s = run.problem.serving;
  std::string key = run.source + "," + run.model + "," + run.precision + "," + run.framework;
  const auto add = [&](double value) { key += "," + exact_text(value); };
  const auto whole = [](std::int64_t value) { return static_cast<double>(value); };
  add(whole(s.pipeline)), add(static_cast<int>(s.load)), add(s.rate), add(whole(s.prefill_engines));
  if (varied != Varied::Gpu) key += "," + run.gpu;
  if (varied != Varied::Length) add(s.prompt), add(s.output);
  if (varied != Varied::Concurrency) add(s.concurrency);
  if (varied != Varied::Tensor) {
    add(whole(s.tensor)), add(whole(s.expert)), add(whole(s.attention_data));
    add(whole(run.problem.accelerators()));
  } else {
    add(s.expert > 1 ? 1 : 0), add(whole(s.attention_data));
  }
  return key;
}

std::string varied_of(const ServeRun& run, Varied varied) {
  const Serving& s = run.problem.serving;
  switch (varied) {
    case Varied::Concurrency: return exact_text(s.concurrency);
    case Varied::Tensor: return std::to_string(s.tensor);
    case Varied::Length: return exact_text(s.prompt) + "," + exact_text(s.output);
    case Varied::Gpu: return run.gpu;
  }
  return {};
}

struct Pair {
  double measured = 0, predicted = 0;
};
Pair token_time(const Point& p) { return {p.run.tpot ? p.run.tpot->base() : 0, p.times.tpot.base()}; }
Pair throughput(const Point& p) {
  return {p.run.output_tokens_per_second.value_or(0), p.times.output_tokens_per_second};
}
Pair throughput_per_gpu(const Point& p) {
  const Pair whole = throughput(p);
  const double gpus = static_cast<double>(p.run.problem.accelerators());
  return {whole.measured / gpus, whole.predicted / gpus};
}

test::Ordering ordering(Varied varied, Pair (*value)(const Point&)) {
  std::map<std::string, std::vector<const Point*>> sweeps;
  for (const Point& point : points())
    if (value(point).measured > 0) sweeps[sweep_of(point.run, varied)].push_back(&point);
  test::Ordering result;
  for (const auto& [key, members] : sweeps)
    for (std::size_t i = 0; i < members.size(); ++i)
      for (std::size_t j = i + 1; j < members.size(); ++j) {
        if (varied_of(members[i]->run, varied) == varied_of(members[j]->run, varied)) continue;
        const Pair a = value(*members[i]), b = value(*members[j]);
        result.add(a.measured / b.measured, a.predicted / b.predicted);
      }
  return result;
}

std::string ordering_table() {
  struct Line {
    const char* label;
    Varied varied;
    Pair (*value)(const Point&);
  };
  std::string text = "| quantity | over | pairs | as measured |\n|---|---|--:|--:|\n";
  for (const Line& line :
       {Line{"time per output token | concurrency", Varied::Concurrency, token_time},
        Line{"time per output token | tensor parallelism", Varied::Tensor, token_time},
        Line{"time per output token | GPUs", Varied::Gpu, token_time},
        Line{"output tokens/s and GPU | tensor parallelism", Varied::Tensor, throughput_per_gpu},
        Line{"output tokens/s | batch", Varied::Concurrency, throughput},
        Line{"output tokens/s | lengths", Varied::Length, throughput}}) {
    const test::Ordering order = ordering(line.varied, line.value);
    text += "| " + std::string(line.label) + " | " + std::to_string(order.pairs) + " | " +
            fixed(order.share() * 100, 1) + " % |\n";
  }
  return text;
}

// --- engines ---

// "1.0.0rc3" of "TensorRT-LLM 1.0.0rc3"; nothing where none is printed. What a disaggregated run prints is
// the release of its front end.
std::string release_of(const ServeRun& run) {
  const std::size_t space = run.framework.find(' ');
  if (space == std::string::npos || run.problem.serving.prefill_engines > 0) return {};
  const std::string release = run.framework.substr(space + 1, run.framework.find(' ', space + 1) - space - 1);
  return release[0] >= '0' && release[0] <= '9' ? release : std::string();
}

std::string validation_of(const std::string& engine) {
  std::set<std::string> ids, releases;
  for (const Point& point : points())
    if (point.run.problem.engine.id == engine &&
        (point.run.tpot || point.run.ttft || point.run.output_tokens_per_second)) {
      ids.insert(point.run.id);
      if (const std::string release = release_of(point.run); !release.empty()) releases.insert(release);
    }
  std::string text = std::to_string(ids.size()) + " runs";
  if (!releases.empty()) {
    text += " of releases ";
    for (const std::string& release : releases) text += (release == *releases.begin() ? "" : ", ") + release;
    text += " and unstated ones";
  }
  text += "; median and 90th percentile of errors:";
  const char* separator = " ";
  const std::pair<const char*, const char*> quantities[] = {
      {"tpot", "time per output token"}, {"ttft", "first token"}, {"throughput", "output tokens/s"}};
  for (const auto& quantity : quantities) {
    const ErrorStatistics e =
        error_statistics(test::ratios_by(validation(), metric(quantity.first), "engine")[engine]);
    if (e.rows == 0) continue;
    text += separator + std::string(quantity.second) + " " + fixed(e.median * 100, 0) + " and " +
            fixed(e.p90 * 100, 0) + " % (" + std::to_string(e.rows) + ")";
    separator = ", ";
  }
  return text;
}

}  // namespace

TEST_CASE("serving runs are predicted as well as when the constants were fitted") {
  CHECK(validation().evaluated() >= 3300);
  const auto reached = [](const char* id, double median, double p90) {
    const ErrorStatistics e = test::errors(metric(id));
    CHECK_MESSAGE(e.median <= median, std::string(id) << " " << e.median);
    CHECK_MESSAGE(e.p90 <= p90, std::string(id) << " " << e.p90);
  };
  reached("tpot", 0.095, 0.22);
  reached("throughput", 0.07, 0.28);
  reached("ttft", 0.19, 0.62);
}

TEST_CASE("a static batch beyond the cache runs in waves") {
  const auto at = [](double batch) {
    for (const Point& point : points())
      if (point.run.id == "lib-0546") {
        Problem problem = point.run.problem;
        problem.serving.concurrency = batch;
        return serving_times(problem);
      }
    return ServingTimes{};
  };
  const double fits = std::floor(at(1).memory.max_batch);
  REQUIRE(fits >= 2);
  const ServingTimes one = at(fits), three = at(3 * fits);
  CHECK(one.memory_queue.base() == 0);
  CHECK(!one.saturated);
  CHECK(three.saturated);
  CHECK(three.output_tokens_per_second == doctest::Approx(one.output_tokens_per_second));
  CHECK(three.end_to_end.base() == doctest::Approx(2 * one.end_to_end.base()));  // mean of three waves
  // One sequence more than fits takes a second wave.
  CHECK(at(fits + 1).output_tokens_per_second < 0.8 * one.output_tokens_per_second);
}

TEST_CASE("serving sweeps are ordered as measured") {
  CHECK(ordering(Varied::Concurrency, token_time).share() >= 0.98);
  CHECK(ordering(Varied::Tensor, token_time).share() >= 0.94);
}

TEST_CASE("engines say what was measured of them") {
  for (const Engine& engine : test::catalog().engines) {
    const std::string file = "assets/catalog/engines/" + engine.id + ".json";
    std::string text = test::read_file(file);
    const std::string key = "\"validation\": \"";
    const std::size_t from = text.find(key) + key.size(), to = text.find('"', from);
    REQUIRE(to < text.size());
    const std::string made = validation_of(engine.id);
    if (test::updates_golden()) test::write_file(file, text.replace(from, to - from, made));
    else CHECK_MESSAGE(text.substr(from, to - from) == made, file);
  }
}

TEST_CASE("the table of serving runs and the README show what the models give today") {
  const Validation& v = validation();
  const std::vector<std::pair<const char*, const char*>> sections{{"tpot", "Time per output token"},
                                                                  {"throughput", "Output tokens per second"},
                                                                  {"ttft", "Time to first token"}};
  std::string text = "# Measured serving runs\n\n" + test::error_note +
                     "\nThe runs are in `runs.csv`, each with its source; the constants were fitted to them. "
                     "What is to be expected of\nruns that were not is in `cross_validation.md`. Throughput "
                     "counts where no latency was measured that it follows\nfrom. A batch is of an attention "
                     "rank.\n";
  std::string readme;
  for (const auto& section : sections) {
    const Metric& m = metric(section.first);
    text += "\n## " + std::string(section.second) + "\n\n" +
            test::error_table(v, {{"", &m}},
                              {"", "source", "gpu", "precision", "engine", "kind", "load", "batch", "model"});
    readme += "\n" + std::string(section.second) + ":\n\n" +
              test::error_table(v, {{"", &m}}, {"", "engine", "kind"});
  }
  text += "\n## Weights and cache\n\n" + test::error_table(v, {{"", &metric("memory")}}, {"", "precision"});
  text +=
      "\n## Order\n\nOf pairs within a sweep that differ in one thing, and by more than 5 % in what was "
      "measured, the share that is\nordered as measured.\n\n" +
      ordering_table();
  std::map<std::string, int> reasons;
  for (const SkippedRow& row : v.skipped) ++reasons[row.reason];
  text += "\n## Not evaluated\n\n" + std::to_string(v.evaluated()) + " of " + std::to_string(v.rows) +
          " rows are evaluated. The others:\n\n| reason | rows |\n|---|--:|\n";
  for (const auto& reason : reasons)
    text += "| " + reason.first + " | " + std::to_string(reason.second) + " |\n";
  test::check_generated("tests/validation/serving/table.md", text);
  test::check_readme("serving validation", readme);
}
