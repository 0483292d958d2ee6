// SPDX-License-Identifier: MIT
// The one owner of the canvas's size, and the keeper of its WebGL context.

// Two sizes drift apart easily: the box in CSS pixels and the buffer in device pixels. Both change together here,
// whatever the reason: window, container, zoom, another screen, rotation.
export function followSize(canvas, bridge) {
  let deviceBox = null;

  function update() {
    const { width, height } = canvas.getBoundingClientRect();
    if (width < 1 || height < 1) return; // hidden; the size is asked for again when it shows
    const ratio = devicePixelRatio || 1;
    const rounded = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
    // An emulated ratio (device mode of developer tools) does not reach the observer: its box is in CSS pixels then.
    const exact = deviceBox !== null && Math.abs(deviceBox.width - rounded.width) <= 1 && Math.abs(deviceBox.height - rounded.height) <= 1;
    const pixels = exact ? deviceBox : rounded;
    // Setting the size clears the canvas, even to the same value; resize() draws before anyone sees it.
    if (canvas.width !== pixels.width) canvas.width = pixels.width;
    if (canvas.height !== pixels.height) canvas.height = pixels.height;
    bridge.resize(width, height, pixels.width, pixels.height);
  }

  const observer = new ResizeObserver(([entry]) => {
    // Exact also at fractional ratios, where rounding the CSS size is off by one. Safari has only the CSS box.
    const box = entry.devicePixelContentBoxSize?.[0];
    deviceBox = box ? { width: box.inlineSize, height: box.blockSize } : null;
    update();
  });
  try {
    observer.observe(canvas, { box: "device-pixel-content-box" });
  } catch {
    observer.observe(canvas);
  }

  // The ratio alone can change: a window dragged to another screen keeps its CSS size.
  (function watchRatio() {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => {
      update();
      watchRatio();
    }, { once: true });
  })();

  update();
}

// A context can go at any time: driver update, sleep, too many contexts. Only a cancelled event is followed by another
// context. `onGone` is called when none comes.
export function keepContext(canvas, bridge, onGone) {
  const patience = 8000; // ms; a reset driver takes a second or two
  let timer = 0;
  canvas.addEventListener("webglcontextlost", (event) => {
    event.preventDefault();
    bridge.contextLost();
    timer = setTimeout(onGone, patience);
  });
  canvas.addEventListener("webglcontextrestored", () => {
    clearTimeout(timer);
    bridge.contextRestored();
  });
  document.addEventListener("visibilitychange", () => document.hidden || bridge.wake());
}
