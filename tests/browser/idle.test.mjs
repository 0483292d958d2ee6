// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { editField, middle, open, settle, state } from "./page.mjs";

const rests = async (page) => {
  const before = (await state(page)).frames;
  await page.waitForTimeout(2000);
  assert.equal((await state(page)).frames - before, 0);
};

test("no frame is drawn while nothing happens", async ({ page, url }) => {
  await open(page, url);
  await rests(page);
});

test("no frame is drawn while a field waits for text", async ({ page, url }) => {
  await open(page, url);
  await editField(page, "cluster.instances");
  assert.equal((await state(page)).wants_text, true);
  // "Copied", hints and the like may end by themselves.
  await page.waitForTimeout(1500);
  await rests(page);
});

test("an event is answered by a few frames", async ({ page, url }) => {
  await open(page, url);
  const { frames } = await state(page);
  await page.mouse.move(...(await middle(page, "cluster.instances")));
  await settle(page, 700);
  const drawn = (await state(page)).frames - frames;
  // Three for the move; a hint may come and settle.
  assert.ok(drawn >= 3 && drawn <= 8, `${drawn} frames`);
});
