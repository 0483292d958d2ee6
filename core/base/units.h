// Physical quantities whose dimension is part of the type, so that bytes cannot be added to seconds.
// SPDX-License-Identifier: MIT
#pragma once

namespace trireme {

// Exponents of the base units. A new base is added only when a formula needs it.
struct Dimension {
  int byte = 0, flop = 0, second = 0, token = 0, usd = 0, joule = 0;
  friend constexpr bool operator==(Dimension, Dimension) = default;
  friend constexpr Dimension operator+(Dimension a, Dimension b) {
    return {a.byte + b.byte,   a.flop + b.flop, a.second + b.second,
            a.token + b.token, a.usd + b.usd,   a.joule + b.joule};
  }
  friend constexpr Dimension operator-(Dimension a, Dimension b) {
    return {a.byte - b.byte,   a.flop - b.flop, a.second - b.second,
            a.token - b.token, a.usd - b.usd,   a.joule - b.joule};
  }
};

// A value in base units (byte, FLOP, second, token, USD, joule). `in(unit)` is the only way out.
// Comparisons are written out: a defaulted <=> costs extra instructions with GCC 12.
template <Dimension D>
class Quantity {
 public:
  constexpr Quantity() = default;
  static constexpr Quantity from_base(double value) { return Quantity(value); }
  [[nodiscard]] constexpr double in(Quantity unit) const { return value_ / unit.value_; }
  [[nodiscard]] constexpr double base() const { return value_; }

  friend constexpr bool operator==(Quantity a, Quantity b) { return a.value_ == b.value_; }
  friend constexpr bool operator<(Quantity a, Quantity b) { return a.value_ < b.value_; }
  friend constexpr bool operator>(Quantity a, Quantity b) { return a.value_ > b.value_; }
  friend constexpr bool operator<=(Quantity a, Quantity b) { return a.value_ <= b.value_; }
  friend constexpr bool operator>=(Quantity a, Quantity b) { return a.value_ >= b.value_; }
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.value_ + b.value_); }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.value_ - b.value_); }
  friend constexpr Quantity operator-(Quantity a) { return Quantity(-a.value_); }
  friend constexpr Quantity operator*(double s, Quantity a) { return Quantity(s * a.value_); }
  friend constexpr Quantity operator*(Quantity a, double s) { return Quantity(a.value_ * s); }
  friend constexpr Quantity operator/(Quantity a, double s) { return Quantity(a.value_ / s); }
  constexpr Quantity& operator+=(Quantity b) {
    value_ += b.value_;
    return *this;
  }
  constexpr Quantity& operator-=(Quantity b) {
    value_ -= b.value_;
    return *this;
  }
  constexpr Quantity& operator*=(double s) {
    value_ *= s;
    return *this;
  }

 private:
  explicit constexpr Quantity(double value) : value_(value) {}
  double value_ = 0;
};

// Products add the exponents and quotients subtract them; a ratio of equal dimensions is a plain double.
template <Dimension A, Dimension B>
constexpr auto operator*(Quantity<A> a, Quantity<B> b) {
  if constexpr (A + B == Dimension{}) return a.base() * b.base();
  else return Quantity<A + B>::from_base(a.base() * b.base());
}
template <Dimension A, Dimension B>
constexpr auto operator/(Quantity<A> a, Quantity<B> b) {
  if constexpr (A == B) return a.base() / b.base();
  else return Quantity<A - B>::from_base(a.base() / b.base());
}
template <Dimension A>
constexpr auto operator/(double a, Quantity<A> b) {
  return Quantity<Dimension{} - A>::from_base(a / b.base());
}

template <Dimension D>
constexpr Quantity<D> min(Quantity<D> a, Quantity<D> b) {
  return b < a ? b : a;
}
template <Dimension D>
constexpr Quantity<D> max(Quantity<D> a, Quantity<D> b) {
  return a < b ? b : a;
}

using Bytes = Quantity<Dimension{.byte = 1}>;
using Flops = Quantity<Dimension{.flop = 1}>;
using Seconds = Quantity<Dimension{.second = 1}>;
using Usd = Quantity<Dimension{.usd = 1}>;
using Joules = Quantity<Dimension{.joule = 1}>;
using BytesPerSecond = Quantity<Dimension{.byte = 1, .second = -1}>;
using FlopsPerSecond = Quantity<Dimension{.flop = 1, .second = -1}>;
using PerSecond = Quantity<Dimension{.second = -1}>;
using UsdPerSecond = Quantity<Dimension{.second = -1, .usd = 1}>;
using Watts = Quantity<Dimension{.second = -1, .joule = 1}>;

static_assert(sizeof(Bytes) == sizeof(double));

// Unit constants. GB is 10^9 bytes and GiB is 2^30; Gbit exists so that nobody multiplies by eight by hand.
namespace unit {
inline constexpr Bytes byte = Bytes::from_base(1), kb = 1e3 * byte, mb = 1e6 * byte, gb = 1e9 * byte,
                       tb = 1e12 * byte, kib = 1024.0 * byte, mib = 1024.0 * kib, gib = 1024.0 * mib,
                       gbit = gb / 8.0;
inline constexpr Flops flop = Flops::from_base(1), tflop = 1e12 * flop;
inline constexpr Seconds second = Seconds::from_base(1), millisecond = 1e-3 * second,
                         microsecond = 1e-6 * second, nanosecond = 1e-9 * second, hour = 3600.0 * second,
                         day = 24.0 * hour;
inline constexpr Usd usd = Usd::from_base(1);
inline constexpr Joules joule = Joules::from_base(1);
inline constexpr Watts watt = joule / second;
inline constexpr Joules kwh = 3.6e6 * joule;
}  // namespace unit

static_assert((400.0 * unit::gbit / unit::second).in(unit::gb / unit::second) == 50.0);

}  // namespace trireme
