// SPDX-License-Identifier: MIT
// Starts the program and connects it with the page; each part has its file.
import { Bridge } from "./bridge.js";
import { CatalogText } from "./catalog.js";
import { followSize, keepContext } from "./canvas.js";
import { followClipboard, writeText } from "./clipboard.js";
import { Editor } from "./editor.js";
import { hideText, showFailure } from "./failure.js";
import { Files } from "./files.js";
import { embedded, Focus } from "./focus.js";
import { followKeys, hasMacKeys } from "./keys.js";
import { Link } from "./link.js";
import { followPlaces, goTo, Mirror } from "./mirror.js";
import { ModelText } from "./model.js";
import { Notice } from "./notice.js";
import { followMouse, followWheel } from "./pointer.js";
import { TextAgent } from "./text_agent.js";
import { followTheme } from "./theme.js";
import { followTouch } from "./touch.js";

const canvas = document.getElementById("canvas");
const agent = document.getElementById("agent");
const focus = new Focus(canvas, agent);
const notice = new Notice();
let bridge = null;
let mirror = null;
let editor = null;
let model = null;
let catalog = null;
let files = null;
let link = null;
let textAgent = null;

const copyLink = (options) => writeText(link.address(), notice, "Link copied", options);

// What the scenario builds on, as text.
function updateBasis() {
  model.update();
  catalog.update();
}

// What the program asks of the page; see web/platform/bridge.h.
const shell = {
  scenarioChanged(committed) {
    link.changed(committed);
    mirror.changed();
    editor.changed();
    if (committed) updateBasis();
  },
  copyLink: () => copyLink({ seen: false }),
  copyText: (text) => writeText(text, notice, "Copied"),
  showTables: () => goTo("tables"),
  openFile: () => files.choose(),
  wantText: (...request) => textAgent.want(...request),
  setCursor(name) { canvas.style.cursor = name; },
};

// An error of the page must not run through the program, which has no way to unwind.
const guarded = Object.fromEntries(Object.entries(shell).map(([name, run]) => [name, (...values) => {
  try {
    run(...values);
  } catch (error) {
    reportError(error);
  }
}]));

function onTrap(error) {
  console.error(error);
  showFailure("trap", { detail: String(error?.message ?? error).slice(0, 200) });
}

// Errors of the program also come out of animation frames and timers, where nobody else catches them.
function followErrors() {
  const isTrap = (error) => typeof WebAssembly === "object" && error instanceof WebAssembly.RuntimeError;
  window.addEventListener("error", ({ error }) => isTrap(error) && bridge?.trap(error));
  window.addEventListener("unhandledrejection", ({ reason }) => isTrap(reason) && bridge?.trap(reason));
}

function connectText() {
  mirror = new Mirror(bridge);
  const refresh = () => {
    mirror.update();
    editor.update();
    updateBasis();
  };
  const applied = () => {
    link.changed(true);
    refresh();
  };
  link = new Link(bridge, refresh);
  editor = new Editor(bridge, applied);
  model = new ModelText(bridge, applied);
  catalog = new CatalogText(bridge);
  files = new Files(bridge, notice, (opened) => {
    if (opened === "scenario") applied();
    else model.update();
    notice.say({ scenario: "Scenario opened", model: "Model imported" }[opened] ?? "This file is not a model; it is said why.");
    if (!bridge.hasWindow()) goTo("model");
  });
  document.getElementById("copy-link").addEventListener("click", () => copyLink());
  link.start();
  refresh();
  followPlaces();
}

function connectCanvas() {
  focus.attach(bridge);
  textAgent = new TextAgent(canvas, agent, focus, bridge);
  bridge.setMacKeys(hasMacKeys);
  keepContext(canvas, bridge, () => showFailure("contextGone", { answers: true }));
  followKeys(canvas, focus, bridge);
  followMouse(canvas, bridge, focus);
  followWheel(canvas, bridge, focus);
  followTouch(canvas, bridge, focus);
  followClipboard(focus, bridge);
  followSize(canvas, bridge);
}

async function start() {
  document.documentElement.classList.toggle("embedded", embedded);
  const updateTheme = followTheme(document.getElementById("theme"), ({ dark, highContrast }) => bridge?.setTheme(dark, highContrast));
  if (typeof WebAssembly !== "object") return fail("noWasm");
  if (typeof createTriremeApp !== "function") return fail("notLoaded");

  followErrors();
  try {
    bridge = new Bridge(await createTriremeApp({ shell: guarded }), onTrap);
  } catch (error) {
    return fail("notLoaded", String(error?.message ?? error).slice(0, 200));
  }
  window.trireme = bridge;

  connectText();
  if (!bridge.hasWindow()) return showFailure("noWebGl", { answers: true });
  updateTheme();
  connectCanvas();
}

function fail(kind, detail) {
  hideText();
  showFailure(kind, { detail });
}

start();
