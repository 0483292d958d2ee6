// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "./harness.mjs";

test("the page starts without an error and shows a canvas", async ({ page, url }) => {
  await page.goto(url);
  await page.waitForSelector("canvas");
  await page.waitForTimeout(1500);
  const size = await page.locator("canvas").first().boundingBox();
  assert.ok(size.width > 100 && size.height > 100, `the canvas is ${size.width} x ${size.height}`);
});

test("everything that the page loads comes from its own server", async ({ page, url }) => {
  const foreign = [];
  page.on("request", (request) => request.url().startsWith(url) || foreign.push(request.url()));
  await page.goto(url, { waitUntil: "networkidle" });
  assert.deepEqual(foreign, []);
});
