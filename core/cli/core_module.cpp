// SPDX-License-Identifier: MIT
// What core.js exports to Node and to other pages.
#include <emscripten/emscripten.h>

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* core_version() { return TRIREME_VERSION; }

}  // extern "C"
