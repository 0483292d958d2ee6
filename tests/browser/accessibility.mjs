// SPDX-License-Identifier: MIT
// What axe finds on a page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// evaluate() does not go through the page's policy, so that axe needs no exception from it.
export async function violations(page) {
  await page.evaluate(axe);
  const { violations: found, passes } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  assert.ok(passes.length > 15, "axe has looked");
  return found.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
