// Files of the source tree, read and rewritten by tests; also under Node.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace trireme::test {

inline std::string source_path(const std::string& name) {
  return std::string(TRIREME_SOURCE_DIR) + "/" + name;
}

// Empty when the file is not there: every caller expects content.
inline std::string read_file(const std::string& name) {
  std::string text;
  if (std::FILE* file = std::fopen(source_path(name).c_str(), "rb")) {
    char buffer[4096];
    for (std::size_t got; (got = std::fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, got);
    std::fclose(file);
  }
  return text;
}

inline void write_file(const std::string& name, const std::string& text) {
  if (std::FILE* file = std::fopen(source_path(name).c_str(), "wb")) {
    std::fwrite(text.data(), 1, text.size(), file);
    std::fclose(file);
  }
}

// Set TRIREME_UPDATE_GOLDEN=1 to rewrite expected files; review the difference before committing it.
inline bool updates_golden() {
  const char* value = std::getenv("TRIREME_UPDATE_GOLDEN");
  return value && std::string(value) == "1";
}

}  // namespace trireme::test
