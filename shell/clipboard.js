// SPDX-License-Identifier: MIT
// Copy, cut and paste by the browser's events, which carry the text and ask for no permission; and writing by a button.

export function followClipboard(focus, bridge) {
  const ours = () => focus.engaged && focus.owns(document.activeElement);
  for (const name of ["copy", "cut"]) {
    document.addEventListener(name, (event) => {
      if (!ours()) return;
      event.preventDefault();
      const text = bridge.copy(name === "cut");
      if (text !== "") event.clipboardData.setData("text/plain", text);
    });
  }
  document.addEventListener("paste", (event) => {
    if (!ours()) return;
    const text = event.clipboardData.getData("text/plain");
    // No field of the canvas takes an object in braces: that is a file to open, see files.js.
    if (text === "" || text.trimStart().startsWith("{")) return;
    event.preventDefault();
    bridge.paste(text);
  });
}

// Frames of other sites, insecure origins and lapsed gestures are refused: then the text is shown, selected.
export async function writeText(text, notice, done, options) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return notice.showText(text);
  }
  notice.say(done, options);
}
