// Numbers as a person types and reads them in a field: 1e12, 15.6T, 8Ki, 1,024 seqs.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trireme {

// Reads a number with an optional multiplier (k, M, G or B, T, P; Ki, Mi, Gi) and the field's unit behind it.
// Commas between groups of three digits are separators, a single other comma is the decimal one.
[[nodiscard]] std::optional<double> parse_quantity(std::string_view text, std::string_view unit);

// Shortest pleasant text that reads back to the same number: "8,192", "15.6 T", "98.32".
[[nodiscard]] std::string quantity_text(double value);

// The neighbour that a stepper goes to: twice or half for whole numbers, the next of 1, 2, 5 times a power of
// ten for others; `direction` is 1 or -1. Stays within the range.
[[nodiscard]] double stepped(double value, int direction, bool whole, double minimum, double maximum);

}  // namespace trireme
