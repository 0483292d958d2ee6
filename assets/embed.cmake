# SPDX-License-Identifier: MIT
# Writes OUTPUT, a C++ file that holds FILES (paths below ROOT); KIND is `catalog` (text) or `fonts` (bytes).
set(table "")
set(count 0)
if(KIND STREQUAL "catalog")
  foreach(file IN LISTS FILES)
    file(READ "${ROOT}/${file}" text)
    # A JSON string cannot hold a line break, so line breaks and indentation carry nothing.
    string(REGEX REPLACE "[ \t\r]*\n[ \t\r]*" "" text "${text}")
    string(FIND "${text}" ")json\"" delimiter)
    if(NOT delimiter EQUAL -1)
      message(FATAL_ERROR "${file}: holds the delimiter )json\"")
    endif()
    string(APPEND table "    {\"${file}\", R\"json(${text})json\"},\n")
    math(EXPR count "${count} + 1")
  endforeach()
  if(count EQUAL 0)
    set(table "    {}\n") # an array of no elements is not C++; the span leaves it out
  endif()
  set(source "#include \"core/catalog/builtin.h\"

#include <cstddef>

namespace trireme {
namespace {
constexpr EmbeddedFile files[] = {
${table}};
}  // namespace

std::span<const EmbeddedFile> embedded_catalog_files() { return {files, std::size_t{${count}}}; }
}  // namespace trireme
")
else()
  set(arrays "")
  foreach(file IN LISTS FILES)
    file(READ "${ROOT}/${file}" bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(APPEND arrays "alignas(16) constexpr unsigned char font_${count}[] = {${bytes}};\n")
    string(APPEND table "  if (name == \"${file}\") return font_${count};\n")
    math(EXPR count "${count} + 1")
  endforeach()
  set(source "#include \"web/theme/embedded_fonts.h\"

namespace trireme {
namespace {
${arrays}}  // namespace

std::span<const unsigned char> embedded_font([[maybe_unused]] std::string_view name) {
${table}  return {};
}
}  // namespace trireme
")
endif()
file(WRITE "${OUTPUT}" "// Generated from assets/${KIND}; do not edit.\n${source}")
