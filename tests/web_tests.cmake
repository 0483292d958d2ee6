# SPDX-License-Identifier: MIT
# Tests of the site as it is shipped.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  trireme_add_test(size unit "${CMAKE_COMMAND}" "-DSITE_DIR=${TRIREME_SITE_DIR}" -P "${CMAKE_CURRENT_LIST_DIR}/size_test.cmake")
  set_tests_properties(size PROPERTIES SKIP_REGULAR_EXPRESSION " is not here")
endif()

find_program(TRIREME_NODE NAMES node nodejs REQUIRED)
trireme_add_test(browser browser "${TRIREME_NODE}" "${CMAKE_CURRENT_LIST_DIR}/browser/run.mjs" "${TRIREME_SITE_DIR}")
set_tests_properties(browser PROPERTIES SKIP_RETURN_CODE 77 RUN_SERIAL ON TIMEOUT 2400) # software rendering, two cores
