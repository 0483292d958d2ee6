// What a model amounts to, as the page shows it.
// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/report/model_report.h"
#include "tests/support/problems.h"

namespace trireme {
namespace {

const Figure& figure(const ModelReport& report, std::string_view id) {
  for (const Figure& f : report.figures)
    if (f.id == id) return f;
  FAIL("no figure " << id);
  return report.figures.front();
}

std::string cell(const ModelReport& report, std::string_view table, std::string_view row,
                 std::size_t column) {
  for (const Table& t : report.tables)
    for (const auto& cells : t.rows)
      if (t.id == table && cells.front() == row) return cells[column];
  return "";
}

TEST_CASE("figures, tables and curve of a known model") {
  const ModelReport report = model_report(*find_by_id(test::catalog().models, "llama-3.1-8b"));
  REQUIRE(report.ok);
  CHECK(report.summary == "32 layers, hidden size 4,096, vocabulary 128,256, context 131,072");
  CHECK(figure(report, "params_total").number == 8030261248);
  CHECK(figure(report, "params_total").value == "8.03");
  CHECK(figure(report, "params_total").unit == "B");
  CHECK(figure(report, "kv_bytes_per_token").number == 131072);
  CHECK(figure(report, "weights").value == "16.1");  // 2 bytes each
  CHECK(cell(report, "model-parameters", "Total", 1) == "8,030,261,248");
  // Without 2 × 128,256 × 4,096 of embedding and head.
  CHECK(cell(report, "model-parameters", "Total without embeddings", 1) == "6,979,588,096");
  CHECK(cell(report, "model-weights", "8 bit", 1) == "8.030");
  CHECK(cell(report, "model-cache", "131,072", 1) == "16.00");  // 131,072 × 131,072 bytes
  REQUIRE(report.growth.size() > 50);
  CHECK(report.growth.front().bytes == 0);
  CHECK(report.growth.back().context == 131072);
  CHECK(report.growth.back().bytes == doctest::Approx(131072.0 * 131072));
  CHECK(report.growth.back().without_windows == doctest::Approx(131072.0 * 131072));
}

TEST_CASE("the curve of a model with windows bends, and keeps its distance from an engine without them") {
  const ModelReport report = model_report(*find_by_id(test::catalog().models, "gemma-3-27b"));
  REQUIRE(report.ok);
  for (std::size_t i = 1; i < report.growth.size(); ++i) {
    CHECK(report.growth[i].bytes >= report.growth[i - 1].bytes);
    CHECK(report.growth[i].bytes <= report.growth[i].without_windows * (1 + 1e-12));
  }
  CHECK(report.growth.back().without_windows > 4 * report.growth.back().bytes);
}

TEST_CASE("an import that failed has issues and no figures, one that guessed has both") {
  const ModelReport broken = model_report(import_hf_config("{\"hidden_size\": -1}"));
  CHECK_FALSE(broken.ok);
  CHECK(has_error(broken.issues));
  CHECK(broken.figures.empty());
  const ModelReport guessed = model_report(import_hf_config(
      R"({"model_type": "never-heard-of", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
          "intermediate_size": 128, "vocab_size": 100})"));
  CHECK(guessed.ok);
  CHECK_FALSE(guessed.issues.empty());
  CHECK_FALSE(guessed.figures.empty());
}

TEST_CASE("every model of the catalog has a report without empty cells") {
  for (const Model& model : test::catalog().models) {
    const ModelReport report = model_report(model);
    CHECK_MESSAGE(report.ok, model.id);
    for (const Table& table : report.tables)
      for (const auto& row : table.rows) {
        CHECK_MESSAGE(row.size() == table.columns.size(), model.id);
        CHECK_MESSAGE(std::none_of(row.begin(), row.end(), [](const std::string& c) { return c.empty(); }),
                      model.id);
      }
    for (const Figure& f : report.figures) CHECK_MESSAGE(!f.value.empty(), model.id);
  }
}

}  // namespace
}  // namespace trireme
