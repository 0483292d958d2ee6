// SPDX-License-Identifier: MIT
// Compile-time options of Dear ImGui (IMGUI_USER_CONFIG).
#pragma once

// A chart can need more than 65,536 vertices in one draw list.
#define ImDrawIdx unsigned int

// The page has fonts of its own, no files, no shell and no demo; debug windows cost transfer size.
#define IMGUI_DISABLE_DEFAULT_FONT
#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DISABLE_DEBUG_TOOLS
#define IMGUI_DISABLE_FILE_FUNCTIONS
#define IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS

// Native builds keep the asserts in every configuration: they are what the interface tests look for. On the
// page their texts would cost 30 KB.
#if defined(__EMSCRIPTEN__) && defined(NDEBUG)
#define IM_ASSERT(EXPR) ((void)0)
#define IM_ASSERT_USER_ERROR(EXPR, MESSAGE) ((void)0)
#else
namespace trireme {
[[noreturn]] void imgui_assert_failed(const char* expression, const char* file, int line);
}
#define IM_ASSERT(EXPR) ((EXPR) ? (void)0 : ::trireme::imgui_assert_failed(#EXPR, __FILE__, __LINE__))
#endif
