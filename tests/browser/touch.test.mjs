// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { link, middle, open, settle, state } from "./page.mjs";

const phone = { context: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } };
const scrollY = (page) => page.evaluate(() => Math.round(window.scrollY));

async function tap(page, name) {
  await page.touchscreen.tap(...(await middle(page, name)));
  await settle(page);
}

// Moves fingers from one place to another; positions are those of the first, the others are 60 px beside it. The events
// tell times of their own, 16 ms apart, so that a busy machine does not change the speed.
async function drag(page, from, to, { fingers = 1, rests = true } = {}) {
  const session = await page.context().newCDPSession(page);
  const steps = 12;
  const start = Date.now() - 500 - 16 * steps;
  const points = ([x, y]) => Array.from({ length: fingers }, (_, id) => ({ x: x + 60 * id, y, id }));
  const send = (type, touchPoints, time) => session.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp: (start + time) / 1000 });
  await send("touchStart", points(from), 0);
  for (let i = 1; i <= steps; ++i) {
    await send("touchMove", points([0, 1].map((axis) => from[axis] + ((to[axis] - from[axis]) * i) / steps)), 16 * i);
  }
  // A finger that rests before it lifts does not fling.
  await send("touchEnd", [], 16 * steps + (rests ? 400 : 8));
  await settle(page);
}

test("a tap presses", async ({ page, url }) => {
  await open(page, url);
  await tap(page, "page.inputs");
  assert.ok("cluster.instances" in (await state(page)).rects);
  assert.equal((await state(page)).engaged, true);
}, phone);

test("a tap on a field opens the keyboard within the gesture, with digits, and typing works", async ({ page, url }) => {
  await open(page, url);
  await page.evaluate(() => {
    // iOS opens its keyboard only for a focus() inside of the event.
    let inside = false;
    const canvas = document.getElementById("canvas");
    window.addEventListener("pointerup", () => { inside = true; setTimeout(() => { inside = false; }); }, true);
    document.getElementById("agent").addEventListener("focus", () => { window.focusedInside = inside; });
    window.addEventListener("mousedown", (event) => { window.emulated = event.target === canvas; }, true);
  });
  await tap(page, "page.inputs");
  await tap(page, "cluster.instances");
  assert.equal((await state(page)).wants_text, true);
  assert.equal(await page.evaluate(() => document.activeElement.id), "agent");
  assert.equal(await page.evaluate(() => document.activeElement.inputMode), "decimal");
  assert.equal(await page.evaluate(() => window.focusedInside), true);
  assert.notEqual(await page.evaluate(() => window.emulated), true, "an emulated mouse would take the focus away");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("64"); // as soft keyboards do: text without keys
  await settle(page);
  await page.keyboard.press("Enter");
  await settle(page);
  assert.match(await link(page), /cluster\.instances=64/);
}, phone);

test("a finger that moves scrolls the list, without pressing what it started on", async ({ page, url }) => {
  await open(page, url);
  await tap(page, "page.inputs");
  const before = (await state(page)).rects;
  const address = await link(page);
  const [x, y] = await middle(page, "cluster.instances");
  await drag(page, [x, y], [x, y - 150]);
  const after = (await state(page)).rects;
  const moved = before["cluster.instances"][1] - after["cluster.instances"][1];
  assert.ok(Math.abs(moved - 150) < 12, `150 px of a finger move ${moved} px`);
  assert.equal(await link(page), address);
  assert.equal((await state(page)).wants_text, false);
  assert.equal(await scrollY(page), 0, "the page itself stays");
}, phone);

test("a flung list runs on and comes to rest", async ({ page, url }) => {
  await open(page, url);
  await tap(page, "page.inputs");
  const before = (await state(page)).rects["training.sequence"][1];
  await drag(page, [200, 500], [200, 400], { rests: false });
  const { frames, rects } = await state(page);
  const moved = before - (rects["training.sequence"]?.[1] ?? -Infinity);
  assert.ok(moved > 115, `100 px of a quick finger move ${moved} px`);
  await page.waitForTimeout(1000);
  assert.equal((await state(page)).frames, frames);
}, phone);

test("two fingers scroll too, and never press", async ({ page, url }) => {
  await open(page, url);
  await tap(page, "page.inputs");
  const before = (await state(page)).rects["training.sequence"][1];
  await drag(page, [150, 500], [150, 400], { fingers: 2 });
  const moved = before - (await state(page)).rects["training.sequence"][1];
  assert.ok(moved > 80 && moved < 112, `100 px of two fingers move ${moved} px`);
  const [x, y] = await middle(page, "page.views");
  await drag(page, [x - 60, y], [x - 60, y], { fingers: 2 });
  assert.ok("training.sequence" in (await state(page)).rects, "the inputs are still there");
}, phone);

test("where the list ends, the finger moves the page to the tables and back", async ({ page, url }) => {
  await open(page, url);
  const from = [200, 700];
  for (let i = 0; i < 8 && (await scrollY(page)) === 0; ++i) await drag(page, from, [200, 200]);
  const down = await scrollY(page);
  assert.ok(down > 400 && down < 600, `the page scrolls ${down} px`);
  // What is left of the canvas moves the page back, not its own list.
  await drag(page, [200, 50], [200, 250]);
  const back = down - (await scrollY(page));
  assert.ok(Math.abs(back - 200) < 12, `200 px of a finger move ${back} px back`);
}, phone);

test("nothing stays hovered after the finger has gone", async ({ page, url }) => {
  await open(page, url);
  await tap(page, "page.inputs");
  const frames = (await state(page)).frames;
  await page.waitForTimeout(1500);
  assert.equal((await state(page)).frames, frames);
}, phone);
