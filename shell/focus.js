// SPDX-License-Identifier: MIT
// Whether the canvas is engaged: only then it has the keyboard and the wheel. A click or Enter engages it, Escape or
// leaving it lets go, so that neither a reader who scrolls past nor one who tabs through is caught.

// In somebody's page, where the frame must not hold on to anything.
export const embedded = window.parent !== window;

export class Focus {
  #canvas;
  #agent;
  #bridge = null;
  engaged = false;

  constructor(canvas, agent) {
    this.#canvas = canvas;
    this.#agent = agent;
    for (const element of [canvas, agent]) {
      element.addEventListener("focusout", (event) => this.#onFocusOut(event));
    }
    window.addEventListener("blur", () => this.#onWindowBlur());
  }

  attach(bridge) { this.#bridge = bridge; }

  // The text agent has the focus in the canvas's stead while text is typed.
  owns(target) { return target === this.#canvas || target === this.#agent; }

  engage() {
    // A cancelled pointerdown does not move the focus, and in a frame keys would go on to the page around. Scrolling the
    // canvas into view would move it from under the finger.
    if (!this.owns(document.activeElement)) this.#canvas.focus({ preventScroll: true });
    this.#set(true);
  }

  disengage() {
    // Keeps the focus, so that Tab goes on from here.
    if (document.activeElement === this.#agent) this.#canvas.focus({ preventScroll: true });
    this.#set(false);
  }

  #set(on) {
    if (this.engaged === on) return;
    this.engaged = on;
    this.#canvas.classList.toggle("engaged", on);
    this.#bridge?.setEngaged(on);
  }

  #onFocusOut(event) {
    // Without document focus the whole tab lost it, and gets it back with the same element.
    if (this.owns(event.relatedTarget) || !document.hasFocus()) return;
    this.#set(false);
  }

  #onWindowBlur() {
    // Keys that go up elsewhere are never told.
    this.#bridge?.releaseKeys();
    if (embedded) this.#set(false);
  }
}
