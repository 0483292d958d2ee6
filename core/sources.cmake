# SPDX-License-Identifier: MIT
# Paths below core/, one a line, sorted within each folder.
set(TRIREME_CORE_SOURCES
  base/issue.cpp
  base/number_text.cpp
)

# The program `trireme`.
set(TRIREME_CLI_SOURCES
  cli/main.cpp
)
