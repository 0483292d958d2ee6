// SPDX-License-Identifier: MIT
#include "core/catalog/builtin.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace trireme {
namespace {

TEST_CASE("embedded catalog files are valid JSON, sorted by path, each path once") {
  const auto files = embedded_catalog_files();
  for (const EmbeddedFile& file : files) {
    CAPTURE(file.path);
    CHECK(nlohmann::json::accept(file.text));
  }
  const auto not_ascending = [](const EmbeddedFile& a, const EmbeddedFile& b) { return a.path >= b.path; };
  CHECK(std::adjacent_find(files.begin(), files.end(), not_ascending) == files.end());
}

}  // namespace
}  // namespace trireme
