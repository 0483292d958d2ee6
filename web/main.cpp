// The page: one workbench on one canvas.
// SPDX-License-Identifier: MIT
#include <utility>

#include "core/catalog/catalog.h"
#include "web/platform/page.h"

namespace trireme {

Page& page() {
  // Never destroyed: after main() the browser goes on calling.
  static Page* const the_page = [] {
    Checked<Catalog> catalog = builtin_catalog();
    return new Page(catalog.value ? std::move(*catalog.value) : Catalog{});
  }();
  return *the_page;
}

}  // namespace trireme

int main() {
  trireme::page().start();
  return 0;
}
