// SPDX-License-Identifier: MIT
#include "web/charts/legend.h"

namespace trireme {

Box Legend::item(std::string_view words, float sign) {
  const float width = sign + 6 + pen_.width(pen_.ink2(), words);
  if (x_ > area_.x0 && x_ + width > area_.x1) x_ = area_.x0, y_ += 22;
  pen_.text(x_ + sign + 6, Pen::centred_baseline(y_, 14), pen_.ink2(), words);
  const Box place{x_, y_ - 5, x_ + sign, y_ + 5};
  x_ += width + 20;
  return place;
}

}  // namespace trireme
