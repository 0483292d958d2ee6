// When the page draws, and that it rests otherwise.
// SPDX-License-Identifier: MIT
#include "web/app/redraw.h"

#include <doctest/doctest.h>

using trireme::Redraw;

TEST_CASE("without an event there is no frame") {
  const Redraw redraw;
  CHECK(redraw.delay(0) < 0);
  CHECK(redraw.delay(1000) < 0);
}

TEST_CASE("an event is answered by three frames, at once") {
  Redraw redraw;
  redraw.wake();
  for (int i = 0; i < 3; ++i) {
    CHECK(redraw.delay(0) == 0);
    redraw.begin_frame(0);
  }
  CHECK(redraw.delay(0) < 0);
}

TEST_CASE("events do not add up, the longer answer counts") {
  Redraw redraw;
  redraw.wake(12);
  redraw.wake(3);
  int frames = 0;
  for (; redraw.delay(0) == 0; ++frames) redraw.begin_frame(0);
  CHECK(frames == 12);
}

TEST_CASE("a deadline is met once, the earliest first") {
  Redraw redraw;
  redraw.wake_at(10.5);
  redraw.wake_at(12);
  CHECK(redraw.delay(10) == doctest::Approx(0.5));
  CHECK(redraw.delay(11) == 0);
  redraw.begin_frame(11);
  CHECK(redraw.delay(11) < 0);
}

TEST_CASE("a frame before its deadline leaves the deadline standing") {
  Redraw redraw;
  redraw.wake_at(10);
  redraw.wake(1);
  redraw.begin_frame(9);
  CHECK(redraw.delay(9) == doctest::Approx(1));
}
