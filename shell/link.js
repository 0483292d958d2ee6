// SPDX-License-Identifier: MIT
// The address bar always holds the scenario; an address opens it. One step of the browser's history is one finished
// edit: the first change of an edit makes the entry, the following ones rewrite it.

const debounce = 350; // ms; Safari refuses more than 100 changes of the address in 30 s

const fragmentOf = (address) => {
  const at = address.indexOf("#");
  return at < 0 ? "" : address.slice(at + 1);
};

export class Link {
  #bridge;
  #opened;          // called after another scenario has been opened
  #default = "";    // opened by an address without a fragment
  #current = null;  // the fragment that the program and the address bar agree on
  #editing = false; // the present history entry holds an unfinished edit
  #timer = 0;

  constructor(bridge, opened) {
    this.#bridge = bridge;
    this.#opened = opened;
    // Else "back" would scroll to where the page was when the entry was made.
    history.scrollRestoration = "manual";
  }

  start() {
    this.#default = this.#bridge.link();
    if (fragmentOf(location.href) === "") this.#write("replaceState");
    else this.#open();
    // Both: going back sends popstate, an address typed over this one may send only hashchange.
    window.addEventListener("popstate", () => this.#open());
    window.addEventListener("hashchange", () => this.#open());
    // The last edit, before the tab closes or is put away.
    window.addEventListener("pagehide", () => this.#flush());
    document.addEventListener("visibilitychange", () => document.hidden && this.#flush());
  }

  changed(committed) {
    if (committed) {
      this.#flush();
      this.#record();
      this.#editing = false;
    } else if (this.#timer === 0) {
      this.#timer = setTimeout(() => this.#flush(), debounce);
    }
  }

  // The whole address, up to date.
  address() {
    this.#flush();
    return location.href;
  }

  #open() {
    const fragment = fragmentOf(location.href);
    if (fragment === this.#current) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#editing = false;
    this.#current = fragment;
    // "#tables" of a link inside of the page is no scenario.
    if (fragment !== "" && !fragment.includes("=")) return;
    this.#bridge.openLink(fragment === "" ? this.#default : fragment);
    this.#opened();
  }

  #flush() {
    if (this.#timer === 0) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#record();
  }

  #record() {
    if (this.#bridge.link() === this.#current) return;
    this.#write(this.#editing ? "replaceState" : "pushState");
    this.#editing = true;
  }

  #write(how) {
    const fragment = this.#bridge.link();
    if (fragment === "") return;
    this.#current = fragment;
    try {
      history[how](null, "", `#${fragment}`);
    } catch {
      // Too many changes, or a document without an address (srcdoc): the next change tries again.
      this.#current = null;
    }
  }
}
