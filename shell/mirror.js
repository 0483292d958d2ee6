// SPDX-License-Identifier: MIT
// The report as real headings and tables: what the canvas draws, for screen readers, for searching, for copying, and for
// browsers that cannot draw it. The cells are those of the report; nothing is computed here.

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export function makeTable(table, headingId) {
  const head = element("tr", {}, ...table.columns.map(({ label, numeric }) =>
    element("th", { scope: "col", className: numeric ? "number" : "", textContent: label })));
  const rows = table.rows.map((cells) => {
    // The first word of a row names it; "One step" has no resource in front.
    const headerAt = cells.findIndex((text, index) => text !== "" && !table.columns[index].numeric);
    const row = element("tr", {}, ...cells.map((text, index) => {
      const { numeric } = table.columns[index];
      const isHeader = index === headerAt;
      const cell = element(isHeader ? "th" : "td", { textContent: text, className: numeric ? "number" : "" });
      if (isHeader) cell.scope = "row";
      return cell;
    }));
    if (table.id === "issues") row.dataset.severity = (cells[0] ?? "").toLowerCase();
    return row;
  });
  const made = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
  made.setAttribute("aria-labelledby", headingId);
  return made;
}

export function makeSection(table, heading = "h2") {
  const headingId = `table-${table.id}`;
  // A table wider than a phone scrolls in a box of its own, which a keyboard must be able to reach.
  const box = element("div", { className: "scroller", tabIndex: 0 }, makeTable(table, headingId));
  box.setAttribute("role", "region");
  box.setAttribute("aria-labelledby", headingId);
  const section = element("section", {}, element(heading, { id: headingId, textContent: table.title, tabIndex: -1 }), box);
  section.dataset.table = table.id;
  return section;
}

export class Mirror {
  #bridge;
  #title = document.getElementById("report-title");
  #verdict = document.getElementById("verdict");
  #tables = document.getElementById("table-list");
  #links = document.getElementById("table-links");
  #timer = 0;

  constructor(bridge) { this.#bridge = bridge; }

  // While something is dragged the tables follow a little later: they are off screen, and a screen reader would stammer.
  changed() {
    if (this.#timer === 0) this.#timer = setTimeout(() => this.update(), 200);
  }

  update() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const report = this.#bridge.mirror();
    if (report === null) return;
    document.title = report.title === "" ? "Trireme" : `${report.title} · Trireme`;
    this.#title.textContent = report.title === "" ? "Trireme" : report.title;
    // The same text again would be read out again.
    if (this.#verdict.textContent !== report.verdict) this.#verdict.textContent = report.verdict;
    const tables = report.tables.filter(({ rows }) => rows.length > 0);
    this.#tables.replaceChildren(...tables.map((table) => makeSection(table)));
    this.#links.replaceChildren(...tables.map(({ id, title }) =>
      element("a", { href: `#table-${id}`, textContent: title.replace(/ \(.*/, "") })));
  }
}

// Links to places of this page move there without writing to the address bar, which holds the scenario.
export function followPlaces() {
  // The way back shows only where there is one.
  new IntersectionObserver(([{ intersectionRatio }]) => {
    document.documentElement.classList.toggle("scrolled", intersectionRatio < 0.9);
  }, { threshold: 0.9 }).observe(document.getElementById("workbench"));

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    if (link === null) return;
    event.preventDefault();
    goTo(link.hash.slice(1));
  });
}

export function goTo(id) {
  const target = id === "workbench" ? document.getElementById("canvas") : document.getElementById(id);
  if (target === null) return;
  if (id === "workbench") window.scrollTo(0, 0);
  else target.scrollIntoView();
  target.focus({ preventScroll: true });
}
