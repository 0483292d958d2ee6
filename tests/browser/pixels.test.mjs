// SPDX-License-Identifier: MIT
// The canvas at several ratios of device pixels to CSS pixels.
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { decode, sharpness } from "./images.mjs";
import { click, open, rect, settle, state } from "./page.mjs";

for (const ratio of [1, 1.25, 1.5, 2]) {
  const options = { context: { deviceScaleFactor: ratio } };

  test(`at ratio ${ratio} the canvas has a pixel for each of the screen's`, async ({ page, url }) => {
    await open(page, url);
    const { size, pixels } = await state(page);
    const buffer = await page.evaluate(() => [document.getElementById("canvas").width, document.getElementById("canvas").height]);
    assert.deepEqual(pixels, buffer);
    for (const axis of [0, 1]) assert.ok(Math.abs(pixels[axis] - size[axis] * ratio) < 1, `${pixels} for ${size}`);
  }, options);

  test(`at ratio ${ratio} a click hits what is drawn there, to the pixel`, async ({ page, url }) => {
    await open(page, url);
    const memory = await rect(page, "view.memory");
    const breakdown = await rect(page, "view.breakdown");
    const chosen = async () => Object.keys((await state(page)).rects).some((name) => name.startsWith("row.memory"));
    const clickAt = async (x, y) => {
      await page.mouse.click(x, y);
      await settle(page);
    };
    assert.equal(await chosen(), false);
    // The corners just outside do nothing, those just inside do.
    await clickAt(memory.x1 + 2, memory.y1 - 2);
    await clickAt(memory.x0 + 2, memory.y1 + 2);
    assert.equal(await chosen(), false, "outside");
    await clickAt(memory.x1 - 2, memory.y1 - 2);
    assert.equal(await chosen(), true, "lower right corner");
    await clickAt(breakdown.x0 + 2, breakdown.y0 + 2);
    assert.equal(await chosen(), false, "upper left corner of the other");
  }, options);
}

test("text is as sharp at ratio 2 as at ratio 1", async ({ browser, page, url }) => {
  const textPicture = async (somePage) => {
    await open(somePage, url);
    // The verdict: large text on plain ground.
    const box = await somePage.locator("#canvas").boundingBox();
    return decode(await somePage.screenshot({ clip: { x: box.x + 330, y: box.y + 50, width: 400, height: 60 } }));
  };
  const plain = sharpness(await textPicture(page));
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 });
  const dense = sharpness(await textPicture(await context.newPage()));
  await context.close();
  // Twice the pixels for the same edges halve the share of edge pixels; a stretched picture comes to a fifth.
  assert.ok(dense > 0.5 * plain, `${dense.toFixed(1)} at ratio 2, ${plain.toFixed(1)} at ratio 1`);
});

test("the canvas follows the window, is never drawn at a wrong size, and survives being hidden", async ({ page, url }) => {
  await open(page, url);
  for (const [width, height] of [[900, 700], [1500, 500], [400, 800], [1280, 800]]) {
    await page.setViewportSize({ width, height });
    await settle(page);
    const { size, pixels } = await state(page);
    assert.equal(size[0], width);
    assert.deepEqual(pixels, size);
  }
  await page.evaluate(() => { document.getElementById("workbench").style.display = "none"; });
  await settle(page);
  await page.evaluate(() => { document.getElementById("workbench").style.display = ""; });
  await settle(page);
  assert.equal((await state(page)).size[0], 1280);
  await click(page, "view.memory");
});
