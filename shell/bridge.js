// SPDX-License-Identifier: MIT
// The only caller of what web/platform/bridge.cpp exports. Strings and numbers are copied at the crossing: a view of the
// program's memory goes stale when the memory grows, and then reads zero without a word.

export const Hit = { nothing: 0, item: 1, drag: 2 };
export const SoftKey = { backspace: 0, enter: 1 };

export class Bridge {
  #module;
  #onTrap;
  #trapped = false;

  constructor(module, onTrap) {
    this.#module = module;
    this.#onTrap = onTrap;
  }

  // After a trap the program's memory cannot be trusted: nothing is asked of it any more.
  trap(error) {
    if (this.#trapped) return;
    this.#trapped = true;
    this.#onTrap(error);
  }

  #call(name, result, numbers) {
    const nothing = result === "string" ? "" : 0;
    if (this.#trapped) return nothing;
    try {
      return this.#module.ccall(`trireme_${name}`, result, numbers.map(() => "number"), numbers.map(Number));
    } catch (error) {
      this.trap(error);
      return nothing;
    }
  }
  #tell(name, ...numbers) { this.#call(name, null, numbers); }
  #ask(name, ...numbers) { return this.#call(name, "number", numbers); }
  #text(name, ...numbers) { return this.#call(name, "string", numbers); }

  // A pasted text or an address can be longer than the stack, where ccall() would put it.
  #withText(text, run) {
    if (this.#trapped) return run(0);
    const size = this.#module.lengthBytesUTF8(text) + 1;
    const place = this.#module._malloc(size);
    if (place === 0) return run(0);
    this.#module.stringToUTF8(text, place, size);
    const result = run(place);
    if (!this.#trapped) this.#module._free(place);
    return result;
  }
  #tellText(name, text) { this.#withText(text, (place) => place !== 0 && this.#tell(name, place)); }
  #json(text, otherwise) { return text === "" ? otherwise : JSON.parse(text); }

  hasWindow() { return this.#ask("has_window") !== 0; }
  resize(cssWidth, cssHeight, pixelWidth, pixelHeight) { this.#tell("resize", cssWidth, cssHeight, pixelWidth, pixelHeight); }
  wake() { this.#tell("wake"); }
  drawPending() { this.#tell("draw_pending"); }
  contextLost() { this.#tell("context_lost"); }
  contextRestored() { this.#tell("context_restored"); }

  setEngaged(on) { this.#tell("set_engaged", on); }
  setMacKeys(on) { this.#tell("set_mac_keys", on); }
  pointerMove(x, y, touch) { this.#tell("pointer_move", x, y, touch); }
  pointerPress(button, down, touch) { this.#tell("pointer_press", button, down, touch); }
  pointerLeave() { this.#tell("pointer_leave"); }
  hit(x, y) { return this.#ask("hit", x, y); }
  wantsWheel(dx, dy) { return this.#ask("wants_wheel", dx, dy) !== 0; }
  wheel(dx, dy) { this.#tell("wheel", dx, dy); }
  wantsEscape() { return this.#ask("wants_escape") !== 0; }
  pressKey(code, down, { ctrlKey, shiftKey, altKey, metaKey }) {
    this.#tell("press_key", code, down, ctrlKey, shiftKey, altKey, metaKey);
  }
  releaseKeys() { this.#tell("release_keys"); }

  insertText(text) { this.#tellText("insert_text", text); }
  tapKey(key) { this.#tell("tap_key", key); }
  copy(cut) { return this.#text("copy", cut); }
  paste(text) { this.#tellText("paste", text); }

  setTheme(dark, highContrast) { this.#tell("set_theme", dark, highContrast); }
  openLink(fragment) { this.#tellText("open_link", fragment); }
  link() { return this.#text("link"); }
  mirror() { return this.#json(this.#text("mirror"), null); }
  report() { return this.#json(this.#text("report"), null); }
  scenarioText() { return this.#text("scenario_text"); }
  applyText(text) {
    return this.#json(this.#answer("apply_text", text), { applied: false, issues: [] });
  }

  #answer(name, text) { return this.#withText(text, (place) => (place === 0 ? "" : this.#text(name, place))); }
  // "model", "scenario" or "nothing".
  openText(text) { return this.#answer("open_text", text); }
  useImport() { this.#tell("use_import"); }
  discardImport() { this.#tell("discard_import"); }
  model() { return this.#json(this.#text("model"), null); }
  catalog() { return this.#json(this.#text("catalog"), []); }
  catalogEntry(path) { return this.#json(this.#answer("catalog_entry", path), null); }

  testState() { return this.#json(this.#text("test_state"), null); }
}
