// SPDX-License-Identifier: MIT
// Keyboard and wheel belong to the page around until the canvas is engaged.
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { click, editField, link, middle, open, rect, settle, state } from "./page.mjs";

const scrollY = (page) => page.evaluate(() => Math.round(window.scrollY));
// Low enough for the list of inputs to scroll.
const low = { context: { viewport: { width: 1280, height: 560 } } };

test("the wheel scrolls the page before the canvas is clicked, and the list of inputs after", async ({ page, url }) => {
  await open(page, url);
  const [x, y] = await middle(page, "training.sequence");
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, 50);
  await page.waitForFunction(() => window.scrollY === 50);
  assert.deepEqual((await rect(page, "model")).y0 + 50, (await state(page)).rects.model[1], "nothing has moved in the canvas");
  await page.evaluate(() => window.scrollTo(0, 0));

  const before = (await rect(page, "model")).y0;
  await page.mouse.click(...(await empty(page)));
  await settle(page);
  assert.equal((await state(page)).engaged, true);
  await page.mouse.move(x, y);
  await settle(page);
  await page.mouse.wheel(0, 50);
  await settle(page);
  assert.equal(await scrollY(page), 0);
  const moved = before - (await rect(page, "model")).y0;
  assert.ok(Math.abs(moved - 50) <= 2, `a wheel of 50 px moves ${moved} px`);
}, low);

// A place in the canvas where a click does nothing.
async function empty(page) {
  const { x0, y0, y1 } = await rect(page, "copy_link");
  return [x0 - 350, (y0 + y1) / 2];
}

test("where nothing scrolls any further the wheel is the page's again", async ({ page, url }) => {
  await open(page, url);
  await page.mouse.click(...(await empty(page)));
  await page.mouse.move(...(await middle(page, "training.sequence")));
  await settle(page);
  const taken = await page.evaluate(async () => {
    const turn = (deltaY) => {
      const event = new WheelEvent("wheel", { deltaY, bubbles: true, cancelable: true });
      document.getElementById("canvas").dispatchEvent(event);
      window.trireme.drawPending();
      return event.defaultPrevented;
    };
    // The second turn finds the list at its end, but belongs to the movement of the first.
    const quick = [turn(5000), turn(50)];
    await new Promise((resolve) => setTimeout(resolve, 500));
    return [...quick, turn(50)];
  });
  assert.deepEqual(taken, [true, true, false]);
  await page.waitForTimeout(500);
  await page.mouse.wheel(0, 40);
  await page.waitForFunction(() => window.scrollY === 40);
}, low);

test("Ctrl and the wheel are left to the browser's zoom", async ({ page, url }) => {
  await open(page, url);
  await page.mouse.click(...(await empty(page)));
  await page.mouse.move(...(await middle(page, "training.sequence")));
  await settle(page);
  await page.evaluate(() => document.addEventListener("wheel", (event) => { window.prevented = event.defaultPrevented; }));
  const before = (await rect(page, "model")).y0;
  const prevented = await page.evaluate(() => {
    const event = new WheelEvent("wheel", { deltaY: 50, ctrlKey: true, bubbles: true, cancelable: true });
    document.getElementById("canvas").dispatchEvent(event);
    return event.defaultPrevented;
  });
  assert.equal(prevented, false);
  await settle(page);
  assert.equal((await rect(page, "model")).y0, before);
}, low);

test("Escape lets go of the canvas, after what it closes there", async ({ page, url }) => {
  await open(page, url);
  await click(page, "model");
  assert.equal((await state(page)).wants_escape, true, "the list of models is open");
  // The first may only end the search in it.
  for (let i = 0; i < 2 && (await state(page)).wants_escape; ++i) {
    await page.keyboard.press("Escape");
    await settle(page);
    assert.equal((await state(page)).engaged, true);
  }
  assert.equal((await state(page)).wants_escape, false);
  await page.keyboard.press("Escape");
  await settle(page);
  assert.equal((await state(page)).engaged, false);
});

test("Tab walks through the page with the canvas in its middle, and back", async ({ page, url }) => {
  await open(page, url);
  const active = () => page.evaluate(() => document.activeElement.id || document.activeElement.className || document.activeElement.tagName);
  const walk = async (key, times) => {
    const places = [];
    for (let i = 0; i < times; ++i) {
      await page.keyboard.press(key);
      places.push(await active());
    }
    return places;
  };
  const forward = await walk("Tab", 4);
  assert.deepEqual(forward.slice(0, 2), ["skip", "canvas"]);
  assert.notEqual(forward[2], "canvas");
  assert.equal((await state(page)).engaged, false);
  await walk("Shift+Tab", 2);
  assert.equal(await active(), "canvas");
  // Enter engages, then Tab is the canvas's; Escape gives it back.
  await page.keyboard.press("Enter");
  await settle(page);
  assert.equal((await state(page)).engaged, true);
  await walk("Tab", 3);
  await settle(page);
  assert.ok(["canvas", "agent"].includes(await active()), await active());
  for (let i = 0; i < 3 && (await state(page)).engaged; ++i) {
    await page.keyboard.press("Escape");
    await settle(page);
  }
  assert.equal((await state(page)).engaged, false);
  await page.keyboard.press("Tab");
  assert.ok(!["canvas", "agent"].includes(await active()), await active());
});

test("the skip link leads to the tables", async ({ page, url }) => {
  await open(page, url);
  await page.keyboard.press("Tab");
  assert.ok((await page.locator(".skip").boundingBox()).y >= 0, "it shows when it has the focus");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "tables");
  assert.match(page.url(), /#v=1/);
});

test("keys typed into the page's own fields reach them and not the canvas", async ({ page, url }) => {
  await open(page, url);
  const before = await link(page);
  const { frames } = await state(page);
  const text = page.locator("#scenario-text");
  await text.fill("");
  await text.pressSequentially("v=1&plan.tensorX");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Delete");
  assert.equal(await text.inputValue(), "v=1&plan.tenso");
  assert.equal(await link(page), before);
  assert.equal((await state(page)).frames, frames);
});

test("keys of the browser are never taken", async ({ page, url }) => {
  await open(page, url);
  await editField(page, "cluster.instances");
  const taken = await page.evaluate(() => {
    const keys = [
      { key: "F5", keyCode: 116 }, { key: "F12", keyCode: 123 }, { key: "l", ctrlKey: true, keyCode: 76 }, { key: "t", ctrlKey: true, keyCode: 84 },
      { key: "w", ctrlKey: true, keyCode: 87 }, { key: "r", ctrlKey: true, keyCode: 82 }, { key: "f", ctrlKey: true, keyCode: 70 },
      { key: "+", ctrlKey: true, keyCode: 187 }, { key: "-", ctrlKey: true, keyCode: 189 }, { key: "0", ctrlKey: true, keyCode: 48 },
      { key: "Tab", ctrlKey: true, keyCode: 9 }, { key: "ArrowLeft", altKey: true, keyCode: 37 },
    ];
    return keys.filter((key) => {
      const event = new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
      return event.defaultPrevented;
    }).map(({ key }) => key);
  });
  assert.deepEqual(taken, []);
});

test("in a frame the canvas takes keys when it is clicked and returns them when it is left", async ({ page, context, url }) => {
  await context.route("**/host.html", (route) => route.fulfill({
    contentType: "text/html",
    body: `<!doctype html><input id="outside"><iframe src="${url}" width="1200" height="700"></iframe><div style="height: 3000px"></div>`,
  }));
  await page.goto(`${url}host.html`);
  const frame = page.frame({ url: `${url}` }) ?? page.frames()[1];
  await frame.waitForFunction(() => window.trireme?.testState()?.frames > 0);
  await settle(frame);
  const box = await page.locator("iframe").boundingBox();
  const [x0, y0, , y1] = (await state(frame)).rects["cluster.instances"];
  await page.locator("#outside").click();
  assert.equal(await frame.evaluate(() => document.hasFocus()), false, "it does not take the focus by itself");
  await page.mouse.click(box.x + x0 + 12, box.y + (y0 + y1) / 2);
  await settle(frame);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("64");
  await page.keyboard.press("Enter");
  await settle(frame);
  assert.match(await link(frame), /cluster\.instances=64/);
  assert.equal(await page.locator("#outside").inputValue(), "");
  await page.locator("#outside").click();
  await page.keyboard.type("9");
  await settle(frame);
  assert.equal(await page.locator("#outside").inputValue(), "9");
  assert.equal((await state(frame)).engaged, false);
});
