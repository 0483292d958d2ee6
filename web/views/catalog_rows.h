// What the catalog's list and its comparison share. SPDX-License-Identifier: MIT
#pragma once

#include "web/views/views.h"

namespace trireme {

// A number that opens its card, right aligned in the box.
void draw_number(const Ui& ui, ViewState& state, const Sheet& sheet, const SheetRow& row, std::size_t column,
                 Box box, TextStyle style);

}  // namespace trireme
