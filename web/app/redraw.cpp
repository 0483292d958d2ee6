// SPDX-License-Identifier: MIT
#include "web/app/redraw.h"

#include <algorithm>

namespace trireme {

void Redraw::wake(int frames) { frames_left_ = std::max(frames_left_, frames); }

void Redraw::wake_at(double time) {
  time = std::max(time, 0.0);
  deadline_ = deadline_ < 0 ? time : std::min(deadline_, time);
}

void Redraw::begin_frame(double now) {
  if (frames_left_ > 0) --frames_left_;
  if (deadline_ >= 0 && deadline_ <= now) deadline_ = -1;
}

double Redraw::delay(double now) const {
  if (frames_left_ > 0) return 0;
  return deadline_ < 0 ? -1 : std::max(deadline_ - now, 0.0);
}

}  // namespace trireme
