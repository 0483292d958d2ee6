// SPDX-License-Identifier: MIT
// Mouse, pen and wheel. Fingers are in touch.js.

export function positionIn(canvas, event) {
  const box = canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

// Left and right button in the browser's count and in that of Dear ImGui. The middle one scrolls the page.
const buttons = { 0: 0, 2: 1 };

export function followMouse(canvas, bridge, focus) {
  let pressed = 0;
  const isMouse = (event) => event.pointerType !== "touch";

  function move(event) {
    if (!isMouse(event)) return;
    bridge.pointerMove(...positionIn(canvas, event), false);
  }

  canvas.addEventListener("pointerdown", (event) => {
    if (!isMouse(event) || !(event.button in buttons)) return;
    event.preventDefault();
    focus.engage();
    pressed |= 1 << event.button;
    move(event);
    bridge.pointerPress(buttons[event.button], true, false);
  });
  canvas.addEventListener("pointermove", (event) => pressed === 0 && move(event));
  canvas.addEventListener("pointerleave", (event) => isMouse(event) && pressed === 0 && bridge.pointerLeave());

  // While a button is down the pointer is followed everywhere. Not by setPointerCapture(): WebKit then says that the
  // mouse left before it says that the button went up, and the click is lost.
  window.addEventListener("pointermove", (event) => pressed !== 0 && move(event));
  window.addEventListener("pointerup", (event) => release(event));
  window.addEventListener("pointercancel", (event) => release(event));
  function release(event) {
    // With several buttons down the event comes once, for the last; a cancelled pointer releases all.
    if (!isMouse(event) || pressed === 0) return;
    move(event);
    for (const button in buttons) if (pressed & (1 << button)) bridge.pointerPress(buttons[button], false, false);
    pressed = 0;
    // Now, not in the next animation frame: copying a link is allowed only inside of the click.
    bridge.drawPending();
    if (event.target !== canvas) bridge.pointerLeave();
  }

  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
}

const pause = 300; // ms; turns of the wheel closer than that are one movement

// The wheel belongs to the page around until the canvas is engaged, and also then where nothing scrolls any further.
export function followWheel(canvas, bridge, focus) {
  let taken = false;
  let last = -Infinity;
  canvas.addEventListener("wheel", (event) => {
    if (!focus.engaged || event.ctrlKey) return; // Ctrl and pinching zoom the page
    const [dx, dy] = inPixels(event);
    // Who had the start of a movement has its end, so that a fast turn at the end of a list does not move the page.
    if (event.timeStamp - last > pause) taken = bridge.wantsWheel(dx, dy);
    last = event.timeStamp;
    if (!taken) return;
    event.preventDefault();
    bridge.wheel(dx, dy);
  }, { passive: false });
}

function inPixels(event) {
  const line = 20;
  const unit = [1, line, innerHeight][event.deltaMode];
  return [event.deltaX * unit, event.deltaY * unit];
}
