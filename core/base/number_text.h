// Numbers as text and back: exact for files and links, rounded for people. No locale anywhere.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trireme {

// Shortest text that reads back to the same double ("0.1", "1e+20"). Not-a-number and infinities give "null".
[[nodiscard]] std::string exact_text(double value);

// Reads a whole decimal number; nothing else may surround it. Accepts "1e9", refuses "1 GB", "nan", "inf",
// "0x10".
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

// Three significant digits (or `digits`), thousands with a comma: 19.0, 3,440, 0.0188.
[[nodiscard]] std::string significant(double value, int digits = 3);

// Fixed decimals, thousands with a comma: fixed(1234.5, 2) = "1,234.50".
[[nodiscard]] std::string fixed(double value, int decimals);

// Grouped integer: 405,853,388,800.
[[nodiscard]] std::string grouped(double value);

// A count with a decimal word: 405 B, 1.2 T, 8.03 B.
[[nodiscard]] std::string short_count(double value);

// Seconds in the unit a person would use: 0.429 ns, 38.1 µs, 212 ms, 19.0 s, 3.4 min, 5.2 h, 27.3 days.
[[nodiscard]] std::string duration_text(double seconds);

}  // namespace trireme
