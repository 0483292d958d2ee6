# SPDX-License-Identifier: MIT
# Paths below web/, one a line, sorted within each folder.

# The interface: app, theme, widgets, charts, views. No include of Emscripten or GLFW.
set(TRIREME_UI_SOURCES
  app/app.cpp
  app/redraw.cpp
  app/undo.cpp
  charts/axis.cpp
  charts/columns.cpp
  charts/growth_plot.cpp
  charts/legend.cpp
  charts/log_plot.cpp
  charts/roofline_plot.cpp
  theme/fonts.cpp
  theme/palette.cpp
  theme/pen.cpp
  theme/pen_text.cpp
  theme/theme.cpp
  views/breakdown.cpp
  views/card.cpp
  views/catalog.cpp
  views/catalog_card.cpp
  views/catalog_compare.cpp
  views/headline.cpp
  views/inputs.cpp
  views/inputs_desk.cpp
  views/inputs_touch.cpp
  views/memory.cpp
  views/model.cpp
  views/network.cpp
  views/phone.cpp
  views/resource_list.cpp
  views/roofline.cpp
  views/ruler.cpp
  views/timeline.cpp
  views/views.cpp
  views/workbench.cpp
  widgets/choice.cpp
  widgets/controls.cpp
  widgets/field_list.cpp
  widgets/number_field.cpp
  widgets/quantity_text.cpp
  widgets/ui.cpp
  widgets/value_text.cpp
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
