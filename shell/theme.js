// SPDX-License-Identifier: MIT
// Light, dark and contrast: as the system says, live, unless the user chose one here.
import { recall, remember } from "./storage.js";

const choices = ["auto", "light", "dark"];
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const prefersContrast = matchMedia("(prefers-contrast: more)");

// `apply({ dark, highContrast })` is called now and at each change; the returned function calls it again.
export function followTheme(select, apply) {
  const stored = recall("theme");
  select.value = choices.includes(stored) ? stored : "auto";
  function update() {
    const choice = select.value;
    document.documentElement.style.colorScheme = choice === "auto" ? "light dark" : choice;
    apply({ dark: choice === "auto" ? prefersDark.matches : choice === "dark", highContrast: prefersContrast.matches });
  }
  select.addEventListener("change", () => {
    remember("theme", select.value);
    update();
  });
  prefersDark.addEventListener("change", update);
  prefersContrast.addEventListener("change", update);
  update();
  return update;
}
