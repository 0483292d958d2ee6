# SPDX-License-Identifier: MIT
# Paths below core/, one a line, sorted within each folder.
set(TRIREME_CORE_SOURCES
  base/issue.cpp
  base/number_text.cpp
  workload/kv_cache.cpp
  workload/model_flops.cpp
  workload/parameters.cpp
)

# The program `trireme`.
set(TRIREME_CLI_SOURCES
  cli/main.cpp
)
