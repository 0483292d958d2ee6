// "Did you mean".
// SPDX-License-Identifier: MIT
#include "core/catalog/closest_name.h"

#include <doctest/doctest.h>

namespace trireme {
namespace {

TEST_CASE("the edit distance counts insertions, deletions and substitutions, whatever the case") {
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("H100", "h100") == 0);
}

TEST_CASE("a slip finds the name, another word does not") {
  const std::vector<std::string_view> known{"llama-3.1-8b", "llama-3.1-70b", "gpt3-175b"};
  CHECK(closest_name("lama-3.1-8b", known) == "llama-3.1-8b");
  CHECK(closest_name("LLAMA-3.1-70B", known) == "llama-3.1-70b");
  CHECK(closest_name("mixtral", known).empty());
  CHECK(closest_name("hbm_bandwidth", {"vendor", "hbm_bandwidth_gb_per_s"}) == "hbm_bandwidth_gb_per_s");
  CHECK(unknown_name_message("model", "lama-3.1-8b", known) ==
        "'lama-3.1-8b' is not a known model; did you mean 'llama-3.1-8b'?");
  CHECK(unknown_name_message("model", "mixtral", known) ==
        "'mixtral' is not a known model; known are llama-3.1-8b, llama-3.1-70b, gpt3-175b.");
}

}  // namespace
}  // namespace trireme
