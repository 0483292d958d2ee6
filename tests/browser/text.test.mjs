// SPDX-License-Identifier: MIT
// Text that does not come from single keys. The list of models has a field to search in.
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { click, editField, link, open, settle, state } from "./page.mjs";

test("what an input method composes arrives once, when it is finished", async ({ page, url }) => {
  await open(page, url);
  await editField(page, "cluster.instances");
  await page.keyboard.press("Control+a");
  await settle(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Input.imeSetComposition", { text: "6", selectionStart: 1, selectionEnd: 1 });
  await session.send("Input.imeSetComposition", { text: "64", selectionStart: 2, selectionEnd: 2 });
  await settle(page);
  assert.ok(await page.evaluate(() => document.getElementById("agent").classList.contains("composing")), "it shows while it is composed");
  assert.doesNotMatch(await link(page), /instances/);
  await session.send("Input.insertText", { text: "64" });
  await settle(page);
  await page.keyboard.press("Enter");
  await settle(page);
  assert.match(await link(page), /cluster\.instances=64(&|$)/);
});

test("Backspace and Enter of a soft keyboard work without key names", async ({ page, url }) => {
  await open(page, url);
  await editField(page, "cluster.instances");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("645");
  await settle(page);
  await page.evaluate(() => {
    const agent = document.getElementById("agent");
    const unnamed = { key: "Unidentified", keyCode: 229, bubbles: true, cancelable: true };
    agent.dispatchEvent(new KeyboardEvent("keydown", unnamed));
    document.execCommand("delete");
    agent.dispatchEvent(new KeyboardEvent("keyup", unnamed));
  });
  await settle(page);
  await page.evaluate(() => {
    const agent = document.getElementById("agent");
    window.stillOpen = window.trireme.testState().wants_text;
    agent.dispatchEvent(new InputEvent("beforeinput", { inputType: "insertLineBreak", bubbles: true, cancelable: true }));
  });
  await settle(page);
  assert.match(await link(page), /cluster\.instances=64(&|$)/);
  assert.deepEqual([await page.evaluate(() => window.stillOpen), (await state(page)).wants_text], [true, false]);
});

test("the text agent waits at the caret", async ({ page, url }) => {
  await open(page, url);
  await editField(page, "cluster.instances");
  const agent = await page.locator("#agent").boundingBox();
  const [x0, y0, x1, y1] = (await state(page)).rects["cluster.instances"];
  assert.ok(agent.x >= x0 && agent.x <= x1 && agent.y >= y0 - 4 && agent.y <= y1, `${agent.x}, ${agent.y} for ${[x0, y0, x1, y1]}`);
});

test("a list is searched by typing", async ({ page, url }) => {
  await open(page, url);
  await click(page, "model");
  await page.keyboard.type("gpt");
  await settle(page);
  await page.keyboard.press("Enter");
  await settle(page);
  assert.match(await link(page), /model=gpt/);
});
