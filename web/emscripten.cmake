# SPDX-License-Identifier: MIT
# Toolchain file: finds the Emscripten in PATH (a distribution's package, emsdk, Homebrew) and hands over to its own.
# The environment carries the answer into CMake's try_compile runs.
if(NOT DEFINED ENV{TRIREME_EMSCRIPTEN_ROOT})
  if(DEFINED ENV{EMSCRIPTEN_ROOT})
    set(_root "$ENV{EMSCRIPTEN_ROOT}")
  else()
    execute_process(COMMAND em-config EMSCRIPTEN_ROOT OUTPUT_VARIABLE _root ERROR_QUIET RESULT_VARIABLE _status
      OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT _status EQUAL 0)
      message(FATAL_ERROR "Emscripten >= 3.1.6 is needed: install it (Debian and Ubuntu: `apt install emscripten`), "
        "or activate an emsdk (`. emsdk/emsdk_env.sh`), or set EMSCRIPTEN_ROOT")
    endif()
  endif()
  set(ENV{TRIREME_EMSCRIPTEN_ROOT} "${_root}")
endif()
include("$ENV{TRIREME_EMSCRIPTEN_ROOT}/cmake/Modules/Platform/Emscripten.cmake")
