// "Did you mean".
// SPDX-License-Identifier: MIT
#include "core/catalog/closest_name.h"

#include <algorithm>

namespace trireme {
namespace {

// No locale: catalog ids are ASCII.
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

std::string_view closest_name(std::string_view name, const std::vector<std::string_view>& known) {
  // A third of the name may differ: enough for a slip, too little for another part.
  std::size_t best = std::max<std::size_t>(2, name.size() / 3) + 1;
  std::string_view closest;
  for (const std::string_view candidate : known) {
    const std::size_t distance = edit_distance(name.substr(0, 200), candidate);
    if (distance < best) {
      best = distance;
      closest = candidate;
    }
  }
  // A name cut short, as when its unit is left off.
  for (std::size_t i = 0; closest.empty() && name.size() >= 4 && i < known.size(); ++i)
    if (same_ignoring_case(known[i].substr(0, name.size()), name)) closest = known[i];
  return closest;
}

std::string unknown_name_message(std::string_view kind, std::string_view name,
                                 const std::vector<std::string_view>& known) {
  std::string message = "'" + std::string(name.substr(0, 80)) + "' is not a known " + std::string(kind);
  if (const std::string_view closest = closest_name(name, known); !closest.empty())
    return message + "; did you mean '" + std::string(closest) + "'?";
  constexpr std::size_t short_list = 12;
  if (known.empty() || known.size() > short_list) return message + ".";
  message += "; known are ";
  for (std::size_t i = 0; i < known.size(); ++i) message += (i == 0 ? "" : ", ") + std::string(known[i]);
  return message + ".";
}

}  // namespace trireme
