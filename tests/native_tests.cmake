# SPDX-License-Identifier: MIT
# Tests that make no sense in WebAssembly.
add_executable(ui_tests ${TRIREME_UI_TEST_SOURCES})
target_link_libraries(ui_tests PRIVATE trireme_ui trireme_test_main)
trireme_add_test(ui ui ui_tests -nc)

foreach(check layering format)
  trireme_add_test(${check} unit "${CMAKE_COMMAND}" "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}" -P "${CMAKE_CURRENT_LIST_DIR}/${check}_test.cmake")
endforeach()
set_tests_properties(format PROPERTIES SKIP_REGULAR_EXPRESSION "clang-format 14 is not here")

if(TRIREME_FUZZ)
  foreach(name IN LISTS TRIREME_FUZZ_TARGETS)
    add_executable(${name}_fuzz fuzz/${name}_fuzz.cpp)
    target_link_libraries(${name}_fuzz PRIVATE trireme_core)
    target_link_options(${name}_fuzz PRIVATE -fsanitize=fuzzer)
  endforeach()
endif()
