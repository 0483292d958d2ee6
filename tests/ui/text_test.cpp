// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "web/app/undo.h"
#include "web/charts/axis.h"
#include "web/theme/palette.h"
#include "web/views/workbench.h"
#include "web/widgets/choice.h"
#include "web/widgets/field_list.h"
#include "web/widgets/quantity_text.h"
#include "web/widgets/value_text.h"

namespace trireme {
namespace {

TEST_CASE("quantities are read as people write them") {
  CHECK(parse_quantity("1e12", "") == 1e12);
  CHECK(parse_quantity("15.6T", "tokens") == 15.6e12);
  CHECK(parse_quantity(" 15.6 T tokens ", "tokens") == 15.6e12);
  CHECK(parse_quantity("15,6", "") == 15.6);
  CHECK(parse_quantity("1,024", "") == 1024);
  CHECK(parse_quantity("1,024.5", "") == 1024.5);
  CHECK(parse_quantity("300,000,000", "") == 3e8);
  CHECK(parse_quantity("8Ki", "tokens") == 8192);
  CHECK(parse_quantity("8k", "") == 8000);
  CHECK(parse_quantity("98.32 USD/h", "USD/h") == 98.32);
  CHECK(parse_quantity("2\u202fT", "") == 2e12);
  for (const char* wrong :
       {"", "T", "two", "1,2,3", "1.2.3", "nan", "1e400", "1e308T", "tokens", ",5,", "0x10"})
    CHECK_MESSAGE(!parse_quantity(wrong, "tokens").has_value(), wrong);
}

TEST_CASE("what is displayed reads back to the same number") {
  for (double value :
       {0.0, 1.0, 8192.0, 15.6e12, 3e11, 123456789.0, 98.32, 0.1, 1e18, 16777216.0, 1.5e9, 2.0 / 3})
    CHECK(parse_quantity(quantity_text(value), "") == value);
  CHECK(quantity_text(15.6e12) == "15.6\u202fT");
  CHECK(quantity_text(8192) == "8,192");
}

TEST_CASE("a stepper goes to the next sensible number and stays within the range") {
  CHECK(stepped(128, 1, true, 1, 1024) == 256);
  CHECK(stepped(128, -1, true, 1, 1024) == 64);
  CHECK(stepped(1, -1, true, 1, 1024) == 1);
  CHECK(stepped(1024, 1, true, 1, 1024) == 1024);
  CHECK(stepped(15.6e12, 1, false, 1, 1e18) == 2e13);
  CHECK(stepped(15.6e12, -1, false, 1, 1e18) == 1e13);
  CHECK(stepped(1e13, -1, false, 1, 1e18) == 5e12);
  CHECK(stepped(0, 1, false, 0, 1e6) == 1);
}

TEST_CASE("ticks are round and few") {
  CHECK(tick_step(22.2, 5) == 5);
  CHECK(tick_step(39.1, 8) == 5);
  CHECK(tick_step(0.39, 4) == doctest::Approx(0.1));
  CHECK(tick_step(0, 5) == 0);
  CHECK(tick_text(2.5, 0.5) == "2.5");
  CHECK(tick_text(1000, 200) == "1,000");
}

TEST_CASE("a column of times keeps one unit") {
  CHECK(std::string(time_unit(19.04).symbol) == "s");
  CHECK(std::string(time_unit(0.4).symbol) == "ms");
  CHECK(std::string(time_unit(130).symbol) == "min");
  CHECK(column_text(0.004, time_unit(19)) == "<0.01");
  CHECK(column_text(0, time_unit(19)) == "0.00");
  CHECK(column_text(1234.5, {1, "s", "seconds", 2}) == "1,234.50");
  CHECK(key_text(11.8, time_unit(19)) == "11.8\u202fs");
  CHECK(key_text(0.3, time_unit(19)) == "0.30\u202fs");
  CHECK(whole_percent_text(0.624) == "62\u202f%");
}

TEST_CASE("values of terms are scaled to the unit a person would use") {
  CHECK(value_text(1.17e8, "B") == "117\u202fMB");
  CHECK(value_text(9e11, "B/s") == "900\u202fGB/s");
  CHECK(value_text(0.001, "s") == "1.00\u202fms");
  CHECK(value_text(64, "") == "64");
  CHECK(value_text(5.25, "") == "5.25");
  CHECK(value_text(1.979e15, "FLOP/s") == "1.98\u202fPFLOP/s");
  CHECK(formula_text("m * (t - 1)^2") == "m·(t \u2212 1)²");
}

TEST_CASE("the closed field leaves out what the list explains") {
  CHECK(short_label("Selective: core attention") == "Selective");
  CHECK(short_label("Distributed optimizer (ZeRO-1)") == "Distributed optimizer");
  CHECK(short_label("FP8, current scaling") == "FP8, current scaling");
}

TEST_CASE("options are found by name, id and detail, whatever the case") {
  const std::vector<Option> options{{"p5.48xlarge", "p5.48xlarge", "8 × H100"},
                                    {"dgx-a100", "DGX A100", "8 × A100"}};
  CHECK(matching(options, "H100") == std::vector<int>{0});
  CHECK(matching(options, "dgx") == std::vector<int>{1});
  CHECK(matching(options, "").size() == 2);
  CHECK(matching(options, "tpu").empty());
}

TEST_CASE("the list of fields covers the scenario and copies values") {
  Scenario a, b;
  b.cluster.instances = 7;
  b.run.tokens = 5;
  b.plan.sequence_parallel = false;
  b.plan.recompute = Recompute::Full;
  b.model.id = "x";
  const std::vector<Field> to = fields_of(a), from = fields_of(b);
  REQUIRE(to.size() == from.size());
  int different = 0;
  for (std::size_t i = 0; i < to.size(); ++i) {
    different += same_value(to[i], from[i]) ? 0 : 1;
    copy_value(from[i], to[i]);
  }
  CHECK(different == 5);
  CHECK(a == b);
}

TEST_CASE("degrees are told by the symbol in their label") {
  Scenario scenario;
  std::string symbols;
  for (const Field& field : fields_of(scenario)) symbols += degree_symbol(field);
  CHECK(symbols == "TPPPCPVPEPETPTPPPDPEP");
}

TEST_CASE("undo forgets what was undone after a new edit, and the oldest when the ring is full") {
  Scenario s;
  Undo undo(s);
  CHECK_FALSE(undo.can_undo());
  undo.push(s);  // no step
  CHECK_FALSE(undo.can_undo());
  for (int i = 1; i <= 100; ++i) {
    s.cluster.instances = i;
    undo.push(s);
  }
  CHECK(undo.undo()->cluster.instances == 99);
  s.cluster.instances = 1000;
  undo.push(s);
  CHECK_FALSE(undo.can_redo());
  int steps = 0;
  while (undo.undo()) ++steps;
  CHECK(steps == 63);
  CHECK(undo.redo().has_value());
}

TEST_CASE("arrangements change where the design says") {
  CHECK(arrangement_for(819) == Arrangement::Phone);
  CHECK(arrangement_for(820) == Arrangement::Drawer);
  CHECK(arrangement_for(1199) == Arrangement::Drawer);
  CHECK(arrangement_for(1200) == Arrangement::Desk);
}

// WCAG 2.1 relative luminance.
double contrast(ImU32 a, ImU32 b) {
  const auto luminance = [](ImU32 c) {
    const auto linear = [](double v) {
      return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear((c & 255) / 255.0) + 0.7152 * linear((c >> 8 & 255) / 255.0) +
           0.0722 * linear((c >> 16 & 255) / 255.0);
  };
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

TEST_CASE("text and fills contrast with their grounds in all four palettes") {
  for (bool dark : {false, true})
    for (bool high : {false, true}) {
      const Palette& c = palette(dark, high);
      for (ImU32 ground : {c.base, c.side})
        for (ImU32 text : {c.ink, c.ink2, c.ink3, c.error, c.warn}) CHECK(contrast(text, ground) >= 4.5);
      CHECK(contrast(c.ink2, c.sel) >= 4.5);
      CHECK(contrast(c.ink3, c.hover) >= 4.5);
      CHECK(contrast(c.ink, c.errbg) >= 4.5);
      CHECK(contrast(c.ink, c.warnbg) >= 4.5);
      for (std::size_t i = 0; i < c.fill.size(); ++i) {
        CHECK(contrast(c.fill[i], c.base) >= 3.0);
        if (i != static_cast<std::size_t>(Resource::Bubble)) CHECK(contrast(c.label[i], c.fill[i]) >= 4.5);
      }
    }
}

}  // namespace
}  // namespace trireme
