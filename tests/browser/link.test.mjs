// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { click, editField, mirrored, open, report, settle, state, stepSeconds, type } from "./page.mjs";

const clipboard = { context: { permissions: ["clipboard-read", "clipboard-write"] } };

test("the copied link opens in another tab and gives the same numbers", async ({ page, newPage, url }) => {
  await open(page, url);
  await type(page, "cluster.instances", "64");
  await type(page, "plan.context", "1");
  await click(page, "copy_link");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(copied.startsWith(`${url}#v=1&`), copied);
  const other = await newPage();
  await open(other, copied);
  assert.deepEqual(await report(other), await report(page));
  assert.equal(await other.title(), await page.title());
}, clipboard);

test("the button of the page copies the same address", async ({ page, url }) => {
  await open(page, url, "v=1&cluster.instances=64");
  await page.locator("#copy-link").click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${url}#v=1&cluster.instances=64`);
  assert.equal(await page.locator("#notice").textContent(), "Link copied");
}, clipboard);

test("where the clipboard is refused the address stands there to be copied", async ({ page, url }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
  });
  await open(page, url, "v=1&cluster.instances=64");
  await click(page, "copy_link");
  const field = page.locator("#link-dialog-text");
  await field.waitFor({ state: "visible" });
  assert.equal(await field.inputValue(), `${url}#v=1&cluster.instances=64`);
  assert.equal(await page.evaluate(() => document.getSelection().toString()), await field.inputValue());
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "hidden" });
});

test("back and forward step through finished edits", async ({ page, url }) => {
  await open(page, url);
  const first = await stepSeconds(page);
  await type(page, "cluster.instances", "64");
  const second = await stepSeconds(page);
  await type(page, "cluster.instances", "32");
  const third = await stepSeconds(page);
  assert.ok(first < second && second < third);
  const visit = async (go, seconds, pattern) => {
    await go();
    await page.waitForFunction((expected) => window.trireme.report().headline.step_seconds === expected, seconds);
    await mirrored(page, pattern);
  };
  await visit(() => page.goBack(), second, /64 × /);
  await visit(() => page.goBack(), first, /128 × /);
  await visit(() => page.goForward(), second, /64 × /);
  await visit(() => page.goForward(), third, /32 × /);
  // An edit from here replaces what was ahead.
  await visit(() => page.goBack(), second, /64 × /);
  await type(page, "cluster.instances", "256");
  await visit(() => page.goBack(), second, /64 × /);
});

test("an edit that takes many changes is one step back", async ({ page, url }) => {
  await open(page, url);
  const steps = await page.evaluate(() => history.length);
  await editField(page, "cluster.instances");
  await page.keyboard.press("Control+a");
  // Slower than the address bar follows: it shows 2, 25, 256 on the way.
  await page.keyboard.type("256", { delay: 600 });
  await page.keyboard.press("Enter");
  await settle(page);
  assert.match(page.url(), /cluster\.instances=256/);
  assert.equal(await page.evaluate(() => history.length), steps + 1);
  await page.goBack();
  await page.waitForFunction(() => !window.trireme.link().includes("instances"));
});

test("an address typed over the present one opens its scenario", async ({ page, url }) => {
  await open(page, url);
  const before = await stepSeconds(page);
  await page.evaluate(() => { location.hash = "v=1&cluster.instances=64"; });
  await mirrored(page, /64 × /);
  assert.ok((await stepSeconds(page)) > before);
  assert.match(page.url(), /#v=1&cluster\.instances=64$/);
});

test("a link that is not understood in part opens as far as it is, and says what is wrong", async ({ page, url }) => {
  await open(page, url, "v=1&cluster.instances=64&plan.teleport=3");
  await mirrored(page, /plan\.teleport/);
  assert.match(await page.locator("#report-title").textContent(), /64 × /);
  assert.match(page.url(), /plan\.teleport=3/, "the address is left as it is until something changes");
});

test("links inside of the page move there and leave the scenario in the address", async ({ page, url }) => {
  await open(page, url, "v=1&cluster.instances=64");
  await page.locator("#table-links a").first().click();
  assert.match(page.url(), /#v=1&cluster\.instances=64$/);
  assert.ok(await page.evaluate(() => window.scrollY > 300));
  await page.locator("#page-bar .up").click();
  assert.equal(await page.evaluate(() => window.scrollY), 0);
  assert.equal((await state(page)).engaged, false);
  await settle(page);
});

test("a reload keeps the scenario", async ({ page, url }) => {
  await open(page, url);
  await type(page, "cluster.instances", "64");
  const before = await report(page);
  await page.reload();
  await page.waitForFunction(() => window.trireme?.testState()?.frames > 0);
  assert.deepEqual(await report(page), before);
});
