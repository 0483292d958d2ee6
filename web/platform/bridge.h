// Everything that crosses between the program and shell/: calls to the shell here, calls from the shell in
// bridge.cpp. Strings are C strings in UTF-8. A returned string lives until the next call; the shell copies
// it at once. SPDX-License-Identifier: MIT
#pragma once

#include "web/platform/text.h"

namespace trireme::shell {

// Address bar, title and tables must follow the scenario; `committed` makes a step in the browser's history.
void scenario_changed(bool committed);
void copy_link();
void copy_text(const char* text);
void show_tables();
void open_file();
void want_text(const TextRequest& request);
void set_cursor(const char* css_name);

}  // namespace trireme::shell
