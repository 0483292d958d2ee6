// SPDX-License-Identifier: MIT
// Copy, cut and paste in the fields of the canvas.
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { editField, link, open, settle } from "./page.mjs";

const clipboard = { context: { permissions: ["clipboard-read", "clipboard-write"] } };
const content = (page) => page.evaluate(() => navigator.clipboard.readText());

async function press(page, keys) {
  await page.keyboard.press(keys);
  await settle(page);
}

test("a field's text is copied, cut and pasted", async ({ page, url }) => {
  await open(page, url);
  await editField(page, "training.global_batch");
  await press(page, "Control+a");
  await press(page, "Control+c");
  assert.match(await content(page), /^1,?536$/);
  await page.keyboard.type("77");
  await press(page, "Control+a");
  await press(page, "Control+x");
  assert.equal(await content(page), "77");
  await page.evaluate(() => navigator.clipboard.writeText("768"));
  await press(page, "End"); // lets go of a selection, were it still there
  await press(page, "Control+v");
  await press(page, "Enter");
  assert.match(await link(page), /training\.global_batch=768/);
}, clipboard);

test("copying on the page is not the canvas's business", async ({ page, url }) => {
  await open(page, url);
  await editField(page, "training.global_batch");
  await page.locator("#scenario-text").fill("hello");
  await page.locator("#scenario-text").selectText();
  await press(page, "Control+c");
  assert.equal(await content(page), "hello");
}, clipboard);
