# SPDX-License-Identifier: MIT
# Tests that make no sense in WebAssembly.
target_sources(core_tests PRIVATE ${TRIREME_NATIVE_TEST_SOURCES} "${PROJECT_SOURCE_DIR}/core/cli/csv.cpp")
target_link_libraries(core_tests PRIVATE trireme_csv)

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
    # New inputs stay in the build directory; those worth keeping are copied to fuzz/corpus by hand.
    set(_corpora "${CMAKE_CURRENT_BINARY_DIR}/corpus/${name}")
    file(MAKE_DIRECTORY "${_corpora}")
    if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/fuzz/corpus/${name}")
      list(APPEND _corpora "${CMAKE_CURRENT_LIST_DIR}/fuzz/corpus/${name}")
    endif()
    trireme_add_test(fuzz.${name} slow ${name}_fuzz -max_total_time=30 ${_corpora})
  endforeach()
endif()

# What the import makes of a folder of real configurations; skipped unless TRIREME_CONFIGS names one.
add_executable(import_table import_table.cpp)
target_link_libraries(import_table PRIVATE trireme_core)
trireme_add_test(import_table validation import_table)
set_tests_properties(import_table PROPERTIES SKIP_RETURN_CODE 77)

# Fit the models' constants and cross-validate them: no tests, and only where Eigen is.
find_package(Eigen3 QUIET NO_MODULE)
if(Eigen3_FOUND)
  foreach(regime training serving)
    add_executable(calibrate_${regime} EXCLUDE_FROM_ALL
      calibration/calibrate_${regime}.cpp calibration/${regime}_constants.cpp calibration/fit.cpp
      "${PROJECT_SOURCE_DIR}/core/cli/csv.cpp" "${PROJECT_SOURCE_DIR}/core/cli/input.cpp")
    target_link_libraries(calibrate_${regime} PRIVATE trireme_core trireme_csv trireme_json Eigen3::Eigen)
  endforeach()
endif()

add_executable(evaluate_benchmark EXCLUDE_FROM_ALL benchmark/evaluate_benchmark.cpp)
target_link_libraries(evaluate_benchmark PRIVATE trireme_core)
