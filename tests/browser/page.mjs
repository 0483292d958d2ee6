// SPDX-License-Identifier: MIT
// How tests talk to the workbench: by the names of its rectangles, waiting for frames instead of for time.

// Opens the page and waits until it rests.
export async function open(page, url, fragment = "") {
  await page.goto(fragment === "" ? url : `${url}#${fragment}`);
  await page.waitForFunction(() => window.trireme?.testState()?.frames > 0);
  await settle(page);
}

export const state = (page) => page.evaluate(() => window.trireme.testState());
export const report = (page) => page.evaluate(() => window.trireme.report());
export const link = (page) => page.evaluate(() => window.trireme.link());
export const stepSeconds = async (page) => (await report(page)).headline.step_seconds;

// Until no frame has been drawn for a while. Software rendering takes up to 100 ms a frame.
export async function settle(page, quiet = 250) {
  await page.evaluate((quietTime) => new Promise((resolve) => {
    let frames = -1;
    let since = performance.now();
    (function look() {
      const now = window.trireme.testState().frames;
      if (now !== frames) since = performance.now();
      frames = now;
      if (performance.now() - since > quietTime) resolve();
      else setTimeout(look, 30);
    })();
  }), quiet);
}

// The rectangle with this name, in CSS pixels of the viewport.
export async function rect(page, name) {
  const { rects } = await state(page);
  if (!(name in rects)) throw new Error(`no "${name}" among ${Object.keys(rects).join(", ")}`);
  const box = await page.locator("#canvas").boundingBox();
  const [x0, y0, x1, y1] = rects[name];
  return { x0: box.x + x0, y0: box.y + y0, x1: box.x + x1, y1: box.y + y1 };
}

export async function middle(page, name) {
  const { x0, y0, x1, y1 } = await rect(page, name);
  return [(x0 + x1) / 2, (y0 + y1) / 2];
}

export async function click(page, name) {
  await page.mouse.click(...(await middle(page, name)));
  await settle(page);
}

// A field's text begins at its left.
export async function editField(page, name) {
  const { x0, y0, y1 } = await rect(page, name);
  await page.mouse.click(x0 + 12, (y0 + y1) / 2);
  await settle(page);
}

export async function type(page, name, text) {
  await editField(page, name);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await settle(page);
}

// The tables follow the canvas a little later.
export const mirrored = (page, pattern) =>
  page.waitForFunction((source) => new RegExp(source).test(document.getElementById("tables").textContent), pattern.source);
