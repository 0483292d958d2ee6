// Numbers as text and back.
// SPDX-License-Identifier: MIT
#include "core/base/number_text.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace trireme {
namespace {

std::string with_commas(std::string digits) {
  const std::size_t start = !digits.empty() && digits[0] == '-' ? 1 : 0;
  std::size_t end = digits.find('.');
  if (end == std::string::npos) end = digits.size();
  for (std::size_t at = end; at > start + 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string printed(const char* format, int precision, double value) {
  char buffer[400];
  std::snprintf(buffer, sizeof buffer, format, precision, value);
  return buffer;
}

}  // namespace

std::string exact_text(double value) {
  if (!std::isfinite(value)) return "null";
  for (int digits = 1; digits <= 17; ++digits) {
    const std::string text = printed("%.*e", digits - 1, value);
    if (std::strtod(text.c_str(), nullptr) != value) continue;
    // Plain decimals where a person would write them.
    const int exponent = std::atoi(text.c_str() + text.find('e') + 1);
    if (exponent < -5 || exponent > 15) return printed("%.*g", digits, value);
    return printed("%.*f", digits - 1 > exponent ? digits - 1 - exponent : 0, value);
  }
  return "0";
}

std::optional<double> parse_number(std::string_view text) {
  if (text.empty() || text.size() > 64) return std::nullopt;
  for (char c : text)
    if ((c < '0' || c > '9') && c != '+' && c != '-' && c != '.' && c != 'e' && c != 'E') return std::nullopt;
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string significant(double value, int digits) {
  if (!std::isfinite(value)) return "\u2013";
  if (value == 0) return "0";
  // Round first: 9.996 has its last significant digit elsewhere than 9.9.
  const double rounded = std::strtod(printed("%.*e", digits - 1, value).c_str(), nullptr);
  const int exponent = static_cast<int>(std::floor(std::log10(std::fabs(rounded)) + 1e-12));
  const int decimals = digits - 1 - exponent;
  return fixed(rounded, decimals > 0 ? decimals : 0);
}

std::string fixed(double value, int decimals) {
  if (!std::isfinite(value)) return "\u2013";
  return with_commas(printed("%.*f", decimals, value));
}

std::string grouped(double value) { return fixed(value, 0); }

std::string short_count(double value) {
  const double size = std::fabs(value);
  if (size >= 999.5e9) return significant(value / 1e12) + " T";
  if (size >= 999.5e6) return significant(value / 1e9) + " B";
  if (size >= 999.5e3) return significant(value / 1e6) + " M";
  return grouped(value);
}

std::string duration_text(double seconds) {
  const double size = std::fabs(seconds);
  if (size == 0) return "0 s";
  if (size < 0.9995e-6) return significant(seconds * 1e9) + " ns";
  if (size < 0.9995e-3) return significant(seconds * 1e6) + " \u00b5s";
  if (size < 0.9995) return significant(seconds * 1e3) + " ms";
  if (size < 120) return significant(seconds) + " s";
  if (size < 120 * 60) return significant(seconds / 60) + " min";
  if (size < 48 * 3600) return significant(seconds / 3600) + " h";
  return significant(seconds / 86400) + " days";
}

}  // namespace trireme
