// SPDX-License-Identifier: MIT
// The scenario as editable text: the whole way from input to result without the canvas.

const longest = 1 << 16; // characters; a scenario has a few thousand

export class Editor {
  #bridge;
  #applied;
  #text = document.getElementById("scenario-text");
  #revert = document.getElementById("scenario-revert");
  #status = document.getElementById("scenario-status");
  #issues = document.getElementById("scenario-issues");
  #edited = false;
  #timer = 0;

  // `applied` is called after the text has become the scenario.
  constructor(bridge, applied) {
    this.#bridge = bridge;
    this.#applied = applied;
    this.#text.addEventListener("input", () => this.#setEdited(true));
    document.getElementById("scenario-apply").addEventListener("click", () => this.#apply());
    this.#revert.addEventListener("click", () => {
      this.#setEdited(false);
      this.#show([]);
      this.update();
    });
  }

  changed() {
    if (this.#timer === 0) this.#timer = setTimeout(() => this.update(), 200);
  }

  // What the user is writing is never overwritten.
  update() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (!this.#edited) this.#text.value = this.#bridge.scenarioText();
  }

  #setEdited(on) {
    this.#edited = on;
    this.#revert.disabled = !on;
  }

  #apply() {
    const text = this.#text.value;
    if (text.length > longest) return this.#show([{ severity: "error", path: "", message: "This is too long for a scenario." }]);
    const { applied, issues } = this.#bridge.applyText(text);
    this.#show(issues);
    if (!applied) {
      const count = issues.filter(({ severity }) => severity === "error").length;
      this.#status.textContent = `Not applied: ${count === 1 ? "one field needs" : `${count} fields need`} attention.`;
      return;
    }
    this.#setEdited(false);
    this.#applied();
    this.#status.textContent = "Applied.";
  }

  #show(issues) {
    this.#status.textContent = "";
    this.#issues.replaceChildren(...issues.map((issue) => this.#makeIssue(issue)));
    this.#text.setAttribute("aria-invalid", issues.some(({ severity }) => severity === "error"));
  }

  #makeIssue({ severity, path, message }) {
    const item = document.createElement("li");
    item.className = severity;
    if (path !== "") {
      const place = document.createElement("button");
      place.type = "button";
      place.textContent = path;
      place.addEventListener("click", () => this.#select(path));
      item.append(place, " ");
    }
    item.append(message);
    return item;
  }

  // Selects the line of the field: nested objects in JSON, one key in a link.
  #select(path) {
    const text = this.#text.value;
    let from = 0;
    for (const part of path.split(".")) {
      const at = text.indexOf(`"${part}"`, from);
      if (at < 0) break;
      from = at;
    }
    if (from === 0) from = Math.max(text.indexOf(path), 0);
    const end = text.slice(from).search(/[\n&]/);
    this.#text.focus();
    this.#text.setSelectionRange(from, end < 0 ? text.length : from + end);
  }
}
