// SPDX-License-Identifier: MIT
// Says which of Dear ImGui's own checks failed, and stops.
#include "web/imgui_config.h"

#include <cstdio>
#include <cstdlib>

#ifndef NDEBUG
#define TRIREME_IMGUI_ASSERTS 1
#elif !defined(__EMSCRIPTEN__)
#define TRIREME_IMGUI_ASSERTS 1
#endif

#ifdef TRIREME_IMGUI_ASSERTS
void trireme::imgui_assert_failed(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, expression);
  std::abort();
}
#endif
