// The column in which something pinned is explained. SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "web/views/views.h"

namespace trireme {

struct Card {
  const Ui& ui;
  Box area;
  float y;

  void text(TextStyle style, std::string_view words, float indent = 0) {
    const float room = area.width() - indent;
    y += 20 * static_cast<float>(ui.pen().paragraph(area.x0 + indent, y + 15, room, 20, style, words));
  }
  void rule() {
    ui.pen().hline(area.x0, area.x1, y + 10, ui.colour().rule);
    y += 20;
  }
  void head(std::string_view words) { text(ui.pen().ink3(), words); }
};

// With the cross that closes it.
void draw_card_title(Card& card, ViewState& state, std::string_view title);

float draw_cell_card(const Ui& ui, ViewState& state, const PinnedCell& pinned, Box area);

}  // namespace trireme
