# SPDX-License-Identifier: MIT
# libcsv reads and writes the tables of the native program.
find_path(TRIREME_CSV_DIR csv.h)
find_library(TRIREME_CSV_LIBRARY csv)
if(NOT TRIREME_CSV_DIR OR NOT TRIREME_CSV_LIBRARY)
  message(FATAL_ERROR "libcsv is not on this system (Debian and Ubuntu: libcsv-dev, Homebrew: libcsv)")
endif()
add_library(trireme_csv INTERFACE)
target_link_libraries(trireme_csv INTERFACE "${TRIREME_CSV_LIBRARY}")
if(NOT TRIREME_CSV_DIR STREQUAL "/usr/include") # which the compiler searches anyway
  target_include_directories(trireme_csv SYSTEM INTERFACE "${TRIREME_CSV_DIR}")
endif()
