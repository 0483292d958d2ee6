// SPDX-License-Identifier: MIT
// Starts the application, or says why it cannot.
function fail(reason) {
  const failure = document.getElementById("failure");
  failure.hidden = false;
  failure.textContent = `Could not start: ${reason}`;
}

const canvas = document.getElementById("canvas");
try {
  window.trireme = await createTriremeApp({ canvas });
} catch (error) {
  fail(error);
}
