// SPDX-License-Identifier: MIT
#include "web/widgets/quantity_text.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"

namespace trireme {
namespace {

struct Multiplier {
  std::string_view symbol;
  double factor;
};
constexpr Multiplier multipliers[] = {{"Ki", 1024.0}, {"Mi", 1048576.0}, {"Gi", 1073741824.0}, {"k", 1e3},
                                      {"K", 1e3},     {"M", 1e6},        {"G", 1e9},           {"B", 1e9},
                                      {"T", 1e12},    {"P", 1e15}};

// Without blanks, of whichever width, and without a sign for "about".
std::string without_blanks(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ' || text[i] == '\t') continue;
    if (text.substr(i, 2) == "\u00a0") {
      ++i;
      continue;
    }
    if (text.substr(i, 3) == "\u202f" || text.substr(i, 3) == "\u2009") {
      i += 2;
      continue;
    }
    out += text[i];
  }
  return out;
}

bool drop_suffix(std::string& text, std::string_view suffix) {
  if (suffix.empty() || text.size() <= suffix.size() || !std::string_view(text).ends_with(suffix))
    return false;
  text.resize(text.size() - suffix.size());
  return true;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "1,024" and "1,024.5" are grouped; "15,6" has a decimal comma.
bool groups_of_three(std::string_view text) {
  std::size_t comma = text.find(',');
  if (comma == 0) return false;
  while (comma != std::string_view::npos) {
    std::size_t digits = 0;
    while (comma + 1 + digits < text.size() && is_digit(text[comma + 1 + digits])) ++digits;
    if (digits != 3) return false;
    comma = text.find(',', comma + 1);
  }
  return true;
}

}  // namespace

std::optional<double> parse_quantity(std::string_view text, std::string_view unit) {
  std::string s = without_blanks(text);
  drop_suffix(s, without_blanks(unit));
  double factor = 1;
  for (const Multiplier& m : multipliers)
    if (drop_suffix(s, m.symbol)) {
      factor = m.factor;
      break;
    }
  if (groups_of_three(s)) {
    s.erase(std::remove(s.begin(), s.end(), ','), s.end());
  } else if (std::count(s.begin(), s.end(), ',') == 1 && s.find('.') == std::string::npos) {
    *std::find(s.begin(), s.end(), ',') = '.';
  }
  const std::optional<double> number = parse_number(s);
  if (!number || !std::isfinite(*number * factor)) return std::nullopt;
  return *number * factor;
}

std::string quantity_text(double value) {
  for (const Multiplier& m : {Multiplier{"T", 1e12}, Multiplier{"B", 1e9}, Multiplier{"M", 1e6}}) {
    if (std::fabs(value) < m.factor) continue;
    const std::string digits = exact_text(value / m.factor);
    const std::string text = digits + "\u202f" + std::string(m.symbol);
    if (digits.size() <= 6 && parse_quantity(text, "") == value) return text;
  }
  if (value == std::floor(value) && std::fabs(value) < 1e15) return grouped(value);
  return exact_text(value);
}

double stepped(double value, int direction, bool whole, double minimum, double maximum) {
  double next = value;
  if (whole) {
    next = direction > 0 ? std::max(1.0, value * 2) : std::floor(value / 2);
  } else if (value <= 0) {
    next = direction > 0 ? 1 : 0;
  } else {
    const double power = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
    next = direction > 0 ? power * 10 : power / 2;
    for (double step : {1.0, 2.0, 5.0}) {
      if (direction > 0 && power * step > value * (1 + 1e-9)) {
        next = power * step;
        break;
      }
      if (direction < 0 && power * step < value * (1 - 1e-9)) next = power * step;
    }
  }
  return std::clamp(next, minimum, maximum);
}

}  // namespace trireme
