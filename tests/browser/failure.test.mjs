// SPDX-License-Identifier: MIT
// Each way to fail, forced once: a readable page instead of a black rectangle.
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { link, mirrored, open, state } from "./page.mjs";

const errors = { allowErrors: true }; // the browser reports what the test breaks
const failure = (page) => page.locator("#failure");

async function failsWith(page, reason) {
  await failure(page).waitFor({ state: "visible" });
  assert.match(await page.locator("#failure-reason").textContent(), reason);
  assert.ok(!(await page.locator("#canvas").isVisible()));
}

test("without WebGL 2 the report stands as text, and can be edited", async ({ page, url }) => {
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind.includes("webgl") ? null : original.call(this, kind, ...rest);
    };
  });
  await page.goto(`${url}#v=1&cluster.instances=64`);
  await failsWith(page, /WebGL 2/);
  assert.equal(await page.locator("#failure-link").inputValue(), `${url}#v=1&cluster.instances=64`);
  await mirrored(page, /64 × p5\.48xlarge/);
  assert.ok(await page.locator('[data-table="headline"]').isVisible());
  await page.locator("#scenario-text").fill("v=1&cluster.instances=32");
  await page.locator("#scenario-apply").click();
  await mirrored(page, /32 × p5\.48xlarge/);
  assert.match(page.url(), /instances=32/);
  await page.goBack();
  await mirrored(page, /64 × p5\.48xlarge/);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal((await state(page)).frames, 0);
}, errors);

test("without WebAssembly the page says so and keeps the link", async ({ page, url }) => {
  await page.addInitScript(() => { delete window.WebAssembly; });
  await page.goto(`${url}#v=1&cluster.instances=64`);
  await failsWith(page, /WebAssembly/);
  assert.equal(await page.locator("#failure-link").inputValue(), `${url}#v=1&cluster.instances=64`);
  assert.ok(!(await page.locator("#mirror").isVisible()), "there is nothing to show as text");
}, errors);

for (const file of ["app.js", "app.wasm"]) {
  test(`when ${file} cannot be loaded the page says so`, async ({ page, url }) => {
    await page.route(`**/${file}`, (route) => route.abort());
    await page.goto(url);
    await failsWith(page, /could not be loaded/);
  }, errors);
}

test("when the program is damaged the page says so", async ({ page, url }) => {
  await page.route("**/app.wasm", (route) => route.fulfill({ contentType: "application/wasm", body: "not a program" }));
  await page.goto(url);
  await failsWith(page, /could not be loaded/);
}, errors);

test("when the program traps the page says so and keeps the last tables", async ({ page, url }) => {
  await open(page, url, "v=1&cluster.instances=64");
  const before = await link(page);
  await page.evaluate(() => {
    const error = new WebAssembly.RuntimeError("unreachable");
    window.dispatchEvent(new ErrorEvent("error", { error, message: error.message }));
  });
  await failsWith(page, /stopped.*unreachable/s);
  assert.equal(await page.locator("#failure-link").inputValue(), `${url}#${before}`);
  assert.ok(await page.locator('[data-table="headline"]').isVisible());
  // A program that has trapped is not called again.
  await page.locator("#scenario-apply").click();
  await page.setViewportSize({ width: 900, height: 700 });
}, errors);

test("without scripts the page says what it needs", async ({ page, url }) => {
  await page.goto(url);
  assert.match(await page.locator("main").textContent(), /needs JavaScript/);
}, { context: { javaScriptEnabled: false } });
