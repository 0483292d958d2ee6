// SPDX-License-Identifier: MIT
// A config.json or a scenario comes in by dropping, pasting or choosing it, anywhere on the page.

const largest = 64e6; // bytes; what the import reads at most
const slow = 1e6;     // from here on it takes long enough to be announced

const looksOpenable = (text) => /^\s*\{/.test(text) || /^\s*\S*#?v=1/.test(text);
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

export class Files {
  #bridge;
  #notice;
  #opened;
  #input = document.getElementById("file");

  // `opened("model" | "scenario" | "nothing")` is called after the program has taken up a text.
  constructor(bridge, notice, opened) {
    this.#bridge = bridge;
    this.#notice = notice;
    this.#opened = opened;
    this.#input.addEventListener("change", () => {
      const [file] = this.#input.files;
      if (file !== undefined) this.#openFile(file);
      this.#input.value = ""; // the same file again is another choice
    });
    document.getElementById("file-open").addEventListener("click", () => this.choose());
    this.#followDrops();
    document.addEventListener("paste", (event) => this.#onPaste(event));
  }

  choose() { this.#input.click(); }

  #followDrops() {
    const has = (event) => [...event.dataTransfer?.types ?? []].some((type) => type === "Files" || type === "text/plain");
    const mark = (on) => document.documentElement.classList.toggle("dropping", on);
    // Without preventDefault() the browser would leave the page and show the file.
    window.addEventListener("dragover", (event) => {
      if (!has(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      mark(true);
    });
    window.addEventListener("dragleave", (event) => event.relatedTarget === null && mark(false));
    window.addEventListener("drop", (event) => {
      mark(false);
      if (!has(event) || event.target.closest?.("textarea, input")) return;
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file !== undefined) this.#openFile(file);
      else this.#openText(event.dataTransfer.getData("text/plain"));
    });
  }

  // Fields of the page keep what is pasted into them; a field of the canvas takes no JSON.
  #onPaste(event) {
    if (event.defaultPrevented || event.target.closest?.("textarea, input:not(#agent), dialog")) return;
    const [file] = event.clipboardData.files;
    if (file !== undefined) return this.#openFile(file);
    const text = event.clipboardData.getData("text/plain");
    if (looksOpenable(text)) this.#openText(text);
  }

  async #openFile(file) {
    if (file.size > largest) return this.#notice.say(`${file.name} has more than 64 MB: that is no config.json.`);
    if (file.size > slow) this.#notice.say(`Reading ${file.name}`);
    try {
      await this.#openText(await file.text());
    } catch {
      this.#notice.say(`${file.name} cannot be read.`);
    }
  }

  async #openText(text) {
    if (text.length > slow) await nextFrame();
    this.#opened(this.#bridge.openText(text));
  }
}
