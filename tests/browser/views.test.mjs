// SPDX-License-Identifier: MIT
// Roofline, timeline and network: drawn, reached, explained, and the same as tables.
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { click, open, report, state } from "./page.mjs";

const rows = (page, table) => page.locator(`[data-table="${table}"] tbody tr`).allTextContents();

test("a mark of the roofline opens its operator's explanation; the table has every operator", async ({ page, url }) => {
  await open(page, url);
  await click(page, "view.roofline");
  await click(page, "dot.operator.mlp_up.forward");
  assert.ok("card.close" in (await state(page)).rects);
  const { roofline } = await report(page);
  const operators = Object.keys(roofline.operators).length + 2 * Object.keys(roofline.ceilings).length;
  assert.equal((await rows(page, "roofline")).length, operators);
});

test("the timeline has a lane and a row for each stage", async ({ page, url }) => {
  await open(page, url);
  await click(page, "view.timeline");
  const { timeline } = await report(page);
  const { rects } = await state(page);
  timeline.stages.forEach((_, stage) => assert.ok(`stage.${stage}` in rects, `stage ${stage}`));
  assert.ok((await rows(page, "timeline")).length >= timeline.stages.length);
});

test("a group of the network explains its exposed time", async ({ page, url }) => {
  await open(page, url);
  await click(page, "view.network");
  await click(page, "network.tensor");
  assert.ok("card.close" in (await state(page)).rects);
  const { network } = await report(page);
  assert.equal((await rows(page, "network")).length, Object.keys(network).length);
});
