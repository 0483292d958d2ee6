// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/base/number_text.h"
#include "core/base/units.h"

using namespace trireme;

TEST_CASE("Quantities convert between decimal and binary units only by name") {
  CHECK((80 * unit::gib).in(unit::gb) == doctest::Approx(85.89934592));
  CHECK((400.0 * unit::gbit / unit::second).in(unit::gb / unit::second) == 50.0);
  CHECK((2.0 * unit::hour).in(unit::second) == 7200.0);
}

TEST_CASE("Products and quotients of quantities have the right dimension") {
  const Seconds time = 10 * unit::gb / (5.0 * unit::gb / unit::second);
  CHECK(time.in(unit::second) == 2.0);
  const double ratio = (6 * unit::gb) / (3 * unit::gb);
  CHECK(ratio == 2.0);
  CHECK(((3.0 * unit::gb / unit::second) * (2.0 * unit::second)).in(unit::gb) == 6.0);
}

TEST_CASE("Exact text reads back to the same number") {
  for (const double value : {0.1, 1.0 / 3, 1e-300, 15.6e12, -2.5, 405853388800.0, 9007199254740993.0})
    CHECK(parse_number(exact_text(value)) == value);
  CHECK(exact_text(15.6e12) == "15600000000000");
  CHECK(exact_text(50) == "50");
  CHECK(exact_text(0.0072) == "0.0072");
  CHECK(exact_text(1e20) == "1e+20");
  CHECK(exact_text(0) == "0");
  CHECK(exact_text(std::nan("")) == "null");
}

TEST_CASE("Only whole finite decimal numbers are read") {
  CHECK(parse_number("1e3") == 1000.0);
  CHECK(parse_number("-2.5") == -2.5);
  for (const char* bad : {"", " 1", "1 ", "1 GB", "nan", "inf", "0x10", "1e999", "--1", "1,000"})
    CHECK_MESSAGE(!parse_number(bad), bad);
}

TEST_CASE("Numbers for people have three significant digits") {
  CHECK(significant(19.04) == "19.0");
  CHECK(significant(3440.4) == "3,440");
  CHECK(significant(0.01884) == "0.0188");
  CHECK(significant(9.996) == "10.0");
  CHECK(significant(999.6) == "1,000");
  CHECK(significant(0) == "0");
  CHECK(significant(std::numeric_limits<double>::infinity()) == "\u2013");
  CHECK(fixed(1234567.891, 2) == "1,234,567.89");
  CHECK(fixed(-1234.5, 1) == "-1,234.5");
  CHECK(grouped(405853388800.0) == "405,853,388,800");
  CHECK(short_count(405853388800.0) == "406 B");
  CHECK(short_count(15.6e12) == "15.6 T");
  CHECK(short_count(512) == "512");
}

TEST_CASE("Durations switch to the unit a person would use") {
  CHECK(duration_text(4.29e-10) == "0.429 ns");
  CHECK(duration_text(38.1e-6) == "38.1 \u00b5s");
  CHECK(duration_text(0.212) == "212 ms");
  CHECK(duration_text(0.9997) == "1.00 s");
  CHECK(duration_text(119) == "119 s");
  CHECK(duration_text(600) == "10.0 min");
  CHECK(duration_text(86400 * 27.3) == "27.3 days");
}
