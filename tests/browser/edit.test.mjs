// SPDX-License-Identifier: MIT
// An input is changed in the canvas; the result is read from the program and from the tables of the page.
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { click, editField, link, mirrored, open, report, settle, state, stepSeconds, type } from "./page.mjs";

test("a number typed into a field changes result, tables, title and address", async ({ page, url }) => {
  await open(page, url);
  const before = await stepSeconds(page);
  await type(page, "cluster.instances", "64");
  const after = await stepSeconds(page);
  assert.ok(after > 1.5 * before, `half of the nodes: ${before} s, then ${after} s`);
  assert.match(await link(page), /cluster\.instances=64/);
  await mirrored(page, /64 × p5\.48xlarge/);
  const shown = await page.locator('[data-table="headline"] tbody tr').first().textContent();
  assert.ok(shown.includes(after.toPrecision(3)), `${shown} shows ${after}`);
  assert.match(await page.title(), /^Llama 3\.1 405B.* 64 × .*Trireme$/);
  assert.match(page.url(), /#v=1&.*cluster\.instances=64/);
});

test("Tab goes from field to field while the canvas is engaged", async ({ page, url }) => {
  await open(page, url);
  await editField(page, "training.sequence");
  await page.keyboard.press("Tab");
  await settle(page);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("768");
  await page.keyboard.press("Enter");
  await settle(page);
  assert.match(await link(page), /training\.global_batch=768/);
  assert.equal((await state(page)).engaged, true);
});

test("an edit that is left by clicking elsewhere on the page is kept", async ({ page, url }) => {
  await open(page, url);
  await editField(page, "cluster.instances");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("256");
  await settle(page);
  assert.deepEqual([(await state(page)).engaged, (await state(page)).wants_text], [true, true]);
  await page.locator("#theme").focus();
  await settle(page);
  assert.match(await link(page), /cluster\.instances=256/);
  assert.deepEqual([(await state(page)).engaged, (await state(page)).wants_text], [false, false]);
  assert.match(page.url(), /cluster\.instances=256/, "the edit is finished");
});

test("a scenario that cannot be evaluated shows its faults as a table, not old numbers", async ({ page, url }) => {
  await open(page, url);
  await type(page, "plan.tensor", "7");
  await mirrored(page, /plan\.tensor/);
  assert.equal((await report(page)).ok, false);
  assert.equal(await page.locator('[data-table="headline"]').count(), 0);
  const row = page.locator('[data-table="issues"] tr[data-severity="error"]').first();
  assert.match(await row.textContent(), /plan\.tensor/);
  await click(page, "undo");
  await mirrored(page, /Where the step goes/);
});
