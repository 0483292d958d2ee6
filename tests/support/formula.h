// Computes the formula of a Term from its inputs: + - * / ^, parentheses, min, max, sqrt, log2, ceil.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "core/result/term.h"

namespace trireme::test {

class Formula {
 public:
  explicit Formula(const Term& term) : term_(term), at_(term.formula.c_str()) {}

  // Not-a-number when the formula cannot be read.
  double value() {
    const double result = sum();
    skip();
    return *at_ == 0 ? result : failed();
  }

 private:
  static double failed() { return std::numeric_limits<double>::quiet_NaN(); }
  void skip() {
    while (*at_ == ' ') ++at_;
  }
  bool take(char c) {
    skip();
    if (*at_ != c) return false;
    ++at_;
    return true;
  }
  double sum() {
    double left = product();
    for (;;) {
      if (take('+')) left += product();
      else if (take('-')) left -= product();
      else return left;
    }
  }
  double product() {
    double left = power();
    for (;;) {
      if (take('*')) left *= power();
      else if (take('/')) left /= power();
      else return left;
    }
  }
  double power() {
    const double base = atom();
    return take('^') ? std::pow(base, power()) : base;
  }
  double atom() {
    if (take('(')) {
      const double inside = sum();
      return take(')') ? inside : failed();
    }
    skip();
    if (std::isdigit(static_cast<unsigned char>(*at_))) {
      char* end = nullptr;
      const double number = std::strtod(at_, &end);
      at_ = end;
      return number;
    }
    std::string name;
    while (std::isalnum(static_cast<unsigned char>(*at_)) || *at_ == '_') name += *at_++;
    if (take('(')) return call(name);
    for (const TermInput& input : term_.inputs)
      if (input.symbol == name) return input.value;
    return failed();
  }
  double call(const std::string& name) {
    std::vector<double> values{sum()};
    while (take(',')) values.push_back(sum());
    if (!take(')')) return failed();
    if (name == "sqrt" && values.size() == 1) return std::sqrt(values[0]);
    if (name == "log2" && values.size() == 1) return std::log2(values[0]);
    if (name == "ceil" && values.size() == 1) return std::ceil(values[0]);
    if (name == "min" && values.size() == 2) return std::min(values[0], values[1]);
    if (name == "max" && values.size() == 2) return std::max(values[0], values[1]);
    return failed();
  }

  const Term& term_;
  const char* at_;
};

}  // namespace trireme::test
