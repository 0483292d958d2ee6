// SPDX-License-Identifier: MIT
// Roofline, timeline and network: drawn, pointed at, explained, recomputed while typing, and the same as tables.
import assert from "node:assert/strict";
import { violations } from "./accessibility.mjs";
import { test } from "./harness.mjs";
import { click, middle, mirrored, open, report, settle, state, type } from "./page.mjs";

const rows = (page, table) => page.locator(`[data-table="${table}"] tbody tr`).allTextContents();
const close = (a, b) => Math.abs(a - b) <= 1e-6 * Math.abs(b);
const sum = (list) => list.reduce((total, value) => total + value, 0);
const MOE = "v=1&cluster.instance=p5.48xlarge&cluster.instances=32&model=deepseek-v3&plan.context=1&plan.expert=16&plan.pipeline=8" +
  "&plan.tensor=1&plan.virtual_stages=1&training.global_batch=1024";

// Points at what has this name; returns whether the picture around it changed.
async function tooltipAt(page, name) {
  await page.mouse.move(5, 5);
  await settle(page);
  const before = await page.screenshot();
  await page.mouse.move(...(await middle(page, name)));
  await settle(page);
  return !before.equals(await page.screenshot());
}

for (const [kind, link] of [["dense", ""], ["MoE", MOE]]) {
  test(`the views agree with the breakdown, ${kind}`, async ({ page, url }) => {
    await open(page, url, link);
    const { breakdown, timeline, network, roofline, headline } = await report(page);
    const seconds = (cause) => sum(breakdown.filter((row) => row.cause === cause).map((row) => row.seconds));
    const after = seconds("data_parallel") + seconds("optimizer") + seconds("host_step");
    assert.ok(close(timeline.pipeline_seconds_by_formula + after, headline.step_seconds));
    const group = kind === "MoE" ? ["EP", "expert_parallel"] : ["TP", "tensor_parallel"];
    assert.ok(close(network[group[0]].exposed_seconds, seconds(group[1])), `${group[0]} as in the breakdown`);
    assert.ok(network[group[0]].seconds >= network[group[0]].exposed_seconds);
    for (const [id, { flops, roof_flops }] of Object.entries(roofline.operators)) assert.ok(flops <= roof_flops, id);
    assert.equal((await rows(page, "network")).length, Object.keys(network).length);
    assert.equal((await rows(page, "roofline")).length,
      Object.keys(roofline.operators).length + 2 * Object.keys(roofline.ceilings).length);
  });
}

test("a mark of the roofline shows its values, opens its explanation and stays in the table", async ({ page, url }) => {
  await open(page, url);
  await click(page, "view.roofline");
  assert.ok(await tooltipAt(page, "dot.operator.attention.backward"));
  await click(page, "dot.operator.attention.backward");
  assert.ok("card.close" in (await state(page)).rects);
  await click(page, "card.close");
  const before = Object.keys((await report(page)).roofline.ceilings);
  assert.deepEqual(before, ["FP8", "BF16"]);
  await click(page, "training.precision");
  await page.keyboard.type("BF16");
  await page.keyboard.press("Enter");
  await settle(page);
  assert.deepEqual(Object.keys((await report(page)).roofline.ceilings), ["BF16"]);
  await mirrored(page, /BF16 peak, dense/);
  assert.ok(!(await rows(page, "roofline")).some((row) => row.includes("FP8")));
});

test("the timeline has a lane and a row for each stage, and follows the number of stages", async ({ page, url }) => {
  await open(page, url);
  await click(page, "view.timeline");
  const lanes = async () => Object.keys((await state(page)).rects).filter((name) => /^stage\.\d+$/.test(name)).length;
  assert.equal(await lanes(), 8);
  assert.equal((await report(page)).timeline.stages.length, 8);
  assert.ok(await tooltipAt(page, "stage.3"));
  await click(page, "stage.3");
  assert.ok("card.close" in (await state(page)).rects, "waiting is explained");
  await type(page, "plan.pipeline", "4");
  assert.equal(await lanes(), 4);
  await mirrored(page, /1F1B/);
  const stages = (await rows(page, "timeline")).filter((row) => /^\d/.test(row));
  assert.equal(stages.length, 4);
});

test("a group of the network shows its values, explains its exposed time and goes when it is one rank", async ({ page, url }) => {
  await open(page, url);
  await click(page, "view.network");
  assert.ok(await tooltipAt(page, "network.context"));
  await click(page, "network.tensor");
  assert.ok("card.close" in (await state(page)).rects);
  await type(page, "plan.context", "1");
  assert.ok(!("network.context" in (await state(page)).rects));
  await page.waitForFunction(() => !/Context parallel/.test(document.querySelector('[data-table="network"]').textContent));
});

for (const view of ["roofline", "timeline", "network"]) {
  test(`axe finds nothing beside the ${view}`, async ({ page, url }) => {
    await open(page, url);
    await click(page, `view.${view}`);
    assert.deepEqual(await violations(page), []);
    assert.ok((await rows(page, view)).length > 3);
  });

  test(`the ${view} is reached with a finger`, async ({ page, url }) => {
    await open(page, url);
    const tap = async (name) => {
      await page.touchscreen.tap(...(await middle(page, name)));
      await settle(page);
    };
    await tap("page.views");
    await tap(`view.${view}`);
    await tap({ roofline: "dot.operator.attention.backward", timeline: "stage.0", network: "network.tensor" }[view]);
    assert.ok("card.close" in (await state(page)).rects);
  }, { context: { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } });
}
