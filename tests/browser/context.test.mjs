// SPDX-License-Identifier: MIT
// The graphics driver may take the WebGL context away at any time.
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { decode, difference, share } from "./images.mjs";
import { click, open, settle, state, stepSeconds, type } from "./page.mjs";

const picture = async (page) => decode(await page.locator("#canvas").screenshot());

async function lose(page) {
  await page.evaluate(() => {
    window.extension = document.getElementById("canvas").getContext("webgl2").getExtension("WEBGL_lose_context");
    window.extension.loseContext();
  });
  await page.waitForTimeout(300);
}

test("a lost context comes back with the whole picture, and the page works on", async ({ page, url }) => {
  await open(page, url);
  const before = await picture(page);
  await lose(page);
  const { frames } = await state(page);
  await page.mouse.move(300, 300);
  await page.waitForTimeout(300);
  assert.equal((await state(page)).frames, frames, "nothing is drawn without a context");
  const lost = await picture(page);
  assert.ok(difference(before, lost) > 0.02, "the test must see the loss");

  await page.mouse.move(640, 790);
  await page.evaluate(() => window.extension.restoreContext());
  await page.waitForFunction((count) => window.trireme.testState().frames > count, frames);
  await settle(page);
  const after = await picture(page);
  assert.ok(difference(before, after) < 0.002, `${difference(before, after)} of the picture differs`);
  assert.ok(share(after, (grey) => grey < 100) > 0.01, "there is text");

  const seconds = await stepSeconds(page);
  await type(page, "cluster.instances", "64");
  assert.ok((await stepSeconds(page)) > seconds);
  await click(page, "view.memory");
});

test("a context that does not come back leaves the report as text", async ({ page, url }) => {
  await open(page, url, "v=1&cluster.instances=64");
  await lose(page);
  await page.locator("#failure").waitFor({ state: "visible", timeout: 12000 });
  assert.match(await page.locator("#failure-reason").textContent(), /graphics driver/);
  assert.equal(await page.locator("#failure-link").inputValue(), `${url}#v=1&cluster.instances=64`);
  assert.ok(await page.locator('[data-table="breakdown"]').isVisible());
});
