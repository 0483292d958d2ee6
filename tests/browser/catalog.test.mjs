// SPDX-License-Identifier: MIT
// The catalog: as a view of the canvas, and as tables below it.
import assert from "node:assert/strict";
import { violations } from "./accessibility.mjs";
import { test } from "./harness.mjs";
import { click, link, open, rect, settle, state } from "./page.mjs";

const has = async (page, name) => name in (await state(page)).rects;

test("the catalog is sorted, searched and compared, and a number opens its card", async ({ page, url }) => {
  await open(page, url);
  const before = await link(page);
  await click(page, "question.model");
  await click(page, "view.catalog");
  await click(page, "sort.bf16_dense_tflops");
  assert.ok((await rect(page, "choose.b200")).y0 < (await rect(page, "choose.h100-sxm")).y0);
  await click(page, "catalog/accelerators/b200/bf16_dense_tflops");
  assert.ok(await has(page, "card.copy_address"));
  await page.keyboard.press("Escape");
  await settle(page);
  assert.ok(!(await has(page, "card.copy_address")));
  await click(page, "catalog.search");
  await page.keyboard.type("h100 sxm");
  await settle(page);
  assert.ok(!(await has(page, "choose.b200")));
  await click(page, "choose.h100-sxm");
  await click(page, "catalog.compare");
  assert.ok(await has(page, "catalog.precision.FP8"));
  assert.equal(await link(page), before, "looking changes nothing");
}, { context: { viewport: { width: 1440, height: 1000 } } });

test("the same stands below as tables, whose names open every number with its source", async ({ page, url }) => {
  await open(page, url);
  const details = page.locator('details[data-kind="accelerators"]');
  await details.locator("summary").click();
  await details.locator("tbody tr").first().waitFor(); // made when the browser has told that it is open
  const rows = await details.locator("tbody tr").count();
  assert.ok(rows > 20);
  assert.match(await details.locator("tbody").textContent(), /uncalibrated/);
  await details.getByRole("button", { name: "NVIDIA H100 SXM5 80 GB" }).click();
  const entry = page.locator("#catalog-entry");
  assert.match(await entry.textContent(), /hbm_bandwidth_gb_per_s.*3350.*datasheet/s);
  assert.ok((await entry.locator('a[href^="https://"]').count()) > 10);
  assert.equal(await page.evaluate(() => document.activeElement.id), "catalog-entry-title");
  assert.deepEqual(await violations(page), []);
});

test("an own entry of the scenario stands among the others", async ({ page, url }) => {
  const own = encodeURIComponent('{"base":"h100-sxm","id":"mine","name":"My own part"}');
  await open(page, url, `v=1&own.accelerator=${own}`);
  await page.locator('details[data-kind="accelerators"] summary').click();
  assert.match(await page.locator('details[data-kind="accelerators"]').textContent(), /My own part/);
});
