# SPDX-License-Identifier: MIT
# Paths below web/, one a line, sorted within each folder.

# The interface: app, theme, widgets, charts, views. No include of Emscripten or GLFW.
set(TRIREME_UI_SOURCES
  app/redraw.cpp
)

# What knows the browser.
set(TRIREME_WEB_SOURCES
  main.cpp
  platform/bridge.cpp
  platform/clipboard.cpp
  platform/input.cpp
  platform/json_text.cpp
  platform/page.cpp
  platform/text.cpp
  platform/window.cpp
)

# What knows the native window.
set(TRIREME_DESKTOP_SOURCES
  platform/desktop.cpp
)
