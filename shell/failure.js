// SPDX-License-Identifier: MIT
// Instead of a black rectangle: what is wrong, the link, and the report as text if the program still answers.

const reasons = {
  noWasm: "This browser has no WebAssembly, or it is switched off. A current version of any browser has it.",
  notLoaded: "A part of the page could not be loaded. Check the connection and reload.",
  noWebGl: "This browser has no WebGL 2, or it is switched off; hardware acceleration in its settings often helps.",
  contextGone: "The graphics driver took the canvas away and did not give it back. Reload to draw again; the link below keeps the scenario.",
  trap: "The program stopped by an error of its own. The tables below may be out of date. Reload to start again; please report the link below.",
};

// `answers`: report and text editor still work. `detail` is for those who look for the cause.
export function showFailure(kind, { answers = false, detail = "" } = {}) {
  const section = document.getElementById("failure");
  if (!section.hidden) return;
  document.documentElement.classList.add("failed");
  document.getElementById("failure-reason").textContent = detail === "" ? reasons[kind] : `${reasons[kind]} (${detail})`;
  document.getElementById("failure-below").hidden = !answers;
  const link = document.getElementById("failure-link");
  link.value = location.href;
  link.addEventListener("focus", () => link.select());
  document.getElementById("failure-reload").addEventListener("click", () => location.reload());
  document.getElementById("workbench").hidden = true;
  section.hidden = false;
}

// What never worked leaves nothing to show.
export function hideText() {
  document.getElementById("page-bar").hidden = true;
  document.getElementById("mirror").hidden = true;
}
