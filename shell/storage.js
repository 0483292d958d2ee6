// SPDX-License-Identifier: MIT
// What outlives the tab. Browsers refuse storage in private windows and in frames of other sites, by exceptions; nothing
// that matters is kept here: the state is the link.

export function remember(key, value) {
  try {
    localStorage.setItem(`trireme.${key}`, value);
  } catch {
    // Refused: the choice holds for this tab only.
  }
}

export function recall(key) {
  try {
    return localStorage.getItem(`trireme.${key}`);
  } catch {
    return null;
  }
}
