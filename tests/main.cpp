// SPDX-License-Identifier: MIT
// The test runner of core_tests and ui_tests.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
