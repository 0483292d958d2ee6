// When the next frame is due. The page rests: without input or a deadline there is no frame.
// SPDX-License-Identifier: MIT
#pragma once

namespace trireme {

// Times are seconds of any clock that never goes back.
class Redraw {
 public:
  // Dear ImGui hands queued events out over several frames (press and release of one click, for example), and
  // a widget answers in the frame after the one that hovered it.
  static constexpr int frames_after_event = 3;
  // Sizes that settle, fonts that are made on demand.
  static constexpr int frames_at_start = 12;

  void wake(int frames = frames_after_event);
  // A frame is needed at this time even without input; the earliest request counts.
  void wake_at(double time);
  // To be called before a frame is drawn: it answers what was asked for up to now.
  void begin_frame(double now);

  // Seconds until the next frame: 0 is at once, negative is not at all.
  [[nodiscard]] double delay(double now) const;

 private:
  int frames_left_ = 0;
  double deadline_ = -1;  // negative: none
};

}  // namespace trireme
