# SPDX-License-Identifier: MIT
# A header-only library as an interface target: a directory that the user gives, else the copy that the system has,
# else upstream at a pinned commit.
include(FetchContent)

# The system's headers are copied into the build tree: an include path of /usr/include would hand glibc's headers to emcc.
#   trireme_header_library(target NAME n HEADER dir/file.h PACKAGE debian-package REPOSITORY url COMMIT hash INCLUDE subdir)
function(trireme_header_library target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "NAME;HEADER;PACKAGE;REPOSITORY;COMMIT;INCLUDE" "")
  string(TOUPPER "${ARG_NAME}" upper)
  add_library(${target} INTERFACE)
  set(given "${FETCHCONTENT_SOURCE_DIR_${upper}}")
  if(NOT given AND TRIREME_DEPS_DIR AND EXISTS "${TRIREME_DEPS_DIR}/${ARG_NAME}")
    set(given "${TRIREME_DEPS_DIR}/${ARG_NAME}")
  endif()
  if(given)
    target_include_directories(${target} SYSTEM INTERFACE "${given}/${ARG_INCLUDE}")
    return()
  endif()
  # Emscripten's toolchain file would confine the search to its own sysroot.
  find_path(TRIREME_${upper}_SYSTEM_DIR ${ARG_HEADER} PATHS /usr/include /usr/local/include /opt/homebrew/include
    NO_CMAKE_FIND_ROOT_PATH)
  if(TRIREME_${upper}_SYSTEM_DIR)
    cmake_path(GET ARG_HEADER PARENT_PATH folder)
    file(COPY "${TRIREME_${upper}_SYSTEM_DIR}/${folder}" DESTINATION "${PROJECT_BINARY_DIR}/system_headers/${ARG_NAME}")
    target_include_directories(${target} SYSTEM INTERFACE "${PROJECT_BINARY_DIR}/system_headers/${ARG_NAME}")
    return()
  endif()
  message(STATUS "${ARG_NAME}: not on this system (Debian and Ubuntu: ${ARG_PACKAGE}), downloading ${ARG_REPOSITORY}")
  # A SOURCE_SUBDIR that does not exist: only download, do not run a CMakeLists.txt made for other CMake versions.
  FetchContent_Declare(${ARG_NAME} GIT_REPOSITORY ${ARG_REPOSITORY} GIT_TAG ${ARG_COMMIT} SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(${ARG_NAME})
  target_include_directories(${target} SYSTEM INTERFACE "${${ARG_NAME}_SOURCE_DIR}/${ARG_INCLUDE}")
endfunction()
