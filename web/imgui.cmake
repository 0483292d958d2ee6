# SPDX-License-Identifier: MIT
# Dear ImGui >= 1.92: a directory that the user gives, else build/deps/imgui, which web/fetch_imgui.sh fills through apt
# where there is apt, else upstream at a pinned commit.
include(FetchContent)

set(_local "${PROJECT_SOURCE_DIR}/build/deps/imgui")
if(FETCHCONTENT_SOURCE_DIR_IMGUI)
  set(_imgui "${FETCHCONTENT_SOURCE_DIR_IMGUI}")
elseif(TRIREME_DEPS_DIR AND EXISTS "${TRIREME_DEPS_DIR}/imgui/imgui.h")
  set(_imgui "${TRIREME_DEPS_DIR}/imgui")
else()
  find_program(TRIREME_APT_GET apt-get)
  if(NOT EXISTS "${_local}/imgui.h" AND TRIREME_APT_GET)
    message(STATUS "Fetching the source of Dear ImGui with apt into build/deps")
    execute_process(COMMAND "${CMAKE_CURRENT_LIST_DIR}/fetch_imgui.sh" "${_local}")
  endif()
  if(EXISTS "${_local}/imgui.h")
    set(_imgui "${_local}")
  else()
    message(STATUS "Downloading the source of Dear ImGui from GitHub; -DFETCHCONTENT_SOURCE_DIR_IMGUI=DIR takes a copy")
    FetchContent_Declare(imgui GIT_REPOSITORY https://github.com/ocornut/imgui.git
      GIT_TAG 45acd5e0e82f4c954432533ae9985ff0e1aad6d5) # v1.92.2b
    FetchContent_MakeAvailable(imgui) # it has no CMakeLists.txt: this only downloads
    set(_imgui "${imgui_SOURCE_DIR}")
  endif()
endif()

file(STRINGS "${_imgui}/imgui.h" _version REGEX "#define IMGUI_VERSION_NUM")
string(REGEX REPLACE "[^0-9]" "" _version "${_version}")
if(_version LESS 19200)
  message(FATAL_ERROR "Dear ImGui >= 1.92 is needed, ${_imgui} has ${_version}")
endif()

add_library(imgui STATIC "${_imgui}/imgui.cpp" "${_imgui}/imgui_draw.cpp" "${_imgui}/imgui_tables.cpp"
  "${_imgui}/imgui_widgets.cpp" imgui_assert.cpp)
target_compile_features(imgui PUBLIC cxx_std_20)
target_include_directories(imgui SYSTEM PUBLIC "${_imgui}" "${_imgui}/backends")
target_include_directories(imgui PUBLIC "${PROJECT_SOURCE_DIR}")
target_compile_definitions(imgui PUBLIC IMGUI_USER_CONFIG="web/imgui_config.h")
# Small rather than fast: the interface draws on demand only.
target_compile_options(imgui PRIVATE -w -fno-exceptions -fno-rtti "${TRIREME_SMALL}")

# The renderer, and the window of the desktop; that of the page is web/platform/window.cpp.
add_library(imgui_backends STATIC EXCLUDE_FROM_ALL "${_imgui}/backends/imgui_impl_opengl3.cpp")
target_link_libraries(imgui_backends PUBLIC imgui)
target_compile_options(imgui_backends PRIVATE -w -fno-exceptions -fno-rtti
  "${TRIREME_SMALL}")
if(EMSCRIPTEN)
  target_compile_definitions(imgui_backends PUBLIC IMGUI_IMPL_OPENGL_ES3)
else()
  target_sources(imgui_backends PRIVATE "${_imgui}/backends/imgui_impl_glfw.cpp")
endif()

set_target_properties(imgui imgui_backends PROPERTIES CXX_CLANG_TIDY "") # not ours to tidy
