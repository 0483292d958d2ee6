// SPDX-License-Identifier: MIT
// What the model amounts to, as text; while another one is being imported, that one, with what had to be guessed.
import { element, makeSection } from "./mirror.js";

export class ModelText {
  #bridge;
  #title = document.getElementById("model-title");
  #summary = document.getElementById("model-summary");
  #choice = document.getElementById("import-choice");
  #use = document.getElementById("import-use");
  #issues = document.getElementById("import-issues");
  #tables = document.getElementById("model-tables");

  // `used` is called after the imported model has become the scenario's own.
  constructor(bridge, used) {
    this.#bridge = bridge;
    this.#use.addEventListener("click", () => {
      bridge.useImport();
      used();
    });
    document.getElementById("import-discard").addEventListener("click", () => {
      bridge.discardImport();
      this.update();
    });
  }

  update() {
    const model = this.#bridge.model();
    if (model === null) return;
    const { imported, ok, name, summary, issues, tables } = model;
    this.#title.textContent = !imported ? `Model: ${name}` : ok ? `Imported: ${name}` : "This file is not a model";
    this.#summary.textContent = summary;
    this.#choice.hidden = !imported;
    this.#use.hidden = !ok;
    this.#issues.replaceChildren(...issues.map(({ severity, path, message }) =>
      element("li", { className: severity, textContent: path === "" ? message : `${path}: ${message}` })));
    this.#tables.replaceChildren(...tables.map((table) => makeSection(table, "h3")));
  }
}
