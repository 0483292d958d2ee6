// SPDX-License-Identifier: MIT
// The page without its canvas: tables, text form of the scenario, accessibility.
import assert from "node:assert/strict";
import { violations } from "./accessibility.mjs";
import { test } from "./harness.mjs";
import { link, mirrored, open, report, stepSeconds, type } from "./page.mjs";

for (const colorScheme of ["light", "dark"]) {
  for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
    test(`axe finds nothing, ${colorScheme}, ${viewport.width} px wide`, async ({ page, url }) => {
      await open(page, url);
      assert.deepEqual(await violations(page), []);
    }, { context: { colorScheme, viewport } });
  }
}

test("axe finds nothing when there are faults, and in high contrast", async ({ page, url }) => {
  await open(page, url, "v=1&plan.tensor=7&plan.teleport=1");
  await page.locator("#scenario-text").fill('{"plan": {"tensr": 4}}');
  await page.locator("#scenario-apply").click();
  assert.deepEqual(await violations(page), []);
}, { context: { contrast: "more" } });

test("the tables say what the report says", async ({ page, url }) => {
  await open(page, url);
  const { headline, breakdown, memory, title, verdict } = await report(page);
  assert.equal(await page.locator("#report-title").textContent(), title);
  assert.equal(await page.locator("#verdict").textContent(), verdict);
  const rows = await page.locator('[data-table="breakdown"] tbody tr').allTextContents();
  assert.equal(rows.length, breakdown.length + 1, "one row more for the sum");
  breakdown.forEach(({ label, share }, index) => {
    assert.ok(rows[index].includes(label), `${rows[index]} names ${label}`);
    assert.ok(rows[index].endsWith((share * 100).toFixed(1)), `${rows[index]} ends with ${share}`);
  });
  const items = await page.locator('[data-table="memory"] tbody tr').allTextContents();
  memory.items.forEach(({ bytes }, index) => assert.ok(items[index].includes((bytes / 1e9).toFixed(2)), items[index]));
  assert.ok((await page.locator('[data-table="headline"]').textContent()).includes(headline.step_seconds.toPrecision(3)));
  assert.equal(await page.locator("#tables h1").count(), 1);
  assert.ok((await page.locator("#tables table th[scope=row]").count()) > 20);
});

test("the verdict is read out once when it changes, not while it stays", async ({ page, url }) => {
  await open(page, url);
  await page.evaluate(() => {
    window.readOut = 0;
    new MutationObserver(() => ++window.readOut).observe(document.getElementById("verdict"), { childList: true, characterData: true, subtree: true });
  });
  await type(page, "cluster.instances", "64");
  await mirrored(page, /64 × /);
  assert.equal(await page.evaluate(() => window.readOut), 1);
  const text = page.locator("#scenario-text");
  const scenario = JSON.parse(await text.inputValue());
  scenario.run.tokens = 1e12;
  await text.fill(JSON.stringify(scenario));
  await page.locator("#scenario-apply").click();
  await page.waitForFunction(() => window.trireme.link().includes("run.tokens"));
  await page.waitForTimeout(500);
  assert.equal(await page.evaluate(() => window.readOut), 1);
});

test("the scenario is edited as text: changed, applied, one step in the history", async ({ page, url }) => {
  await open(page, url);
  const before = await stepSeconds(page);
  const text = page.locator("#scenario-text");
  const scenario = JSON.parse(await text.inputValue());
  scenario.cluster.instances = 64;
  await text.fill(JSON.stringify(scenario, null, 2));
  await page.locator("#scenario-apply").click();
  await mirrored(page, /64 × /);
  assert.ok((await stepSeconds(page)) > before);
  assert.equal(await page.locator("#scenario-status").textContent(), "Applied.");
  assert.match(page.url(), /cluster\.instances=64/);
  await page.goBack();
  await mirrored(page, /128 × /);
  assert.equal(JSON.parse(await text.inputValue()).cluster.instances, 128);
});

test("a link is accepted in place of the text", async ({ page, url }) => {
  await open(page, url);
  await page.locator("#scenario-text").fill(`${url}#v=1&cluster.instances=64`);
  await page.locator("#scenario-apply").click();
  await mirrored(page, /64 × /);
  assert.equal(JSON.parse(await page.locator("#scenario-text").inputValue()).cluster.instances, 64);
});

test("faults of the text are shown at their fields, all at once, and nothing is applied", async ({ page, url }) => {
  await open(page, url);
  const before = await link(page);
  const text = page.locator("#scenario-text");
  const scenario = JSON.parse(await text.inputValue());
  scenario.cluster.instances = -1;
  scenario.plan.tensor = "eight";
  scenario.plan.teleport = 3;
  await text.fill(JSON.stringify(scenario, null, 2));
  await page.locator("#scenario-apply").click();
  const issues = await page.locator("#scenario-issues li").allTextContents();
  for (const path of ["cluster.instances", "plan.tensor", "plan.teleport"]) {
    assert.ok(issues.some((issue) => issue.includes(path)), `${path} among ${issues.join("; ")}`);
  }
  assert.match(await page.locator("#scenario-status").textContent(), /Not applied/);
  assert.equal(await link(page), before);
  // The path leads to its line.
  await page.locator("#scenario-issues button", { hasText: "plan.tensor" }).click();
  assert.match(await page.evaluate(() => document.getElementById("scenario-text").value.slice(
    document.activeElement.selectionStart, document.activeElement.selectionEnd)), /"tensor": "eight"/);
  await page.locator("#scenario-revert").click();
  assert.equal(JSON.parse(await text.inputValue()).plan.tensor, 8);
  assert.equal(await page.locator("#scenario-issues li").count(), 0);
});

test("text that is being written is not overwritten by the canvas", async ({ page, url }) => {
  await open(page, url);
  await page.locator("#scenario-text").fill("v=1&plan.tensor=4");
  await page.evaluate(() => window.scrollTo(0, 0));
  await type(page, "cluster.instances", "64");
  await mirrored(page, /64 × /);
  assert.equal(await page.locator("#scenario-text").inputValue(), "v=1&plan.tensor=4");
});

test("text is never taken for markup", async ({ page, url }) => {
  await open(page, url, `v=1&model=${encodeURIComponent('<img src=x onerror="window.broken=1">')}`);
  await mirrored(page, /<img src=x/);
  assert.equal(await page.locator("#tables img").count(), 0);
  assert.equal(await page.evaluate(() => window.broken), undefined);
});
