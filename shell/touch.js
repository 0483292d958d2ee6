// SPDX-License-Identifier: MIT
// Fingers: a tap presses, a moving finger scrolls, except where the canvas has something to drag. Two fingers always
// scroll. What is under the finger shows its hint while it is held.
import { Hit } from "./bridge.js";
import { embedded } from "./focus.js";
import { positionIn } from "./pointer.js";

const slop = 8;        // CSS pixels that a tap may wander
const recent = 80;     // ms of a movement that make its speed; a finger that rests longer does not fling
const decay = 325;     // ms in which a flung scroll loses two thirds of its speed
const slowest = 0.03;  // CSS pixels per ms at which it ends

export function followTouch(canvas, bridge, focus) {
  // In the viewport's coordinates: those of the canvas move when the page scrolls.
  const fingers = new Map(); // identifier → [x, y]
  let mode = "none";         // none, tap, drag, scroll
  let start = [0, 0];
  let scroller = null;       // what the present movement scrolls
  let trail = [];            // [time, dx, dy] of the latest movements
  let flight = 0;

  const middle = () => {
    const points = [...fingers.values()];
    return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  };

  // A movement scrolls one thing from its start to its end: what is under the finger if that can move this way,
  // else the page. A page that is already scrolled comes back first.
  function scroll(dx, dy) {
    if (dx === 0 && dy === 0) return;
    scroller ??= !embedded && window.scrollY > 1 ? "page" : bridge.wantsWheel(dx, dy) ? "canvas" : "page";
    if (scroller === "canvas") bridge.wheel(dx, dy);
    else window.scrollBy(dx, dy);
  }

  function fling(now) {
    trail = trail.filter(([time]) => now - time < recent);
    let speed = [1, 2].map((axis) => trail.reduce((sum, step) => sum + step[axis], 0) / recent); // CSS pixels per ms
    let last = performance.now();
    const step = (time) => {
      const passed = Math.min(Math.max(time - last, 0), 50); // a busy page must not leap
      last = time;
      speed = speed.map((value) => value * Math.exp(-passed / decay));
      if (Math.hypot(...speed) < slowest) return bridge.pointerLeave();
      scroll(speed[0] * passed, speed[1] * passed);
      flight = requestAnimationFrame(step);
    };
    flight = requestAnimationFrame(step);
  }

  canvas.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    event.preventDefault(); // no emulated mouse: its press would take the focus from the text agent
    cancelAnimationFrame(flight);
    const point = [event.clientX, event.clientY];
    fingers.set(event.pointerId, point);
    if (fingers.size > 1) {
      if (mode === "drag") bridge.pointerPress(0, false, true);
      mode = "scroll";
      scroller = null;
      return;
    }
    start = point;
    scroller = null;
    trail = [];
    // Dear ImGui has to see the finger before it presses, to know what is under it.
    const place = positionIn(canvas, event);
    bridge.pointerMove(...place, true);
    bridge.drawPending();
    mode = bridge.hit(...place) === Hit.drag ? "drag" : "tap";
    if (mode === "drag") {
      focus.engage();
      bridge.pointerPress(0, true, true);
    }
  });

  canvas.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const before = middle();
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const after = middle();
    if (mode === "tap" && Math.hypot(after[0] - start[0], after[1] - start[1]) > slop) mode = "scroll";
    if (mode === "drag") bridge.pointerMove(...positionIn(canvas, event), true);
    if (mode !== "scroll") return;
    const delta = [before[0] - after[0], before[1] - after[1]];
    trail = [...trail.slice(-20), [event.timeStamp, ...delta]];
    scroll(...delta);
  });

  function lift(event, cancelled) {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
    if (mode === "tap" && !cancelled) {
      focus.engage();
      // Press and release inside of the gesture: phones open the keyboard and the clipboard only there.
      bridge.pointerPress(0, true, true);
      bridge.drawPending();
      bridge.pointerPress(0, false, true);
      bridge.drawPending();
    } else if (mode === "drag") {
      bridge.pointerPress(0, false, true);
      bridge.drawPending();
    }
    // Else what was touched last would stay hovered for ever.
    if (mode === "scroll" && !cancelled) fling(event.timeStamp);
    else bridge.pointerLeave();
    mode = "none";
  }
  canvas.addEventListener("pointerup", (event) => lift(event, false));
  canvas.addEventListener("pointercancel", (event) => lift(event, true));
}
