// SPDX-License-Identifier: MIT
// A hidden text field that has the focus while the canvas edits text. A canvas cannot be typed into: no soft keyboard
// opens for it, and input methods and dead keys have nowhere to compose.
import { SoftKey } from "./bridge.js";

// Soft keyboards report Backspace as a deletion only if there is something to delete.
const filler = "\u200b";

export class TextAgent {
  #canvas;
  #agent;
  #focus;
  #bridge;

  constructor(canvas, agent, focus, bridge) {
    this.#canvas = canvas;
    this.#agent = agent;
    this.#focus = focus;
    this.#bridge = bridge;
    agent.addEventListener("input", (event) => this.#onInput(event));
    agent.addEventListener("beforeinput", (event) => this.#onBeforeInput(event));
    agent.addEventListener("compositionstart", () => agent.classList.add("composing"));
    agent.addEventListener("compositionend", (event) => this.#onComposed(event));
    this.#clear();
  }

  // Called inside of the gesture that picked the field: iOS opens its keyboard only there. Position and size are those of
  // the caret, where input methods open their list and phones scroll to.
  want(wanted, number, x, y, height) {
    if (!wanted) {
      if (document.activeElement === this.#agent) this.#canvas.focus({ preventScroll: true });
      return;
    }
    this.#agent.inputMode = number ? "decimal" : "text";
    this.#agent.enterKeyHint = "done";
    this.#agent.style.left = `${Math.round(x)}px`;
    this.#agent.style.top = `${Math.round(y)}px`;
    this.#agent.style.height = `${Math.round(height) || 20}px`;
    // Never takes the focus by itself: only a canvas that is in use hands it over.
    if (this.#focus.engaged && document.activeElement === this.#canvas) {
      this.#clear();
      this.#agent.focus({ preventScroll: true });
    }
  }

  #clear() {
    this.#agent.value = filler;
    this.#agent.setSelectionRange(filler.length, filler.length);
  }

  #onInput(event) {
    if (event.isComposing) return;
    const text = this.#agent.value.replace(filler, "");
    if (text !== "") this.#bridge.insertText(text);
    else if (event.inputType === "deleteContentBackward") this.#bridge.tapKey(SoftKey.backspace);
    this.#clear();
  }

  // Enter of a soft keyboard that sends no key for it; a key would have been cancelled.
  #onBeforeInput(event) {
    if (event.inputType !== "insertLineBreak") return;
    event.preventDefault();
    this.#bridge.tapKey(SoftKey.enter);
  }

  #onComposed(event) {
    this.#agent.classList.remove("composing");
    if (event.data) this.#bridge.insertText(event.data);
    this.#clear();
  }
}
