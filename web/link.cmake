# SPDX-License-Identifier: MIT
# How everything is linked with Emscripten.

# Node from elsewhere does not look where Debian's Emscripten has acorn.
if(EXISTS /usr/share/nodejs/acorn)
  set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
endif()

# -Os, never -Oz: at the link -Oz swaps in a small libm, 2.4 times slower and with other last digits.
add_link_options($<$<CONFIG:Release>:-Os>)

# Optimised as a whole: a twentieth smaller and as fast. What a file is compiled for (-Oz, -O2) stays with its functions.
add_compile_options($<$<CONFIG:Release>:-flto>)
add_link_options($<$<CONFIG:Release>:-flto>)

# How to compile what runs once per edit or frame. With -Oz Emscripten forbids to inline anything, and even the smallest
# functions of the library become calls; allowed again, the code is smaller.
set(TRIREME_SMALL "$<$<CONFIG:Release>:-Oz;-finline-functions>")

# The default stack was 5 MB once and is 64 KB now; the option's name changed too.
if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.25)
  set(_stack TOTAL_STACK)
else()
  set(_stack STACK_SIZE)
endif()
add_link_options(-s${_stack}=1048576 -sALLOW_MEMORY_GROWTH=1)

# Options of what is shipped; the tests do without.
add_library(trireme_web_link INTERFACE)
target_link_options(trireme_web_link INTERFACE
  -sDYNAMIC_EXECUTION=0 # no eval: the page runs under a strict Content-Security-Policy
  -sFILESYSTEM=0        # 45 KB less JavaScript
  -sMALLOC=emmalloc     # 8 KB less, fast enough: the hot path does not allocate
  $<IF:$<CONFIG:Debug>,-sASSERTIONS=2,-sASSERTIONS=0>
  $<$<CONFIG:Debug>:-sSAFE_HEAP=1>)

# Scripts and styles of a release are minified where esbuild is here.
find_program(TRIREME_ESBUILD esbuild)
set(TRIREME_MINIFY OFF)
if(TRIREME_ESBUILD AND CMAKE_BUILD_TYPE STREQUAL "Release")
  set(TRIREME_MINIFY ON)
endif()

# Minifies the script that Emscripten writes beside the module.
function(trireme_minify target)
  if(TRIREME_MINIFY)
    add_custom_command(TARGET ${target} POST_BUILD VERBATIM
      COMMAND "${TRIREME_ESBUILD}" --minify --log-level=warning --allow-overwrite
        "--outfile=$<TARGET_FILE:${target}>" "$<TARGET_FILE:${target}>")
  endif()
endfunction()
