// SPDX-License-Identifier: MIT
// The catalog files that the build embeds into the core.
#pragma once

#include <span>
#include <string_view>

namespace trireme {

// `path` is relative to assets/catalog, for example "accelerators/h100-sxm.json".
struct EmbeddedFile {
  std::string_view path;
  std::string_view text;
};

// Every JSON file below assets/catalog, sorted by path.
[[nodiscard]] std::span<const EmbeddedFile> embedded_catalog_files();

}  // namespace trireme
