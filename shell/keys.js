// SPDX-License-Identifier: MIT
// Which keys the canvas gets.

const controlKeys = ["a", "z", "y", "arrowleft", "arrowright", "arrowup", "arrowdown", "home", "end", "backspace", "delete"];
const functionKey = /^f\d+$/;
const modifiers = ["control", "shift", "alt", "altgraph", "meta"];

const isMac = /^Mac|^iP/.test(navigator.platform);
export const hasMacKeys = isMac;

// Keys of the browser and of the system: reload, find, zoom, tabs, history, developer tools. A key is known by what it
// types, not by where it lies.
function belongsToBrowser(event) {
  const key = event.key.toLowerCase();
  if (modifiers.includes(key)) return false;
  if (functionKey.test(key)) return true;
  if (event.getModifierState("AltGraph")) return false; // types a character
  if (event.altKey) return !isMac; // Alt+Left goes back; on a Mac Option types
  if (event.metaKey && !isMac) return true;
  if (event.ctrlKey || event.metaKey) return !controlKeys.includes(key);
  return false;
}

function typesText(event) {
  return event.key.length === 1 && !event.metaKey && (!event.ctrlKey || event.getModifierState("AltGraph"));
}

// Soft keyboards and input methods: the text agent reads what comes of it.
function isComposition(event) {
  return event.isComposing || event.keyCode === 229 || ["Unidentified", "Process", "Dead"].includes(event.key);
}

export function followKeys(canvas, focus, bridge) {
  const down = new Map(); // keys that the canvas saw go down, and the keyCode that they had

  function onKeyDown(event) {
    if (!focus.owns(event.target)) return;
    if (!focus.engaged) {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        focus.engage();
      }
      return;
    }
    // Copy, cut and paste come as events of their own; see clipboard.js.
    if (belongsToBrowser(event) || isComposition(event)) return;
    if (event.key === "Escape" && !bridge.wantsEscape()) {
      event.preventDefault();
      return focus.disengage();
    }
    down.set(event.code, event.keyCode);
    bridge.pressKey(event.keyCode, true, event);
    if (typesText(event)) {
      // The agent's text arrives as input, which knows compositions too.
      if (event.target !== canvas) return;
      bridge.insertText(event.key);
    }
    // Space would scroll the page, "/" opens Firefox's search.
    if (!modifiers.includes(event.key.toLowerCase())) event.preventDefault();
  }

  function onKeyUp(event) {
    // A Mac sends no key-up for what was pressed together with Command.
    if (event.key === "Meta") bridge.releaseKeys();
    // Wherever the focus is now: the key must not stay down.
    if (down.has(event.code)) bridge.pressKey(down.get(event.code), false, event);
    down.delete(event.code);
  }

  window.addEventListener("keydown", onKeyDown, true);
  window.addEventListener("keyup", onKeyUp, true);
}
