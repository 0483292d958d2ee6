// SPDX-License-Identifier: MIT
// The catalog as tables, made when they are opened; a name shows every number of its entry with source, date and note.
import { element, makeTable } from "./mirror.js";

// Addresses in a text become links.
function linked(text) {
  return text.split(/(https?:\/\/[^\s,]+)/).map((part, index) =>
    (index % 2 === 1 ? element("a", { href: part, textContent: part, rel: "noreferrer", target: "_blank" }) : part));
}

export class CatalogText {
  #bridge;
  #list = document.getElementById("catalog-list");
  #entry = document.getElementById("catalog-entry");
  #title = document.getElementById("catalog-entry-title");
  #table = document.getElementById("catalog-entry-table");
  #shown = "";

  constructor(bridge) { this.#bridge = bridge; }

  update() {
    const sheets = this.#bridge.catalog();
    // Own entries of the scenario are part of it.
    const ids = JSON.stringify(sheets);
    if (ids === this.#shown) return;
    this.#shown = ids;
    this.#list.replaceChildren(...sheets.map((sheet) => this.#makeSheet(sheet)));
    this.#entry.hidden = true;
  }

  #makeSheet({ kind, table, ids }) {
    const headingId = `table-${table.id}`;
    const summary = element("summary", { id: headingId, textContent: `${table.title} (${table.rows.length})` });
    const box = element("div", { className: "scroller", tabIndex: 0 });
    box.setAttribute("role", "region");
    box.setAttribute("aria-labelledby", headingId);
    const details = element("details", {}, summary, box);
    details.dataset.kind = kind;
    details.addEventListener("toggle", () => {
      if (!details.open || box.childElementCount > 0) return;
      const made = makeTable(table, headingId);
      made.querySelectorAll("tbody tr").forEach((row, index) => {
        const name = row.cells[0];
        const button = element("button", { type: "button", className: "place", textContent: name.textContent });
        button.addEventListener("click", () => this.#show(`${kind}/${ids[index]}`));
        name.replaceChildren(button);
      });
      box.append(made);
    });
    return details;
  }

  #show(path) {
    const entry = this.#bridge.catalogEntry(path);
    if (entry === null) return;
    const made = makeTable(entry, this.#title.id);
    for (const row of made.tBodies[0].rows) {
      for (const cell of row.cells) {
        if (cell.textContent.includes("://")) cell.replaceChildren(...linked(cell.textContent));
      }
    }
    this.#title.textContent = entry.title;
    this.#table.replaceChildren(made);
    this.#entry.hidden = false;
    this.#entry.scrollIntoView();
    this.#title.focus({ preventScroll: true });
  }
}
