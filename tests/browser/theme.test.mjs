// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { decode, pixel } from "./images.mjs";
import { open, settle } from "./page.mjs";

const hex = ([r, g, b]) => `#${[r, g, b].map((value) => value.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
// A place of the canvas without anything on it, and the page below it.
async function grounds(page) {
  await settle(page);
  const canvas = decode(await page.screenshot({ clip: { x: 316, y: 200, width: 4, height: 4 } }));
  const body = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  return [hex(pixel(canvas, 1, 1)), hex(body.match(/\d+/g).map(Number))];
}

test("the theme follows the system while the page is open", async ({ page, url }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, url);
  assert.deepEqual(await grounds(page), ["#FFFFFF", "#FFFFFF"]);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await grounds(page), ["#14181D", "#14181D"]);
  await page.emulateMedia({ colorScheme: "dark", contrast: "more" });
  assert.deepEqual(await grounds(page), ["#000000", "#000000"]);
  await page.emulateMedia({ colorScheme: "light", contrast: "no-preference" });
  assert.deepEqual(await grounds(page), ["#FFFFFF", "#FFFFFF"]);
});

test("a chosen theme stays, also after a reload, until it is given back", async ({ page, url }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, url);
  await page.locator("#theme").selectOption("dark");
  assert.deepEqual(await grounds(page), ["#14181D", "#14181D"]);
  await open(page, url, "v=1&cluster.instances=64");
  await page.reload();
  await page.waitForFunction(() => window.trireme?.testState()?.frames > 0);
  assert.deepEqual(await grounds(page), ["#14181D", "#14181D"]);
  await page.locator("#theme").selectOption("auto");
  assert.deepEqual(await grounds(page), ["#FFFFFF", "#FFFFFF"]);
});

test("a browser that refuses storage is no trouble", async ({ page, url }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("refused", "SecurityError"); } });
  });
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, url);
  await page.locator("#theme").selectOption("dark");
  assert.deepEqual(await grounds(page), ["#14181D", "#14181D"]);
});
