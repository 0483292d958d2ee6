// Small catalogs for tests, made of the embedded files and of made-up ones.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/builtin.h"
#include "core/catalog/catalog_json.h"

namespace trireme::test {

// The embedded catalog, read once.
inline const Catalog& catalog() {
  static const Catalog known = *builtin_catalog().value;
  return known;
}

// The embedded files and `more`; a path that is there already is replaced.
inline Checked<Catalog> catalog_with(const std::vector<EmbeddedFile>& more) {
  std::vector<EmbeddedFile> files;
  for (const EmbeddedFile& file : embedded_catalog_files()) {
    bool replaced = false;
    for (const EmbeddedFile& other : more) replaced = replaced || other.path == file.path;
    if (!replaced) files.push_back(file);
  }
  files.insert(files.end(), more.begin(), more.end());
  return read_catalog(files);
}

inline std::string embedded_text(std::string_view path) {
  for (const EmbeddedFile& file : embedded_catalog_files())
    if (file.path == path) return std::string(file.text);
  return "";
}

// All issues as one text, for messages of failing checks.
inline std::string listed(const Issues& issues) {
  std::string text;
  for (const Issue& issue : issues) text += issue.path + ": " + issue.message + "\n";
  return text;
}

inline bool has_path(const Issues& issues, std::string_view path) {
  for (const Issue& issue : issues)
    if (issue.path == path) return true;
  return false;
}

}  // namespace trireme::test
