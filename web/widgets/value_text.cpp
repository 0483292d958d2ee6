// SPDX-License-Identifier: MIT
#include "web/widgets/value_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/number_text.h"

namespace trireme {
namespace {

ValueParts scaled(double value, std::string_view unit) {
  struct Prefix {
    const char* symbol;
    double factor;
  };
  constexpr Prefix prefixes[] = {{"P", 1e15}, {"T", 1e12}, {"G", 1e9}, {"M", 1e6}, {"k", 1e3}};
  for (const Prefix& p : prefixes)
    if (std::fabs(value) >= 0.9995 * p.factor)
      return {significant(value / p.factor), p.symbol + std::string(unit)};
  return {significant(value), std::string(unit)};
}

ValueParts seconds_parts(double value) {
  const std::string text = duration_text(value);
  const std::size_t space = text.find_first_of(" \xe2");  // a plain or a narrow no-break space
  if (space == std::string::npos) return {text, ""};
  const std::size_t unit = text[space] == ' ' ? space + 1 : space + 3;
  return {text.substr(0, space), text.substr(unit)};
}

ValueParts count_parts(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e6) return {grouped(value), ""};
  const std::string text = std::fabs(value) >= 1e6 ? short_count(value) : significant(value);
  return {text, ""};
}

}  // namespace

ValueParts value_parts(double value, std::string_view unit) {
  if (!std::isfinite(value)) return {"–", std::string(unit)};
  if (unit.empty() || unit == "1") return count_parts(value);
  if (unit == "s") return value < 0 ? ValueParts{significant(value), "s"} : seconds_parts(value);
  if (unit == "B" || unit == "byte" || unit == "bytes") return scaled(value, "B");
  if (unit == "B/s" || unit == "FLOP" || unit == "FLOP/s") return scaled(value, unit);
  if (value == std::floor(value) && std::fabs(value) < 1e6) return {grouped(value), std::string(unit)};
  if (std::fabs(value) >= 1e6) return {short_count(value), std::string(unit)};
  return {significant(value), std::string(unit)};
}

std::string value_text(double value, std::string_view unit) {
  const ValueParts parts = value_parts(value, unit);
  return parts.unit.empty() ? parts.number : parts.number + "\u202f" + parts.unit;
}

std::string formula_text(std::string_view formula) {
  std::string out;
  struct Sign {
    std::string_view plain, mathematical;
  };
  constexpr Sign signs[] = {
      {" * ", "\u00b7"}, {" - ", " \u2212 "}, {"^2", "\u00b2"}, {"^3", "\u00b3"}, {"^4", "\u2074"}};
  for (std::size_t i = 0; i < formula.size();) {
    const auto fits = [&](const Sign& sign) { return formula.substr(i, sign.plain.size()) == sign.plain; };
    const Sign* sign = std::find_if(std::begin(signs), std::end(signs), fits);
    if (sign == std::end(signs)) {
      out += formula[i++];
    } else {
      out += sign->mathematical;
      i += sign->plain.size();
    }
  }
  return out;
}

}  // namespace trireme
