// SPDX-License-Identifier: MIT
// Short messages above the page, and the text that could not be copied.

export class Notice {
  #line = document.getElementById("notice");
  #dialog = document.getElementById("link-dialog");
  #text = document.getElementById("link-dialog-text");
  #timer = 0;

  constructor() {
    document.getElementById("link-dialog-close").addEventListener("click", () => this.#dialog.close());
  }

  // Heard by everyone, seen unless the canvas shows it too.
  say(message, { seen = true } = {}) {
    this.#line.className = seen ? "" : "unseen";
    this.#line.textContent = message;
    this.#line.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { this.#line.hidden = true; }, 2500);
  }

  showText(text) {
    this.#text.value = text;
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#text.focus();
    this.#text.select();
  }
}
