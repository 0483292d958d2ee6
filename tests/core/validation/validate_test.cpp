// SPDX-License-Identifier: MIT
// Tables of measured runs: statistics, faults, kinds.
#include <doctest/doctest.h>

#include <cmath>

#include "core/report/validation_report.h"
#include "core/validation/error_statistics.h"
#include "core/validation/validate.h"
#include "tests/support/problems.h"

namespace trireme {
namespace {

MeasuredTable gemm_table(std::vector<std::vector<std::string>> rows) {
  MeasuredTable table{"gemm_h100_sxm.csv", {"m", "n", "k", "dtype", "latency_us"}, {}};
  for (auto& cells : rows) table.rows.push_back({table.rows.size() + 2, std::move(cells)});
  return table;
}

// numpy.quantile of |ratio - 1| = 0, 0.1, 0.1, 0.5, and of the logarithms, by hand.
TEST_CASE("error statistics are those of numpy") {
  const ErrorStatistics s = error_statistics({1.1, 0.9, 1.5, 1.0});
  CHECK(s.rows == 4);
  CHECK(s.median == doctest::Approx(0.1));
  CHECK(s.p90 == doctest::Approx(0.38));  // 0.7 of the way from 0.1 to 0.5
  CHECK(s.mean == doctest::Approx(0.175));
  CHECK(s.bias == doctest::Approx(0.5 * std::log(1.1)));
  CHECK(s.within == doctest::Approx(0.75));
  CHECK(error_statistics({}).rows == 0);
  CHECK(error_statistics({2.0}).p90 == doctest::Approx(1));
}

TEST_CASE("a fault of a table names line and column") {
  const auto first_issue = [](const MeasuredTable& table) {
    const Checked<Validation> checked = validate(table, test::catalog());
    REQUIRE_FALSE(checked.ok());
    return checked.issues[0].path + ": " + checked.issues[0].message;
  };
  CHECK(first_issue(gemm_table({{"1", "2", "x", "bfloat16", "3"}})) ==
        "line 2, column k: 'x' is not a number");
  CHECK(first_issue(gemm_table({{"1", "2", "3", "bfloat16", "4"}, {"1", "2", "3", "fp8", "-4"}})) ==
        "line 3, column latency_us: '-4' is not a number above zero");
  CHECK(first_issue(gemm_table({{"1", "2"}})) == "line 2: 2 cells, but the header has 5");
  CHECK(first_issue(gemm_table({})) == "line 1: there is no row below the header");

  MeasuredTable table = gemm_table({{"1", "2", "3", "fp8", "4"}});
  table.columns[3] = "type";
  CHECK(first_issue(table) == "line 1: column 'dtype' is missing from the header");
  table.columns[3] = "m";
  CHECK(first_issue(table) == "line 1: column 'm' is there twice");
  table = gemm_table({{"1", "2", "3", "fp8", "4"}});
  table.name = "gemm.csv";
  CHECK(first_issue(table).find("gemm_h100_sxm.csv") != std::string::npos);
  table.columns = {"a", "b", "c", "d", "e"};
  CHECK(first_issue(table).find("no known kind") != std::string::npos);
}

TEST_CASE("rows without a law are skipped with a reason, the others are reported") {
  const MeasuredTable table = gemm_table({{"4096", "4096", "4096", "bfloat16", "190"},
                                          {"1", "1", "1", "nvfp4", "4"},
                                          {"", "1", "1", "fp8", "4"}});
  const Checked<Validation> checked = validate(table, test::catalog());
  REQUIRE(checked.ok());
  const Validation& validation = *checked.value;
  CHECK(validation.kind == "gemm");
  CHECK(validation.rows == 3);
  CHECK(validation.evaluated() == 1);
  REQUIRE(validation.skipped.size() == 2);
  CHECK(validation.skipped[0].id == "line 3");
  CHECK(validation.skipped[0].reason == "h100-sxm has no law for nvfp4");
  // 3.22 us + sqrt(tc^2 + tm^2 + ts^2), tc = 2 4096^2 (4096 + 65.1)/(989.4e6 x 0.8009) = 176.20 us,
  // tm = 6 4096^2/(3.35e6 x 0.8534) = 35.21 us, ts = 1.95 us.
  REQUIRE(validation.metrics[0].rows.size() == 1);
  CHECK(validation.metrics[0].rows[0].predicted * 1e6 == doctest::Approx(182.915).epsilon(1e-4));
  CHECK(validation_rows(validation).rows[0][1] == "line 2");
  const std::string json = validation_json(checked);
  for (const char* key :
       {"\"ok\": true", "\"kind\": \"gemm\"", "\"rows\": 3", "\"evaluated\": 1", "\"median_abs_rel_error\"",
        "\"p90_abs_rel_error\"", "\"bias\"", "\"by\"", "\"skipped\""})
    CHECK_MESSAGE(json.find(key) != std::string::npos, key);
}

}  // namespace
}  // namespace trireme
