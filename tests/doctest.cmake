# SPDX-License-Identifier: MIT
include(${PROJECT_SOURCE_DIR}/core/header_library.cmake)
trireme_header_library(trireme_doctest NAME doctest
  HEADER doctest/doctest.h PACKAGE doctest-dev INCLUDE .
  REPOSITORY https://github.com/doctest/doctest.git COMMIT ae7a13539fb71f270b87eb2e874fbac80bc8dda2) # v2.4.11
