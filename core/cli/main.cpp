// SPDX-License-Identifier: MIT
// The program `trireme`.
#include <cstdio>

int main() {
  std::puts("trireme " TRIREME_VERSION);
  return 0;
}
