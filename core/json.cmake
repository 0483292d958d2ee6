# SPDX-License-Identifier: MIT
include(${CMAKE_CURRENT_LIST_DIR}/header_library.cmake)
trireme_header_library(trireme_json NAME nlohmann_json
  HEADER nlohmann/json.hpp PACKAGE nlohmann-json3-dev INCLUDE include
  REPOSITORY https://github.com/nlohmann/json.git COMMIT 9cca280a4d0ccf0c08f47a99aa71d1b0e52f8d03) # v3.11.3
